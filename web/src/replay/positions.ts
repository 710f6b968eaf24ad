// Positions of the past never change, so they are kept: the least recently used goes first.

export class Positions<T> {
  readonly #kept = new Map<number, T>();
  readonly #asked = new Map<number, Promise<T>>();

  constructor(
    private readonly fetch: (orders: number) => Promise<T>,
    private readonly capacity = 120,
  ) {}

  get size(): number {
    return this.#kept.size;
  }

  /** What is already here, without asking. */
  peek(orders: number): T | undefined {
    const found = this.#kept.get(orders);
    if (found !== undefined) {
      this.#kept.delete(orders);
      this.#kept.set(orders, found);
    }
    return found;
  }

  get(orders: number): Promise<T> {
    const found = this.peek(orders);
    if (found !== undefined) return Promise.resolve(found);
    const asked = this.#asked.get(orders);
    if (asked) return asked;
    const promise = this.fetch(orders).then(
      (value) => {
        this.#asked.delete(orders);
        this.keep(orders, value);
        return value;
      },
      (error: unknown) => {
        this.#asked.delete(orders);
        throw error;
      },
    );
    this.#asked.set(orders, promise);
    return promise;
  }

  keep(orders: number, value: T): void {
    this.#kept.delete(orders);
    this.#kept.set(orders, value);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.capacity) break;
      this.#kept.delete(oldest);
    }
  }

  /** Fetch neighbours quietly, the nearest first; a failure shows when the position itself is wanted. */
  async prefetch(around: number, last: number, direction: -1 | 0 | 1 = 0, reach = 3): Promise<void> {
    for (const orders of neighbours(around, last, direction, reach)) {
      if (this.#kept.has(orders) || this.#asked.has(orders)) continue;
      try {
        await this.get(orders);
      } catch {
        return;
      }
    }
  }
}

/** Positions worth having next: the way one is going first, then a step back. */
export function neighbours(around: number, last: number, direction: -1 | 0 | 1, reach: number): number[] {
  const found: number[] = [];
  for (let step = 1; step <= reach; step++) {
    if (direction >= 0) found.push(around + step);
    if (direction <= 0) found.push(around - step);
  }
  if (direction !== 0) found.push(around - direction);
  return found.filter((orders) => orders >= 0 && orders <= last);
}
