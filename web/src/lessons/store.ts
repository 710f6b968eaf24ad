import { START, type Progress } from "./lesson";

/** A lesson that was begun in this browser. */
export interface Begun {
  lesson: string;
  game: string;
  progress: Progress;
}

const STORE = "hexfolio.lesson";

export function begunLesson(lesson: string): Begun | null {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "null") as Partial<Begun> | null;
    if (kept?.lesson !== lesson || typeof kept.game !== "string") return null;
    const { step = 0, done = [] } = kept.progress ?? START;
    return { lesson, game: kept.game, progress: { step, done } };
  } catch {
    return null;
  }
}

export function keepLesson(begun: Begun | null): void {
  try {
    if (begun) localStorage.setItem(STORE, JSON.stringify(begun));
    else localStorage.removeItem(STORE);
  } catch {
    // Without storage a lesson cannot be resumed, only begun again.
  }
}
