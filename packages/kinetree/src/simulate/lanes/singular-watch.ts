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
  /** Quality where the step ended, before samples within it were looked at; NaN if none were. */
  #atEnd = NaN;

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

  #now(): number {
    const { quality } = this.#pair.layout;
    return quality.count > 0 ? this.#pair.f64[this.#pair.index(quality, this.#lane)] : NaN;
  }

  /** Keeps the quality where the step under way ends, before others are evaluated within it. */
  keep(): void {
    this.#atEnd = this.#now();
  }

  /** The quality at the state just accepted. */
  take(): number {
    const kept = this.#atEnd;
    this.#atEnd = NaN;
    return Number.isNaN(kept) ? this.#now() : kept;
  }

  /** Whether no step should begin at the accepted state. */
  isSingular(quality = this.#now()): boolean {
    if (this.#leastPivot) return this.#leastPivot() < Math.sqrt(SAFE_QUALITY);
    return this.#isTold && !(quality >= SAFE_QUALITY);
  }

  /** Whether a singular pose may be ahead of the accepted state. */
  isNear(quality: number): boolean {
    const [pair, lane] = [this.#pair, this.#lane];
    const [t, h] = [pair.clock("t", lane), pair.clock("h", lane)];
    if (this.#leastPivot) {
      if (pair.clock("accepted", lane) % PIVOT_EVERY !== 0) return false;
      return this.#approach.isNear(t, this.#leastPivot(), PIVOT_EVERY * h);
    }
    return this.#isTold && this.#approach.isNear(t, Math.sqrt(quality), h);
  }

  snapshot(): readonly number[] {
    return [...this.#approach.snapshot(), this.#atEnd];
  }

  restore([last, at, peak, atEnd]: readonly number[]): void {
    this.#approach.restore([last, at, peak]);
    this.#atEnd = atEnd;
  }
}
