export { default as LessonPage } from "./LessonPage.svelte";
export { onSignal, signal, type Signal, type SignalName } from "./signals";
