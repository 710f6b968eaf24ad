// The larger pages are fetched when they are first opened, so that the lobby is there at once.
import type { Component } from "svelte";

type Loaded = { default: Component<Record<string, unknown>> };

const PAGES = import.meta.glob<Loaded>([
  "./table/TablePage.svelte",
  "./replay/ReplayPage.svelte",
  "./reader/BookPage.svelte",
  "./lessons/LessonPage.svelte",
]);

export function lazyPage(path: string): Promise<Loaded> {
  const load = PAGES[`./${path}.svelte`];
  return load ? load() : Promise.reject(new Error(`The client was built without ${path}.`));
}
