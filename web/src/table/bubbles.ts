import type { Refusal } from "../api/types";
import type { Bubble } from "../board";

/** The first sentence is the headline of a refusal, the rest its reason. */
export function headline(sentence: string): [string, string] {
  const end = /[.:]\s/.exec(sentence);
  if (!end || sentence.length < 30) return [sentence, ""];
  const rest = sentence.slice(end.index + 2);
  return [`${sentence.slice(0, end.index)}.`, rest.charAt(0).toUpperCase() + rest.slice(1)];
}

/** Why an order is not allowed, at the hex it was meant for. */
export function refused(hex: string, refusal: Refusal): Bubble {
  const [title, text] = headline(refusal.sentence);
  return { hex, title, text, rule: refusal.rule, tone: "refusal" };
}

/** A way of one's own that would jump; `last` is where it ends so far. */
export const gap = (hex: string, last: string | undefined): Bubble => ({
  hex,
  title: "The way has a gap",
  text: last ? `Go on with a hex beside ${last}.` : "Begin with a hex that can be reached.",
  rule: "",
  tone: "note",
});

/** A counter that nothing can be done with now, and the rule of what is asked. */
export const idle = (hex: string, id: string, rule: string): Bubble => ({
  hex,
  title: id,
  text: "There is no order for it now.",
  rule,
  tone: "note",
});
