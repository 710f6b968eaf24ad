import type { Page } from "@playwright/test";

/** One thing a page received: an answer or a message of its live line. */
export interface Received {
  from: string;
  text: string;
}

/** Records every byte that a page receives. */
export class Wire {
  readonly received: Received[] = [];
  #open: Promise<void>[] = [];

  constructor(page: Page) {
    page.on("response", (response) => {
      const from = new URL(response.url()).pathname;
      const body = response.body().then(
        (bytes) => void this.received.push({ from, text: bytes.toString("latin1") }),
        () => undefined,
      );
      this.#open.push(body);
    });
    page.on("websocket", (socket) => {
      const from = `live ${new URL(socket.url()).pathname}`;
      socket.on("framereceived", ({ payload }) => {
        this.received.push({
          from,
          text: typeof payload === "string" ? payload : payload.toString("latin1"),
        });
      });
    });
  }

  async all(): Promise<Received[]> {
    await Promise.all(this.#open);
    return this.received;
  }
}

/** Where a counter is named: the id as a word of its own, in JSON or in a sentence. */
export function names(text: string, id: string): boolean {
  const plain = id.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w/-])${plain}(?![\\w/-])`).test(text);
}
