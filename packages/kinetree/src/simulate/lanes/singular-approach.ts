/** Steps within which a singular pose is foreseen: a step must not jump over it. */
const STEPS_AHEAD = 2;
/** Part of its last peak, or of its value at the last look, to which a measure of rank falls until the next look ahead. */
const FALLEN = 0.4;

/** Watches from step to step how far closures are from losing rank, and tells when to look whether they do. */
export class SingularApproach {
  /** A measure that falls in proportion to the time left, at the last accepted step; its time. */
  #last = NaN;
  #at = NaN;
  /** Its peak since the last look. */
  #peak = 0;

  /** Whether a singular pose may be ahead of an accepted step at t. `h`: how far the run goes until it is asked again. */
  isNear(t: number, now: number, h: number): boolean {
    if (t === this.#at) return false;
    const rate = (this.#last - now) / (t - this.#at);
    this.#last = now;
    this.#at = t;
    if (now > this.#peak) this.#peak = now;
    if (!(rate > 0) || (now > FALLEN * this.#peak && now > STEPS_AHEAD * h * rate)) return false;
    this.#peak = now;
    return true;
  }

  snapshot(): readonly number[] {
    return [this.#last, this.#at, this.#peak];
  }

  restore([last, at, peak]: readonly number[]): void {
    [this.#last, this.#at, this.#peak] = [last, at, peak];
  }
}
