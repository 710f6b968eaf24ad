export type Layout = "wide" | "medium" | "drawer" | "phone";

/** The layout for a window of this size; a phone on its side has the drawer. */
export function layoutFor(width: number, height: number): Layout {
  if (width < 600) return "phone";
  if (width < 900 || height < 480) return "drawer";
  return width < 1280 ? "medium" : "wide";
}

/** Follows the window. */
export class Window {
  width = $state(window.innerWidth);
  height = $state(window.innerHeight);
  readonly layout: Layout = $derived(layoutFor(this.width, this.height));

  follow(): () => void {
    const resized = (): void => {
      this.width = window.innerWidth;
      this.height = window.innerHeight;
    };
    resized();
    window.addEventListener("resize", resized);
    return () => window.removeEventListener("resize", resized);
  }
}
