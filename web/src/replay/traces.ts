import type { RowLike } from "./timeline";

export interface Traces {
  trail: string[][];
  hexes: string[];
  arrows: { from: string; to: string }[];
  units: string[];
}

type Counters = Record<string, readonly unknown[]>;

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

/**
 * What an entry left on the map. Only the shape of the facts is read: a path is a trail, a hex is marked, and
 * several units with a hex point at it; so a new rulebook needs no change here.
 */
export function tracesOf(row: RowLike | undefined, known: Record<string, unknown>, before: Counters): Traces {
  const traces: Traces = { trail: [], hexes: [], arrows: [], units: [] };
  if (!row) return traces;
  const hexes = new Set<string>();
  const units = new Set<string>();
  for (const { facts } of row.events) {
    const path = strings(facts.path).filter((hex) => hex in known);
    if (path.length > 1) traces.trail.push(path);
    else for (const hex of path) hexes.add(hex);
    const target = typeof facts.hex === "string" && facts.hex in known ? facts.hex : null;
    if (target) hexes.add(target);
    const named = strings(facts.units);
    if (typeof facts.unit === "string") units.add(facts.unit);
    for (const unit of named) {
      units.add(unit);
      const from = before[unit]?.[0];
      if (target && typeof from === "string" && from in known && from !== target)
        if (!traces.arrows.some((one) => one.from === from && one.to === target))
          traces.arrows.push({ from, to: target });
    }
    if (typeof facts.unit === "string" && !path.length && !target) {
      const where = before[facts.unit]?.[0];
      if (typeof where === "string" && where in known) hexes.add(where);
    }
  }
  traces.hexes = [...hexes];
  traces.units = [...units];
  return traces;
}

/** The hexes an entry is about, for scrolling the map there. */
export function hexesOf(traces: Traces): string[] {
  return [
    ...new Set([...traces.trail.flat(), ...traces.hexes, ...traces.arrows.flatMap((a) => [a.from, a.to])]),
  ];
}
