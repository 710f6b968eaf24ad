export { default as Charts } from "./Charts.svelte";
export { default as ReplayPage } from "./ReplayPage.svelte";
