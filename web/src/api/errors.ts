import type { Problem, Refusal, TableView } from "./types";

/** Anything that kept the server from doing what it was asked, with a sentence for the player. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  /** `status` is 0 where the server was not reached at all. */
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.sentence);
  }

  get sentence(): string {
    return this.problem.sentence;
  }

  get refusal(): Refusal | null {
    return this.problem.refusal ?? null;
  }

  /** The table as it stands now, where the order came too late. */
  get table(): TableView | null {
    return this.problem.table ?? null;
  }

  get unreachable(): boolean {
    return this.status === 0;
  }
}

const SENTENCES: Record<number, string> = {
  0: "The server cannot be reached.",
  400: "The server did not understand the request.",
  403: "This link does not open that seat.",
  404: "There is nothing under this address.",
  409: "The table has changed since you clicked.",
  413: "That is larger than the server takes.",
  422: "The server did not understand the request.",
  429: "Too many requests in a short time. Wait a moment and try again.",
};

export function sentenceFor(status: number): string {
  return SENTENCES[status] ?? (status >= 500 ? "The server failed." : "The server refused the request.");
}

export function plainProblem(status: number, error: string): Problem {
  return { error, sentence: sentenceFor(status) };
}

export function isProblem(value: unknown): value is Problem {
  if (typeof value !== "object" || value === null) return false;
  const problem = value as Partial<Problem>;
  return typeof problem.error === "string" && typeof problem.sentence === "string";
}

/** Any thrown thing as an ApiError, so that screens need to know one kind only. */
export function asApiError(reason: unknown): ApiError {
  if (reason instanceof ApiError) return reason;
  const message = reason instanceof Error ? reason.message : String(reason);
  return new ApiError(-1, { error: message, sentence: "The page failed." });
}
