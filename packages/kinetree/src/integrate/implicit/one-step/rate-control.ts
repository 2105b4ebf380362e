import { nthRoot } from "../newton/newton-root.js";

/** How far a step may shrink, and how far it may grow, at once. */
interface ControlBounds {
  readonly shrink: number;
  readonly grow: number;
}

/** Below this an accepted error says little about the next one. */
const LEAST_ERROR = 1e-2;
/** A step this much shorter than the proposed one was cut off by its caller; if it asks for this much more, that proposal stands. */
const [CUT, SLACK] = [0.5, 2];
/** A first step is a guess: if it is wrong, it is very wrong. */
const FIRST_SHRINK = 0.1;

/**
 * Step lengths for an error that grows with h⁴, by Gustafsson's predictive control (ACM TOMS 20 (1994) 496; Hairer, Wanner II
 * (1996), IV.8): where errors have grown from step to step, the next one is expected to do so too.
 */
export class PredictiveControl {
  /** Last accepted step with its error; 0 before there is one. */
  #hAccepted = 0;
  #errorAccepted = 0;
  #isRepeat = false;
  /** Length that was proposed after the last accepted step; 0: none. */
  #proposed = 0;
  readonly #bounds: ControlBounds;

  constructor(bounds: ControlBounds) {
    this.#bounds = bounds;
  }

  begin(): void {
    this.#hAccepted = 0;
    this.#errorAccepted = 0;
    this.#isRepeat = false;
    this.#proposed = 0;
  }

  /** No step has been accepted, or the one under way is tried once more: the error estimate may deserve a second look. */
  get isDoubtful(): boolean {
    return this.#hAccepted === 0 || this.#isRepeat;
  }

  /** Length of the next step, or of this one once more, after a step of length h with this error. */
  propose(h: number, error: number, safety: number): number {
    const [hAccepted, errorAccepted, isRepeat] = [this.#hAccepted, this.#errorAccepted, this.#isRepeat];
    if (!(error <= 1)) return hAccepted === 0 ? h * FIRST_SHRINK : h * this.#bounded(safety / nthRoot(error, 4));
    const plain = this.#bounded(safety / nthRoot(error, 4));
    const foreseen =
      hAccepted === 0 ? plain : this.#bounded((h / hAccepted) * safety * nthRoot(errorAccepted / (error * error), 4));
    const next = h * Math.min(plain, foreseen);
    if (isRepeat) return Math.min(next, h);
    return h < CUT * this.#proposed && next >= SLACK * h ? Math.max(next, this.#proposed) : next;
  }

  /** The step was not good; it will be tried once more. */
  repeat(): void {
    this.#isRepeat = true;
    this.#proposed = 0;
  }

  /** The step was taken, and this length proposed for the next one. */
  accept(h: number, error: number, next: number): void {
    this.#proposed = next;
    this.#hAccepted = h;
    this.#errorAccepted = Math.max(error, LEAST_ERROR);
    this.#isRepeat = false;
  }

  /** Writes its memory: four numbers. */
  write(out: Float64Array, at: number): void {
    out[at] = this.#hAccepted;
    out[at + 1] = this.#errorAccepted;
    out[at + 2] = this.#isRepeat ? 1 : 0;
    out[at + 3] = this.#proposed;
  }

  read(numbers: Float64Array, at: number): void {
    this.#hAccepted = numbers[at];
    this.#errorAccepted = numbers[at + 1];
    this.#isRepeat = numbers[at + 2] === 1;
    this.#proposed = numbers[at + 3];
  }

  /** Division by an error of 0 gives infinity, which is cut like any other number. */
  #bounded(factor: number): number {
    return Math.min(Math.max(factor, this.#bounds.shrink), this.#bounds.grow);
  }
}
