import type { Variant } from "./types";

/** Zoom levels by pixels per hex: overview, theatre, front, close. */
export function levelOf(pixels: number): 0 | 1 | 2 | 3 {
  if (pixels < 30) return 0;
  if (pixels < 55) return 1;
  return pixels <= 110 ? 2 : 3;
}

/** Width of a counter in pixels. */
export function counterPixels(pixels: number): number {
  if (pixels < 30) return Math.max(9, pixels * 0.6);
  if (pixels < 48) return Math.max(24, Math.min(32, pixels * 0.86));
  return Math.min(96, (pixels * 2) / 3);
}

export function variantOf(size: number): Variant {
  if (size < 24) return "square";
  return size < 40 ? "compact" : "full";
}

export const NUMBERS_FROM = 44;
