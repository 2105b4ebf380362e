/** Span that figures are taken over [ms]. */
const SPAN = 500;

/** How fast a run goes, lately, and how much of a core it takes. */
export class Meter {
  #marks: { readonly wall: number; readonly busy: number; readonly t: number }[] = [];
  #busy = 0;

  restart(wall: number, t: number): void {
    this.#busy = 0;
    this.#marks = [{ wall, busy: 0, t }];
  }

  /** After a stretch of work of that length, at that time of the run. */
  add(wall: number, busy: number, t: number): void {
    this.#busy += busy;
    this.#marks.push({ wall, busy: this.#busy, t });
    while (this.#marks.length > 2 && this.#marks[1].wall < wall - SPAN) this.#marks.shift();
  }

  read(): { readonly realTimeFactor: number; readonly physicsShare: number } {
    const first = this.#marks[0];
    const last = this.#marks[this.#marks.length - 1];
    const wall = last.wall - first.wall;
    if (!(wall > 0)) return { realTimeFactor: 0, physicsShare: 0 };
    return {
      realTimeFactor: (1000 * (last.t - first.t)) / wall,
      physicsShare: Math.min(1, (last.busy - first.busy) / wall),
    };
  }
}
