import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, ApiError, forgetFetched, mapUrl } from "./client";
import { rememberKey } from "./keys";

const TOKEN = "s3cret-token";
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

function answer(body: unknown, status = 200, headers: Record<string, string> = {}): void {
  fetched.mockResolvedValueOnce(
    new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers }),
  );
}

const lastCall = (): [string, RequestInit] => fetched.mock.calls.at(-1)!;

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const reason: unknown = await promise.then(
    () => null,
    (caught: unknown) => caught,
  );
  expect(reason).toBeInstanceOf(ApiError);
  return reason as ApiError;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  forgetFetched();
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => vi.unstubAllGlobals());

describe("keys", () => {
  it("sends the key of the game in a header and in no address", async () => {
    rememberKey("g/1", TOKEN);
    answer({ position: 3 });
    await api.table("g/1", "un");
    const [url, init] = lastCall();
    expect(url).toBe("/api/games/g%2F1?side=un");
    expect(init.headers).toMatchObject({ Authorization: `Bearer ${TOKEN}` });
  });

  it("puts no key into any address or body, whatever is asked", async () => {
    rememberKey("g", TOKEN);
    fetched.mockImplementation(() => Promise.resolve(new Response("{}")));
    await Promise.all([
      api.table("g"),
      api.join("g", TOKEN),
      api.legal("g", { unit: "5/1M" }),
      api.judge("g", "move 5/1M 0906"),
      api.odds("g", { support: [1] }),
      api.give("g", { position: 1, order: { order: "pass" } }),
      api.undo("g", 1),
      api.consent("g", { position: 1, agreed: true }),
      api.resign("g", 1),
      api.journal("g", 4),
      api.position("g", 3),
      api.chart("g"),
      api.branch("g", { at: 3 }),
      api.seat("g", "red", { player: "human" }),
      api.file("g"),
      api.chat("g"),
      api.say("g", "hello"),
    ]);
    expect(fetched).toHaveBeenCalledTimes(17);
    for (const [url, init] of fetched.mock.calls) {
      expect(url).not.toContain(TOKEN);
      expect(String(init.body)).not.toContain(TOKEN);
      expect(init.headers).toMatchObject({ Authorization: `Bearer ${TOKEN}` });
    }
  });

  it("asks nothing for a game it has no key to", async () => {
    const error = await failure(api.table("unknown"));
    expect(error.status).toBe(403);
    expect(fetched).not.toHaveBeenCalled();
  });

  it("sends no key where none is needed", async () => {
    rememberKey("g", TOKEN);
    answer([]);
    await api.battles();
    expect(lastCall()[1].headers).not.toHaveProperty("Authorization");
  });
});

describe("answers", () => {
  it("turns a problem into an error with its sentence, refusal and table", async () => {
    rememberKey("g", TOKEN);
    const refusal = { rule: "fm-2023:5.4.d", sentence: "Only 2½ would be left.", hexes: ["1108"] };
    answer({ error: "refused", sentence: refusal.sentence, refusal }, 422);
    const error = await failure(api.give("g", { position: 1, order: "move" }));
    expect(error.status).toBe(422);
    expect(error.sentence).toBe("Only 2½ would be left.");
    expect(error.refusal?.rule).toBe("fm-2023:5.4.d");

    answer({ error: "stale", sentence: "The table has changed.", table: { position: 9 } }, 409);
    expect((await failure(api.give("g", { position: 1, order: "x" }))).table?.position).toBe(9);
  });

  it("has a sentence of its own where the answer is no problem", async () => {
    answer("<html>Bad gateway</html>", 502, { "x-request-id": "r-17" });
    const error = await failure(api.battles());
    expect(error.sentence).toBe("The server failed.");
    expect(error.problem.error).toBe("r-17");
  });

  it("says plainly that the server was not reached", async () => {
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const error = await failure(api.battles());
    expect(error.unreachable).toBe(true);
    expect(error.sentence).toBe("The server cannot be reached.");
  });

  it("gives up on a server that does not answer", async () => {
    vi.useFakeTimers();
    fetched.mockImplementationOnce(
      (_, init) =>
        new Promise((_, reject) =>
          init.signal!.addEventListener("abort", () => reject(new DOMException("", "AbortError"))),
        ),
    );
    const waiting = failure(api.battles());
    await vi.advanceTimersByTimeAsync(31_000);
    expect((await waiting).problem.error).toBe("no-answer");
    vi.useRealTimers();
  });

  it("lets the caller's own abort through as an abort", async () => {
    rememberKey("g", TOKEN);
    const control = new AbortController();
    control.abort();
    fetched.mockImplementationOnce(() => Promise.reject(new DOMException("", "AbortError")));
    await expect(api.legal("g", {}, control.signal)).rejects.toHaveProperty("name", "AbortError");
  });

  it("fetches what never changes once, and again only after a failure", async () => {
    answer({ error: "storage", sentence: "Later." }, 503);
    await failure(api.sheet("crossroads", "fm-2023"));
    answer({ id: "crossroads" });
    await api.sheet("crossroads", "fm-2023");
    await api.sheet("crossroads", "fm-2023");
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it("tells an undo that was done from one the other side must agree to", async () => {
    rememberKey("g", TOKEN);
    answer({ table: { position: 5 }, rows: [{ number: 5 }] });
    expect(await api.undo("g", 4)).toMatchObject({ waiting: false, rows: [{ number: 5 }] });
    answer({ position: 4, take_back: { asked_by: "red" } }, 202);
    expect(await api.undo("g", 4)).toMatchObject({ waiting: true, rows: [], table: { position: 4 } });
  });

  it("escapes what it puts into an address", () => {
    expect(mapUrl("a b/c", "night")).toBe("/api/battles/a%20b%2Fc/map.svg?theme=night");
  });
});
