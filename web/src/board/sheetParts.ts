/** The server's map, cut at its slots: what lies below the marks on the ground, between them, and above. */
export interface SheetParts {
  defs: Node[];
  below: Node[];
  between: Node[];
  above: Node[];
}

const SLOTS = ["ground-marks", "reach-outline", "play"];

export function sheetParts(svg: string): SheetParts {
  const parts: SheetParts = { defs: [], below: [], between: [], above: [] };
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (root.localName !== "svg") return parts;
  let slot = 0;
  const order = [parts.below, parts.between, parts.above, parts.above];
  for (const child of [...root.children]) {
    if (child.localName === "script") continue;
    if (child.classList.contains("slot")) {
      slot = SLOTS.findIndex((name) => child.classList.contains(name)) + 1;
      continue;
    }
    const list = child.localName === "defs" ? parts.defs : order[slot];
    list?.push(document.importNode(child, true));
  }
  return parts;
}

/** The relief and the waters alone, as an address of a small picture. */
export function sheetPicture(svg: string): string {
  const page = new DOMParser().parseFromString(svg, "image/svg+xml");
  const root = page.documentElement;
  if (root.localName !== "svg") return "";
  const kept = ["relief", "veil", "rivers", "texture"];
  for (const child of [...root.children]) {
    const keep = child.localName === "defs" || kept.some((name) => child.classList.contains(name));
    if (!keep) child.remove();
  }
  return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`;
}
