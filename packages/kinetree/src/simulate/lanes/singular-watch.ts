import { SAFE_QUALITY } from "../../integrate/control.js";
import type { LaneIndex } from "../../kernel/instance.js";
import type { LanePair } from "./lane-pair.js";
import { SingularApproach } from "./singular-approach.js";

/** Steps between two looks at the least pivot, which costs about as much as a step. */
const PIVOT_EVERY = 2;

/** Watches how near the closures of a run are to losing rank: by the quality that kernels tell, or by the least pivot where they do not. */
export class SingularWatch {
  readonly #pair: LanePair;
  readonly #lane: LaneIndex;
  /** The least pivot of the closures at the accepted state, for equations that do not tell their quality. */
  readonly #leastPivot: (() => number) | null;
  readonly #approach = new SingularApproach();
  /**
   * Quality where the step under way ends, before samples within it are looked at, NaN if none were; and at the accepted state. In an array,
   * since numbers that are handed on in every step would be boxed.
   */
  readonly #quality = Float64Array.of(NaN, NaN);

  constructor(pair: LanePair, lane: LaneIndex, leastPivot: (() => number) | null) {
    this.#pair = pair;
    this.#lane = lane;
    this.#leastPivot = leastPivot;
  }

  /** Closures whose rows are selected: only these have singular poses that a run can pass. */
  get #isTold(): boolean {
    const { plan, layout } = this.#pair;
    return plan.loopPlan !== null && layout.quality.count > 0;
  }

  #read(into: 0 | 1): void {
    this.#quality[into] = this.#pair.f64[this.#pair.index(this.#pair.layout.quality, this.#lane)];
  }

  /** Keeps the quality where the step under way ends, before others are evaluated within it. */
  keep(): void {
    if (this.#isTold) this.#read(0);
  }

  /** Takes the quality of the state just accepted. */
  take(): void {
    if (!this.#isTold) return;
    if (Number.isNaN(this.#quality[0])) this.#read(1);
    else this.#quality[1] = this.#quality[0];
    this.#quality[0] = NaN;
  }

  /** Whether no step should begin at the accepted state. */
  isSingular(): boolean {
    if (this.#leastPivot) return this.#leastPivot() < Math.sqrt(SAFE_QUALITY);
    return this.#isTold && !(this.#quality[1] >= SAFE_QUALITY);
  }

  /** Whether a singular pose may be ahead of the accepted state. */
  isNear(): boolean {
    if (this.#leastPivot) {
      if (this.#pair.clock("accepted", this.#lane) % PIVOT_EVERY !== 0) return false;
      return this.#isApproaching(this.#leastPivot(), PIVOT_EVERY);
    }
    return this.#isTold && this.#isApproaching(Math.sqrt(this.#quality[1]), 1);
  }

  #isApproaching(now: number, steps: number): boolean {
    const [pair, lane] = [this.#pair, this.#lane];
    return this.#approach.isNear(pair.clock("t", lane), now, steps * pair.clock("h", lane));
  }

  snapshot(): readonly number[] {
    return [...this.#approach.snapshot(), this.#quality[0]];
  }

  restore([last, at, peak, atEnd]: readonly number[]): void {
    this.#approach.restore([last, at, peak]);
    this.#quality[0] = atEnd;
  }
}
