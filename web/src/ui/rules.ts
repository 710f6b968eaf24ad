/** “fm-2023:5.4.d” without its book: “5.4.d”. */
export function shortRule(rule: string): string {
  return rule.slice(rule.indexOf(":") + 1);
}

/** A clause's book and the id inside it; the book is empty where the rule names none. */
export function splitRule(rule: string): { book: string; clause: string } {
  const colon = rule.indexOf(":");
  return { book: colon < 0 ? "" : rule.slice(0, colon), clause: rule.slice(colon + 1) };
}
