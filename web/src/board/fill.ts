import type { Action } from "svelte/action";

/** Puts nodes that were made elsewhere into an element. */
export const fill: Action<Element, Node[]> = (element, nodes) => {
  element.replaceChildren(...nodes);
  return { update: (next) => element.replaceChildren(...next) };
};
