/** Names of places step out from under counters, as far as they must and no farther. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const GAP = 3;

export function overlaps(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function shifted(box: Rect, dx: number, dy: number): Rect {
  return { left: box.left + dx, top: box.top + dy, right: box.right + dx, bottom: box.bottom + dy };
}

/** The shortest step that frees a name of the counters; none where it lies free or cannot be freed. */
export function stepOut(name: Rect, counters: Rect[], names: Rect[], reach: number): [number, number] {
  const covering = counters.filter((counter) => overlaps(name, counter));
  if (!covering.length) return [0, 0];
  const left = Math.min(...covering.map((one) => one.left));
  const right = Math.max(...covering.map((one) => one.right));
  const top = Math.min(...covering.map((one) => one.top));
  const bottom = Math.max(...covering.map((one) => one.bottom));
  const middle = (left + right - name.left - name.right) / 2;
  const up = top - GAP - name.bottom;
  const down = bottom + GAP - name.top;
  const steps: [number, number][] = [
    [right + GAP - name.left, 0],
    [left - GAP - name.right, 0],
    [0, down],
    [0, up],
    [middle, down],
    [middle, up],
  ];
  const free = steps
    .filter(([dx, dy]) => Math.hypot(dx, dy) <= reach)
    .filter(([dx, dy]) => {
      const box = shifted(name, dx, dy);
      return ![...counters, ...names].some((other) => overlaps(box, other));
    })
    .sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
  return free[0] ?? [0, 0];
}

/** The names of a drawn sheet. Letters along a river keep their places. */
export class NameSteps {
  readonly #names: { text: SVGGraphicsElement; box: Rect }[] = [];

  constructor(root: ParentNode) {
    for (const text of root.querySelectorAll<SVGTextElement>(".layer.names text")) {
      const turned =
        text.closest("[transform]") || text.hasAttribute("rotate") || text.querySelector("textPath");
      if (turned || (text.textContent ?? "").trim().length < 2 || typeof text.getBBox !== "function")
        continue;
      const { x, y, width, height } = text.getBBox();
      // The box of a line of type is taller than its letters.
      const trim = height * 0.18;
      this.#names.push({
        text,
        box: { left: x, top: y + trim, right: x + width, bottom: y + height - trim },
      });
    }
  }

  apply(counters: Rect[], reach: number): void {
    const boxes = this.#names.map(({ box }) => box);
    this.#names.forEach(({ text, box }, index) => {
      const others = boxes.filter((_, other) => other !== index);
      const [dx, dy] = stepOut(box, counters, others, reach);
      boxes[index] = shifted(box, dx, dy);
      const next = dx || dy ? `translate(${dx.toFixed(1)} ${dy.toFixed(1)})` : null;
      if (next === text.getAttribute("transform")) return;
      if (next) text.setAttribute("transform", next);
      else text.removeAttribute("transform");
    });
  }
}
