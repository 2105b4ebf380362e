/** Frames further apart than this mean that the machine is busy [ms]. */
const SLOW = 28;
/** Then pictures that merely grew are drawn this far apart [ms]. */
const RARE = 120;
/** Part that a new frame has in the average. */
const WEIGHT = 0.1;

/** Tells when a picture that only grew is worth drawing: on every frame, or more rarely where frames do not keep up. */
export class Pace {
  #before = 0;
  #gap = 16;
  #drawn = -Infinity;

  /** Takes note of a frame at that time [ms]. */
  frame(now: number): void {
    // A page that was not looked at had no frames, which says nothing.
    const gap = Math.min(200, now - this.#before);
    if (this.#before > 0) this.#gap += WEIGHT * (gap - this.#gap);
    this.#before = now;
  }

  allows(now: number): boolean {
    if (this.#gap > SLOW && now - this.#drawn < RARE) return false;
    this.#drawn = now;
    return true;
  }
}
