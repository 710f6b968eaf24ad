import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "@playwright/test";
import { Server } from "./server";

/** What no page may do: complain in the console, throw, or break the content policy. */
export class Faults {
  readonly seen: string[] = [];
  #expected: RegExp[] = [];

  /** A complaint that belongs to what the test does, such as a line cut on purpose. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  watch(context: BrowserContext): void {
    context.on("console", (message) => {
      if (message.type() === "error") this.#note(`console: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.#note(`thrown: ${error.error().stack ?? error.error().message}`));
  }

  #note(text: string): void {
    if (!this.#expected.some((pattern) => pattern.test(text))) this.seen.push(text);
  }
}

interface Fixtures {
  faults: Faults;
  server: Server;
  /** A browser of somebody else: its own storage, its own window. */
  stranger: (options?: BrowserContextOptions) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  faults: [
    async ({ context }, use) => {
      const faults = new Faults();
      faults.watch(context);
      await use(faults);
      expect(faults.seen, "complaints of the pages").toEqual([]);
    },
    { auto: true },
  ],
  server: async ({ request }, use) => use(new Server(request)),
  stranger: async ({ browser, contextOptions, viewport, baseURL, faults }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        viewport,
        ...(baseURL ? { baseURL } : {}),
        reducedMotion: "reduce",
        ...options,
      });
      contexts.push(context);
      faults.watch(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

export { expect };
