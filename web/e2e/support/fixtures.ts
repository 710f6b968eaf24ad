import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Response,
} from "@playwright/test";
import { Server } from "./server";

/** Answers to a page that asked about a position while an order from elsewhere changed it. */
const OVERTAKEN = [
  /answer 422: .*\/odds .*"error":"refused"/,
  /answer 422: .*\/odds .*No combat is under way/,
  /answer 403: .*\/legal .*It is for .* to decide now/,
];

/** What no page may do: complain in the console, throw, or break the content policy. */
export class Faults {
  readonly #seen: string[] = [];
  readonly #open: Promise<void>[] = [];
  #expected: RegExp[] = [...OVERTAKEN];

  /** A complaint that belongs to what the test does, such as a line cut on purpose. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  watch(context: BrowserContext): void {
    context.on("console", (message) => {
      const told = message.text();
      // Answers are told below, with what was asked.
      if (message.type() === "error" && !told.startsWith("Failed to load resource: the server responded"))
        this.#note(`console: ${told} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.#note(`thrown: ${error.error().stack ?? error.error().message}`));
    context.on("response", (response) => {
      if (response.status() >= 400) this.#open.push(this.#answer(response));
    });
  }

  async #answer(response: Response): Promise<void> {
    const asked = `${response.request().method()} ${response.url()} ${response.request().postData() ?? ""}`;
    const answer = await response.text().catch(() => "");
    this.#note(`answer ${response.status()}: ${asked} ${answer.slice(0, 300)}`);
  }

  async all(): Promise<string[]> {
    await Promise.all(this.#open);
    return this.#seen.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }

  #note(text: string): void {
    this.#seen.push(text);
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
      expect(await faults.all(), "complaints of the pages").toEqual([]);
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
