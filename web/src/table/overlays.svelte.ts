type Switch = "grid" | "numbers" | "zones" | "counters" | "lastMoves" | "control" | "unsupplied" | "reachers";

/** What the map shows beside the play itself. */
export class Overlays {
  grid = $state(true);
  numbers = $state(true);
  zones = $state(false);
  counters = $state(true);
  lastMoves = $state(false);
  control = $state(false);
  unsupplied = $state(false);
  /** Pointing at a hex lights the counters that can reach it. */
  reachers = $state(false);

  readonly list: { id: Switch; label: string; key: string | null }[] = [
    { id: "grid", label: "Grid", key: "G" },
    { id: "numbers", label: "Hex numbers", key: "N" },
    { id: "counters", label: "Counters", key: "V" },
    { id: "zones", label: "Enemy zones of control", key: "C" },
    { id: "control", label: "Objectives", key: null },
    { id: "unsupplied", label: "Out of supply", key: null },
    { id: "lastMoves", label: "Last moves", key: null },
    { id: "reachers", label: "Who can reach a hex", key: null },
  ];
}
