import { SLOT } from "../kernel/allocate.js";
import { Code, I32, V128 } from "../kernel/code.js";
import { advance, loadAt, numbers } from "../kernel/memory-code.js";
import { stageCount } from "./method.js";
import { STATE, StepperSlots, type ScaledStages } from "./stepper-slots.js";

export class StepperWriter extends StepperSlots {
  /** f at the current q, y, t. */
  #differentiate(code: Code, isSettled: boolean): void {
    this.call(code, isSettled ? this.flow.dynamicsSettled : this.flow.dynamics);
    this.call(code, this.flow.rates);
  }

  /** f at the current q, y, t, kept as stage k; `isSettled` where nothing has happened since the state was settled. */
  #evaluate(code: Code, k: number, isSettled: boolean): void {
    this.#differentiate(code, isSettled);
    this.copy(code, this.at.f, this.stage(k), this.flow.sizes.ny);
  }

  /** t ← min(t₀ + c h, tCap), exactly tNext for c = 1 */
  #setTime(code: Code, c: number): void {
    code.get(STATE);
    if (c === 1) code.get(STATE).load(this.control("tNext"));
    else {
      code.get(STATE).load(this.control("t"));
      code.get(STATE).load(this.control("hTaken"));
      this.constant(code, c).simd("f64x2.mul").simd("f64x2.add");
    }
    code.get(STATE).load(this.control("tCap")).simd("f64x2.pmin").store(this.at.t);
  }

  /** q ← retract(q₀, δ), projected onto constraints; `isEnd` for a state that is shown or kept. Returns whether it was settled. */
  #place(code: Code, isEnd: boolean): boolean {
    const { retract, settle } = this.flow;
    this.call(code, retract);
    if (!settle || (!isEnd && settle.when !== "stage")) return false;
    this.call(code, settle.index);
    return true;
  }

  /** Puts the accepted state into q, y, t and evaluates the first stage there, for the lanes that want it. */
  start(): Code {
    const code = this.code();
    this.#toStart(code);
    const { settle } = this.flow;
    if (settle) this.call(code, settle.index);
    this.#differentiate(code, settle !== null);
    const isWanted = code.local(V128);
    this.constant(code, 0).get(STATE).load(this.control("restart")).simd("f64x2.lt").set(isWanted);
    this.take(code, isWanted, this.at.f, this.stage(0), this.flow.sizes.ny);
    code.get(STATE);
    this.constant(code, 0).store(this.control("restart"));
    if (this.flow.observe) {
      // A lane that has made steps has been looked at already.
      this.call(code, this.flow.observe.index);
      const isFresh = code.local(V128);
      code.get(STATE).load(this.control("accepted"));
      code.get(STATE).load(this.control("rejected")).simd("f64x2.add");
      this.constant(code, 0).simd("f64x2.eq").set(isFresh);
      this.takeObserved(code, isFresh);
    }
    if (this.flow.ground) {
      this.call(code, this.flow.ground.survey);
      this.takeGround(code, isWanted);
    }
    return code;
  }

  #toStart(code: Code): void {
    this.copy(code, this.at.q0, this.at.q, this.flow.sizes.nq);
    this.copy(code, this.at.y0, this.at.y, this.flow.sizes.ny);
    code.get(STATE).get(STATE).load(this.control("t")).store(this.at.t);
  }

  #stageRow(k: number): { a: readonly number[]; c: number } {
    const { a, c } = this.method.tableau;
    if (k < a.length) return { a: a[k], c: c[k] };
    const { extraStages } = this.dense;
    return { a: extraStages.a[k - a.length], c: extraStages.c[k - a.length] };
  }

  attempt(): Code {
    const code = this.code();
    const { ny, nq, nDelta } = this.flow.sizes;
    const endStage = this.dense.endStage;
    this.call(code, this.linkage.entry("prepare"));
    if (this.flow.hold !== null) {
      this.#toStart(code);
      this.call(code, this.flow.hold);
    }
    if (this.method.newSpeedsFirst) {
      // δ̇ of the new speeds at the old coordinates takes the place of the old δ̇.
      this.#toStart(code);
      this.combine(code, this.scaled(code, [1]), ny);
      this.each(code, 0, nDelta, (pointer, k) => {
        code.get(pointer);
        this.constant(code, 0).store(this.at.y + k);
      });
      this.call(code, this.flow.rates);
      this.copy(code, this.at.f, this.stage(0), nDelta);
    }
    for (let k = 1; k <= endStage; k++) {
      const { a, c } = this.#stageRow(k);
      this.combine(code, this.scaled(code, a), ny);
      this.#setTime(code, k === endStage ? 1 : c);
      const isSettled = this.#place(code, k === endStage);
      if (k === endStage) {
        this.copy(code, this.at.q, this.at.q1, nq);
        this.copy(code, this.at.y, this.at.y1, ny);
      }
      this.#evaluate(code, k, isSettled);
    }
    const { release } = this.flow;
    if (release) this.copy(code, this.linkage.offsetOf(release.from), this.at.y1 + release.first * SLOT, release.count);
    if (this.flow.observe) this.call(code, this.flow.observe.index);
    this.#measureError(code);
    this.call(code, this.linkage.entry("decide"));
    if (this.flow.ground) {
      this.call(code, this.flow.ground.survey);
      this.call(code, this.flow.ground.judge);
    }
    if (this.flow.check !== null) this.call(code, this.flow.check);
    return code;
  }

  /** The first entries of y that shape the steps. */
  get #controlled(): number {
    return this.flow.sizes.ny - this.flow.sizes.nSummed;
  }

  /** All of them. */
  get #counted(): number {
    return this.#controlled + this.flow.sizes.nWatched;
  }

  #measureError(code: Code): void {
    const { bHat } = this.method.tableau;
    const sum = code.local(V128);
    this.constant(code, 0).set(sum);
    if (this.fixed || !bHat) this.#findNaN(code, sum);
    else this.#estimateError(code, sum, bHat);
  }

  /** 0, or not a number if the state at the end of the step has one. */
  #findNaN(code: Code, sum: number): void {
    this.each(code, 0, this.#controlled, (pointer, k) => {
      code.get(sum);
      loadAt(code, pointer, this.at.y1 + k);
      this.constant(code, 0).simd("f64x2.mul").simd("f64x2.add").set(sum);
    });
    code.get(STATE).get(sum).store(this.control("error"));
  }

  /** Weighted root mean square of the difference from embedded weights. */
  #estimateError(code: Code, sum: number, bHat: readonly number[]): void {
    const { nDelta, ny, nWatched } = this.flow.sizes;
    const controlled = this.#controlled;
    const { bHatLow, b } = this.method.tableau;
    this.call(code, this.flow.measure);
    const differenceFrom = (weights: readonly number[]): ScaledStages =>
      this.scaled(
        code,
        weights.map((value, i) => b[i] - value),
      );
    const estimate = differenceFrom(bHat);
    const low = bHatLow ? differenceFrom(bHatLow) : null;
    const [sumLow] = numbers(code, 1);
    this.constant(code, 0).set(sumLow);
    const [scale, term] = numbers(code, 2);
    const addSquare = (pointer: number, k: number, weights: ScaledStages, into: number): void => {
      weights.forEach(({ local, stage }, i) => {
        code.get(local);
        loadAt(code, pointer, this.stage(stage) + k).simd("f64x2.mul");
        if (i > 0) code.simd("f64x2.add");
      });
      code.get(scale).simd("f64x2.div").tee(term).get(term).simd("f64x2.mul").get(into).simd("f64x2.add").set(into);
    };
    const part = (first: number, count: number, size: (pointer: number, k: number) => void): void =>
      this.each(code, first, count, (pointer, k) => {
        size(pointer, k);
        code.get(STATE).load(this.control("relative")).simd("f64x2.mul");
        code.get(STATE).load(this.control("absolute")).simd("f64x2.add").set(scale);
        addSquare(pointer, k, estimate, sum);
        if (low) addSquare(pointer, k, low, sumLow);
      });
    const ownSize = (pointer: number, k: number): void => {
      loadAt(code, pointer, this.at.y0 + k).simd("f64x2.abs");
      loadAt(code, pointer, this.at.y1 + k).simd("f64x2.abs");
      code.simd("f64x2.pmax");
    };
    part(0, nDelta, (pointer, k) => code.get(pointer).load(this.at.sizes + k));
    part(nDelta, controlled - nDelta, ownSize);
    part(ny - nWatched, nWatched, ownSize);
    code.get(STATE);
    this.#meanError(code, sum, low ? sumLow : null);
    code.store(this.control("error"));
  }

  /** From the sums of squares of one estimate or of two. */
  #meanError(code: Code, sum: number, sumLow: number | null): void {
    const counted = this.#counted;
    if (sumLow === null) {
      code.get(sum);
      this.constant(code, Math.max(counted, 1)).simd("f64x2.div").simd("f64x2.sqrt");
      return;
    }
    // e₅² / √((e₅² + 0.01 e₃²) n), with a floor that keeps 0 / 0 away.
    code.get(sum).get(sum);
    this.constant(code, 0.01).get(sumLow).simd("f64x2.mul").simd("f64x2.add");
    this.constant(code, counted).simd("f64x2.mul");
    this.constant(code, 1e-300).simd("f64x2.add").simd("f64x2.sqrt").simd("f64x2.div");
  }

  commit(): Code {
    const code = this.code();
    const { ny, nq, nDelta } = this.flow.sizes;
    const endStage = this.dense.endStage;
    const mask = code.local(V128);
    this.constant(code, 0).get(STATE).load(this.control("accept")).simd("f64x2.lt").set(mask);
    const take = (from: number, to: number, count: number): void => this.take(code, mask, from, to, count);
    take(this.at.q1, this.at.q0, nq);
    // δ of the accepted state stays 0.
    const rest = nDelta * SLOT;
    take(this.at.y1 + rest, this.at.y0 + rest, ny - nDelta);
    take(this.stage(endStage), this.stage(0), ny);
    take(this.control("tNext"), this.control("t"), 1);
    this.takeObserved(code, mask);
    this.takeGround(code, mask);
    if (this.flow.isCurved) {
      // δ starts again from zero, so its rate is seen from there.
      this.#toStart(code);
      this.call(code, this.flow.rates);
      this.copy(code, this.at.f, this.stage(0), nDelta);
    }
    return code;
  }

  /** (state, parameters, work, most attempts) -> attempts made; ends early when an active lane arrives or fails. */
  advance(attempt: number, commit: number): Code {
    const code = new Code([I32, I32, I32, I32], [I32]);
    const most = 3;
    const made = code.local(I32);
    code.loop();
    this.call(code, attempt);
    this.call(code, commit);
    advance(code, made, 1);
    code.get(STATE).load(this.control("tStop"));
    code.get(STATE).load(this.control("t")).simd("f64x2.le");
    this.constant(code, 0).get(STATE).load(this.control("failure")).simd("f64x2.lt").simd("v128.or");
    this.constant(code, 0).get(STATE).load(this.control("active")).simd("f64x2.lt").simd("v128.and");
    code.simd("v128.any_true").op("i32.eqz");
    code.get(made).get(most).op("i32.lt_u").op("i32.and").brIf(0).op("end");
    return code.get(made);
  }

  /** f at q = retract(q₀, δ), for the y and t that stand there; nothing of the step under way is touched. */
  derive(): Code {
    const code = this.code();
    this.#differentiate(code, this.#place(code, true));
    return code;
  }

  recall(): Code {
    const code = this.code();
    this.#toStart(code);
    return code;
  }

  finish(): Code {
    const code = this.code();
    this.copy(code, this.at.q1, this.at.q, this.flow.sizes.nq);
    this.copy(code, this.at.y1, this.at.y, this.flow.sizes.ny);
    code.get(STATE).get(STATE).load(this.control("tNext")).store(this.at.t);
    return code;
  }

  complete(): Code {
    const code = this.code();
    const count = stageCount(this.method);
    for (let k = this.dense.endStage + 1; k < count; k++) {
      const { a, c } = this.#stageRow(k);
      this.combine(code, this.scaled(code, a), this.flow.sizes.ny);
      this.#setTime(code, c);
      this.#evaluate(code, k, this.#place(code, false));
    }
    return code;
  }

  interpolate(): Code {
    const code = this.code();
    const { weights } = this.dense;
    const theta = code.local(V128);
    code.get(STATE).load(this.control("theta")).set(theta);
    const locals = weights.flatMap((polynomial, stage) => {
      if (polynomial.every((value) => value === 0)) return [];
      const local = code.local(V128);
      this.constant(code, 0).set(local);
      for (const value of [...polynomial].reverse()) {
        code.get(local);
        this.constant(code, value).simd("f64x2.add").get(theta).simd("f64x2.mul").set(local);
      }
      code.get(local).get(STATE).load(this.control("hTaken")).simd("f64x2.mul").set(local);
      return [{ local, stage }];
    });
    this.combine(code, locals, this.flow.sizes.ny);
    code.get(STATE).get(STATE).load(this.control("t"));
    code.get(theta).get(STATE).load(this.control("hTaken")).simd("f64x2.mul").simd("f64x2.add").store(this.at.t);
    this.#place(code, true);
    return code;
  }
}
