/** The best of many contenders, found again in logarithmic time when one of them has changed. Of equals the first one wins. */
export class Tournament {
  readonly #leaves: number;
  /** A tree: the winner of all matches at 1, the two who met for place k at 2 k and 2 k + 1; -1 where nobody stands. */
  readonly #winners: Int32Array;
  readonly #beats: (a: number, b: number) => boolean;

  /** @param beats whether a contender is better than another one, as both are now */
  constructor(contenders: number, beats: (a: number, b: number) => boolean) {
    this.#beats = beats;
    let leaves = 1;
    while (leaves < contenders) leaves *= 2;
    this.#leaves = leaves;
    this.#winners = new Int32Array(2 * leaves).fill(-1);
    for (let i = 0; i < contenders; i++) this.#winners[leaves + i] = i;
    for (let k = leaves - 1; k > 0; k--) this.#play(k);
  }

  /** -1 if there are no contenders. */
  get winner(): number {
    return this.#winners[1];
  }

  /** To be called when a contender has become better or worse. */
  replay(contender: number): void {
    for (let k = (this.#leaves + contender) >> 1; k > 0; k >>= 1) this.#play(k);
  }

  #play(k: number): void {
    const first = this.#winners[2 * k];
    const second = this.#winners[2 * k + 1];
    this.#winners[k] = second >= 0 && this.#beats(second, first) ? second : first;
  }
}
