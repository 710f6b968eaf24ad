import type { Rim } from "./types";

/** The part counters play in the decision that is open. */
export interface Roles {
  selected: readonly string[];
  actors: ReadonlySet<string>;
  attackers: ReadonlySet<string>;
  targeted: ReadonlySet<string>;
  dimmed: ReadonlySet<string>;
}

/** One rim per counter: what was chosen goes before what may be chosen. */
export function rimOf(roles: Roles, id: string): Rim {
  if (roles.selected.includes(id)) return "selected";
  if (roles.targeted.has(id)) return "target";
  if (roles.attackers.has(id)) return "attacker";
  return roles.actors.has(id) ? "act" : null;
}

const WORDS: Record<string, string> = {
  selected: "selected",
  target: "target",
  attacker: "attacker",
  act: "may act",
};

export function roleWords(roles: Roles, id: string): string {
  return WORDS[rimOf(roles, id) ?? ""] ?? (roles.dimmed.has(id) ? "cannot take part" : "");
}
