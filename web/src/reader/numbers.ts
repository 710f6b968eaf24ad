/** Numbers as they are printed: a true minus, never a hyphen. */
export function printed(text: string): string {
  return text.replace(/(^|[\s(])-(?=\d)/g, "$1−").replace(/^-$/, "–");
}

export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

/** Names of the data ("frozen-marsh", "minor-river") in words. */
export function words(name: string): string {
  const text = name.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
