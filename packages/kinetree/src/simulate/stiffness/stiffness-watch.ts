import type { MethodName } from "../../integrate/integrators.js";
import { integratorFor, stabilityBound, type RunAdvice } from "./integrator-advice.js";
import type { LanePair } from "../lanes/lane-pair.js";
import { FastestFinder, type FastestMode } from "./fastest-mode.js";
import type { StabilityLimits } from "./step-stability.js";
import type { StiffnessProbe } from "./stiffness-probe.js";

const LANE = 0;

/** Accepted steps before the first look, and between looks where steps are near the limit, and at it. */
const [FIRST, NEAR, AT] = [256, 128, 64];
/** Far from the limit, looks become less frequent. */
const [RARER, RAREST] = [4, 16384];
/** Steps above this part of the limit are at the limit: step size control oscillates below it. */
const AT_BOUND = 0.5;
/** Below this part of the limit steps are far from it. */
const FAR = 0.2;
/** Step size control that is limited by stability proposes no more than this times the limit. */
const PROPOSED = 1.5;
/** Consecutive looks that must agree. */
export const LOOKS = 3;
/** A motion slower than this part of the mode does not excite it. */
const SLOWER = 0.2;
/** Vectors and rounds of the first search, and of later ones. */
const [AT_FIRST, AGAIN] = [
  { vectors: 8, rounds: 4 },
  { vectors: 6, rounds: 2 },
] as const;

export interface StiffnessLook {
  readonly t: number;
  /** Average step since the last look [s]. */
  readonly step: number;
  readonly mode: FastestMode;
  readonly speed: number;
  /** Steps are limited by stability, and accuracy would allow longer ones. */
  readonly isBound: boolean;
  /** Consecutive looks with `isBound`. */
  readonly inARow: number;
}

/** The finding of consecutive looks that agree. */
export interface StiffnessNote {
  readonly t: number;
  /** Steps taken, or wanted; longest explicit one [s]. */
  readonly step: number;
  readonly limit: number;
  /** Of the mode that sets the limit. */
  readonly rate: number;
  readonly dampingRatio: number;
  readonly speed: number;
}

/** Watches whether stability limits the steps of a run, in memory of its own: a watched run is the same to the last bit. */
export class StiffnessWatch {
  readonly #pair: LanePair;
  readonly #nameOf: (speed: number) => string;
  readonly #rarest: number;
  #finder: FastestFinder | null = null;
  #f = new Float64Array(0);
  #g = new Float64Array(0);
  #next = FIRST;
  /** Attempts before the next look is possible. */
  #wait = 0;
  #every = NEAR;
  #inARow = 0;
  #lastAccepted = 0;
  #lastT: number;
  readonly #notes: StiffnessNote[] = [];
  /** Memory of the finder before an interruption, until the next look. */
  #remembered: readonly number[] = [];

  constructor(pair: LanePair, t: number, nameOf: (speed: number) => string, rarest = RAREST) {
    this.#pair = pair;
    this.#lastT = t;
    this.#nameOf = nameOf;
    this.#rarest = rarest;
  }

  /** Called after every attempt: whether to look. */
  isDue(): boolean {
    // Reading the clock every time would cost more than the looks.
    if (this.#wait > 0) {
      this.#wait--;
      return false;
    }
    return this.#pair.clock("accepted", LANE) >= this.#next;
  }

