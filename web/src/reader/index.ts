export { default as BookPage } from "./BookPage.svelte";
export { default as CombatTable } from "./CombatTable.svelte";
export { default as RuleCard } from "./RuleCard.svelte";
export { default as TerrainKey } from "./TerrainKey.svelte";
export { default as TurnTrack } from "./TurnTrack.svelte";
