import type { ModesState } from "../../run/modes-store.js";

/** Wall time that one swing takes in the picture, whatever its own period [s]. */
const SWING = 2;

/** Where a swing stands that is not in motion: at its largest. */
const LARGEST = 0.25;

export interface Timed {
  setTime(t: number): void;
}

/** Swings a mode in the picture: to and fro, evenly, frame by frame. */
export class ModeClock {
  readonly #view: Timed;
  #frame = 0;
  #before = 0;
  /** Part of the swing that is shown, 0 to 1. */
  #phase = LARGEST;

  constructor(view: Timed) {
    this.#view = view;
  }

  follow({ motion, isPlaying }: Pick<ModesState, "motion" | "isPlaying">): void {
    if (motion === null) {
      this.stop();
      this.#phase = LARGEST;
      return;
    }
    this.#view.setTime(this.#phase);
    if (!isPlaying) this.stop();
    else if (this.#frame === 0) {
      this.#before = performance.now();
      this.#frame = requestAnimationFrame((now) => this.#tick(now));
    }
  }

  #tick(now: number): void {
    this.#phase = (this.#phase + Math.max(0, now - this.#before) / (1000 * SWING)) % 1;
    this.#before = now;
    this.#view.setTime(this.#phase);
    this.#frame = requestAnimationFrame((next) => this.#tick(next));
  }

  stop(): void {
    if (this.#frame !== 0) cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }
}