  /** Every accepted step takes at least one attempt, so the clock need not be read before. */
  #lookAt(accepted: number): void {
    this.#next = accepted;
    this.#wait = accepted - this.#pair.clock("accepted", LANE) - 1;
  }

  /** Looks between two steps, by the equations of an explicit method; null where no mode limits the steps. */
  look(probe: StiffnessProbe, limits: StabilityLimits): StiffnessLook | null {
    const pair = this.#pair;
    const [t, accepted] = [pair.clock("t", LANE), pair.clock("accepted", LANE)];
    const step = (t - this.#lastT) / (accepted - this.#lastAccepted);
    this.#lastT = t;
    this.#lastAccepted = accepted;
    const isFirst = this.#finder === null && this.#remembered.length === 0;
    const finder = this.#finderOf(probe, limits);
    finder.probe.look(pair);
    const { vectors, rounds } = isFirst ? AT_FIRST : AGAIN;
    const mode = finder.find(vectors, rounds, step);
    const isBound = mode !== null && this.#isAtBound(step, mode) && this.#isSlow(finder, mode);
    this.#inARow = isBound ? this.#inARow + 1 : 0;
    this.#every = this.#pause(isBound, mode !== null && step > FAR * mode.limit);
    this.#lookAt(accepted + this.#every);
    // The speed is found only where needed: it takes one evaluation per speed.
    const speed = this.#inARow >= LOOKS ? finder.speed() : 0;
    return mode && { t, step, mode, speed, isBound, inARow: this.#inARow };
  }

  #pause(isBound: boolean, isNear: boolean): number {
    // After consecutive looks that agree, the next one can wait.
    if (isBound) return this.#inARow < LOOKS ? AT : this.#rarest;
    return isNear ? NEAR : Math.min(RARER * Math.max(this.#every, NEAR), this.#rarest);
  }

  /** Stores the finding of looks that agree, once per integrator that would help. */
  note(look: StiffnessLook | null): void {
    if (!look || look.inARow < LOOKS) return;
    const { t, step, mode, speed } = look;
    const { rate, dampingRatio, limit } = mode;
    const isKnown = this.#notes.some((note) => integratorFor(note.dampingRatio) === integratorFor(dampingRatio));
    if (!isKnown) this.#notes.push({ t, step, limit, rate, dampingRatio, speed });
  }

  advice(method: MethodName): readonly RunAdvice[] {
    return this.#notes.map(({ t, step, limit, rate, dampingRatio, speed }) =>
      stabilityBound(t, method, { taken: step, limit }, { rate, dampingRatio, speed: this.#nameOf(speed) }),
    );
  }

  lookAgainAfter(steps: number): void {
    this.#lookAt(this.#pair.clock("accepted", LANE) + steps);
  }

  /** Restarts the counts, after a switch of the integrator. */
  startOver(): void {
    this.#inARow = 0;
    this.#lastT = this.#pair.clock("t", LANE);
    this.#lastAccepted = this.#pair.clock("accepted", LANE);
    this.#every = NEAR;
    this.#lookAt(this.#lastAccepted + AT);
  }

  #finderOf(probe: StiffnessProbe, limits: StabilityLimits): FastestFinder {
    if (this.#finder?.probe === probe) return this.#finder;
    const known = this.#finder?.snapshot() ?? this.#remembered;
    const finder = new FastestFinder(probe, limits, AT_FIRST.vectors);
    if (known.length > 0) finder.restore(known);
    this.#finder = finder;
    this.#f = new Float64Array(probe.size);
    this.#g = new Float64Array(probe.size);
    return finder;
  }

  #isAtBound(step: number, { limit }: FastestMode): boolean {
    const proposed = this.#pair.clock("h", LANE);
    // Steps that are limited by maxStep say nothing about stability.
    const isHeld = proposed >= this.#pair.clock("hMax", LANE);
    return step > AT_BOUND * limit && proposed < PROPOSED * limit && !isHeld;
  }

  /** Whether the motion is slow compared with the mode: |ÿ| against |ẏ|, with coordinates and speeds scaled as in the mode. */
  #isSlow({ probe }: FastestFinder, { rate }: FastestMode): boolean {
    const { nv } = probe.plan;
    probe.rates(this.#f);
    probe.along(this.#f, this.#g);
    let [f, g] = [0, 0];
    for (let i = 0; i < probe.size; i++) {
      const weight = i >= nv && i < 2 * nv ? 1 : rate * rate;
      f += weight * this.#f[i] * this.#f[i];
      g += weight * this.#g[i] * this.#g[i];
    }
    return Math.sqrt(g) < SLOWER * rate * Math.sqrt(f);
  }

  snapshot(): Float64Array {
    const known = this.#finder?.snapshot() ?? this.#remembered;
    const notes = this.#notes.flatMap((note) => Object.values(note) as number[]);
    return Float64Array.of(
      this.#next,
      this.#every,
      this.#inARow,
      this.#lastAccepted,
      this.#lastT,
      this.#notes.length,
      ...notes,
      ...known,
    );
  }

  restore(numbers: Float64Array): void {
    const [next, every, inARow, lastAccepted, lastT, count, ...rest] = numbers;
    this.#next = next;
    this.#every = every;
    this.#inARow = inARow;
    this.#lastAccepted = lastAccepted;
    this.#lastT = lastT;
    for (let i = 0; i < count; i++) {
      const [t, step, limit, rate, dampingRatio, speed] = rest.slice(6 * i, 6 * i + 6);
      this.#notes.push({ t, step, limit, rate, dampingRatio, speed });
    }
    this.#remembered = rest.slice(6 * count);
  }
}
