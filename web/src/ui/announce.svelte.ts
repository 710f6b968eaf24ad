import { untrack } from "svelte";

// What screen readers are told. One polite and one urgent region stand in the page for good.
export const spoken = $state({ polite: "", assertive: "" });

/** Say it; the same words twice are said twice. */
export function announce(text: string, assertive = false): void {
  const region = assertive ? "assertive" : "polite";
  // An effect that says something must not depend on what was said.
  spoken[region] = untrack(() => spoken[region]) === text ? `${text}\u00a0` : text;
}

export interface Toast {
  id: number;
  text: string;
  tone: "note" | "refusal" | "good";
}

export const toasts = $state<Toast[]>([]);
let next = 1;

/** A short note at the lower edge, also read out. It leaves after a while or by its button. */
export function toast(text: string, tone: Toast["tone"] = "note", life = 6000): void {
  const id = next++;
  toasts.push({ id, text, tone });
  announce(text, tone === "refusal");
  if (life > 0) setTimeout(() => dismiss(id), life);
}

export function dismiss(id: number): void {
  const index = toasts.findIndex((shown) => shown.id === id);
  if (index >= 0) toasts.splice(index, 1);
}
