/* What is under way, and what came of it too late. */

/** Numbers requests, so that outdated answers can be recognised. */
export class Tickets {
  #latest = 0;

  get latest(): number {
    return this.#latest;
  }

  take(): number {
    return ++this.#latest;
  }

  isLatest(ticket: number): boolean {
    return ticket === this.#latest;
  }
}

/** Wishes of which the newest counts: those that were overtaken while another one was worked on are skipped. */
export class Wishes<T> {
  #waiting: T | null = null;
  #isBusy = false;

  get waiting(): T | null {
    return this.#waiting;
  }

  /** Replaces the waiting request. Starts working unless it already is, and continues until no request waits. */
  async add(wish: T, work: (take: () => T | null) => Promise<void>): Promise<void> {
    this.#waiting = wish;
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await work(() => {
        const next = this.#waiting;
        this.#waiting = null;
        return next;
      });
    } finally {
      this.#isBusy = false;
    }
  }

  clear(): void {
    this.#waiting = null;
  }
}

/** Makes a thing when it is first asked for, and only once. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly thing: T } | null = null;
  return () => (made ??= { thing: make() }).thing;
}

export function shared<A extends unknown[], T>(begin: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  let underWay: Promise<T> | null = null;
  return (...args) =>
    (underWay ??= begin(...args).finally(() => {
      underWay = null;
    }));
}
