import { SLOT } from "../kernel/allocate.js";
import { Code, I32, V128 } from "../kernel/code.js";
import type { Linkage } from "../kernel/link.js";
import { addresses, advance, loadAt, offset } from "../kernel/memory-code.js";
import { CONTROL } from "./control.js";
import type { Method } from "./method.js";
import type { Flow, StepperRecords } from "./stepper.js";
import type { DenseOutput } from "./tableaus/tableau.js";

/** Slots that a loop treats in one turn. */
const SLOTS_PER_TURN = 4;

/** Parameters of every function: the three bases. */
export const [STATE, PARAMETERS, WORK] = [0, 1, 2];

/** Stages of a method, each with the local that holds its weight times h. */
export type ScaledStages = readonly { readonly local: number; readonly stage: number }[];

/** Base of the functions of a stepper: places, and loops over the slots of one pair. */
export class StepperSlots {
  protected readonly linkage: Linkage;
  protected readonly flow: Flow;
  protected readonly method: Method;
  protected readonly fixed: boolean;
  protected readonly dense: DenseOutput;
  /** Offsets in the state section. */
  protected readonly at: Readonly<Record<"t" | "q" | "y" | "f" | "q0" | "y0" | "q1" | "y1" | "sizes", number>>;
  protected readonly stages: number;
  protected readonly control: (field: keyof typeof CONTROL) => number;

  constructor(linkage: Linkage, records: StepperRecords, flow: Flow, method: Method, fixed: boolean) {
    this.linkage = linkage;
    this.flow = flow;
    this.method = method;
    this.fixed = fixed;
    this.dense = method.tableau.dense;
    const { offsetOf } = linkage;
    const { t, q, y, f } = flow;
    const { q0, y0, q1, y1, sizes } = records;
    const placed = Object.entries({ t, q, y, f, q0, y0, q1, y1, sizes }).map(([name, rec]) => [name, offsetOf(rec)]);
    this.at = Object.fromEntries(placed) as typeof this.at;
    this.stages = offsetOf(records.stages);
    const control = offsetOf(records.control);
    const names = Object.keys(CONTROL);
    this.control = (field) => control + names.indexOf(field) * SLOT;
  }

  protected code(): Code {
    return new Code([I32, I32, I32]);
  }

  protected call(code: Code, index: number): void {
    code.get(STATE).get(PARAMETERS).get(WORK).call(index);
  }

  protected constant(code: Code, value: number): Code {
    return code.i32(0).load(this.linkage.pool.constant(value));
  }

  protected stage(k: number): number {
    return this.stages + k * this.flow.sizes.ny * SLOT;
  }

  /** Runs `body` for slots `first` to `first + count`, given a pointer and an offset; several slots a turn, since one would be mostly counting. */
  protected each(code: Code, first: number, count: number, body: (pointer: number, offset: number) => void): void {
    const turns = Math.floor(count / SLOTS_PER_TURN);
    const rest = count - turns * SLOTS_PER_TURN;
    if (turns > 0) {
      const [pointer, end] = addresses(code, 2);
      offset(code, STATE, first * SLOT).set(pointer);
      offset(code, STATE, (first + turns * SLOTS_PER_TURN) * SLOT).set(end);
      const turn = (): void => {
        for (let k = 0; k < SLOTS_PER_TURN; k++) body(pointer, k * SLOT);
        advance(code, pointer, SLOTS_PER_TURN * SLOT);
      };
      code.repeat(turn, pointer, end);
    }
    for (let k = count - rest; k < count; k++) body(STATE, (first + k) * SLOT);
  }

  protected copy(code: Code, from: number, to: number, count: number): void {
    this.each(code, 0, count, (pointer, k) => {
      code.get(pointer);
      loadAt(code, pointer, from + k).store(to + k);
    });
  }

  /** Copies in the lanes that the mask says. */
  protected take(code: Code, mask: number, from: number, to: number, count: number): void {
    this.each(code, 0, count, (pointer, k) => {
      code.get(pointer);
      loadAt(code, pointer, from + k);
      loadAt(code, pointer, to + k).get(mask);
      code.simd("v128.bitselect").store(to + k);
    });
  }

  protected takeObserved(code: Code, mask: number): void {
    const { observe } = this.flow;
    if (!observe) return;
    const { offsetOf } = this.linkage;
    this.take(code, mask, offsetOf(observe.from), offsetOf(observe.to), observe.count);
  }

  protected takeGround(code: Code, mask: number): void {
    const { ground } = this.flow;
    if (!ground) return;
    const { offsetOf } = this.linkage;
    this.take(code, mask, offsetOf(ground.from), offsetOf(ground.to), ground.count);
  }

  /** y ← y₀ + Σ weight k, each weight a vector in a local. */
  protected combine(code: Code, weights: ScaledStages, count: number): void {
    this.each(code, 0, count, (pointer, k) => {
      code.get(pointer);
      loadAt(code, pointer, this.at.y0 + k);
      for (const { local, stage } of weights) {
        code.get(local);
        loadAt(code, pointer, this.stage(stage) + k);
        code.simd("f64x2.mul").simd("f64x2.add");
      }
      code.store(this.at.y + k);
    });
  }

  /** Locals that hold h × coefficient, for the coefficients that are not zero. */
  protected scaled(code: Code, coefficients: readonly number[]): ScaledStages {
    return coefficients.flatMap((value, stage) => {
      if (value === 0) return [];
      const local = code.local(V128);
      code.get(STATE).load(this.control("hTaken"));
      this.constant(code, value).simd("f64x2.mul").set(local);
      return [{ local, stage }];
    });
  }
}
