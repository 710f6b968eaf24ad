export { default as Board } from "./Board.svelte";
export { default as Counter } from "./Counter.svelte";
export { default as Marker } from "./Marker.svelte";
export { default as Overview } from "./Overview.svelte";
export { hexText, pieceText, points, ratingsText } from "./labels";
export { nationColours, nationName } from "./palette";
export type { BoardProps } from "./props";
export { nextInStack, piecesOf, stacksOf } from "./stacks";
export type { Bubble, Drift, Insets, Marks, Piece, ReachMark, Rim, Route, Sign } from "./types";
