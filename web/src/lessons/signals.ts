// What the table tells a lesson about looking and trying, which no journal records. Nobody has to listen.

export type SignalName =
  "selected" | "refused" | "rule-opened" | "planned" | "ordered" | "targeted" | "odds" | (string & {});

export interface Signal {
  name: SignalName;
  detail: Record<string, unknown>;
}

type Listener = (signal: Signal) => void;

const listeners = new Set<Listener>();

/** Listeners hear it a moment later: they must not become a part of the effect that signals. */
export function signal(name: SignalName, detail: Record<string, unknown> = {}): void {
  queueMicrotask(() => {
    for (const listener of [...listeners]) listener({ name, detail });
  });
}

export function onSignal(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
