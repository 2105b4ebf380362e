import { SLOT } from "../kernel/allocate.js";
import { Code, I32, V128 } from "../kernel/code.js";
import type { Linkage } from "../kernel/link.js";
import { CONTROL } from "./control.js";
import type { Method } from "./method.js";
import type { Flow, StepperRecords } from "./stepper.js";
import type { DenseOutput } from "./tableaus/tableau.js";

/** Slots that a loop treats in one turn. */
const SLOTS_A_TURN = 4;

/** Parameters of every function: the three bases. */
export const [STATE, PARAMETERS, WORK] = [0, 1, 2];

/** What the functions of a stepper are written with: places, and loops over the slots of one pair. */
export class StepperSlots {
  protected readonly linkage: Linkage;
  protected readonly flow: Flow;
  protected readonly method: Method;
  protected readonly fixed: boolean;
  protected readonly dense: DenseOutput;
  /** Offsets in the state section. */
  protected readonly at: {
    t: number;
    q: number;
    y: number;
    f: number;
    q0: number;
    y0: number;
    q1: number;
    y1: number;
    sizes: number;
  };
  protected readonly stages: number;
  protected readonly control: (field: keyof typeof CONTROL) => number;

  constructor(linkage: Linkage, records: StepperRecords, flow: Flow, method: Method, fixed: boolean) {
    this.linkage = linkage;
    this.flow = flow;
    this.method = method;
    this.fixed = fixed;
    this.dense = method.tableau.dense;
    const { offsetOf } = linkage;
    this.at = {
      t: offsetOf(flow.t),
      q: offsetOf(flow.q),
      y: offsetOf(flow.y),
      f: offsetOf(flow.f),
      q0: offsetOf(records.q0),
      y0: offsetOf(records.y0),
      q1: offsetOf(records.q1),
      y1: offsetOf(records.y1),
      sizes: offsetOf(records.sizes),
    };
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

  /**
   * Runs `body` for slots `first` to `first + count`, with a pointer that counts from the state base and an offset to add to
   * it; several slots a turn, since a turn of one would be mostly counting.
   */
  protected each(code: Code, first: number, count: number, body: (pointer: number, offset: number) => void): void {
    const turns = Math.floor(count / SLOTS_A_TURN);
    const rest = count - turns * SLOTS_A_TURN;
    if (turns > 0) {
      const pointer = code.local(I32);
      const end = code.local(I32);
      code
        .get(STATE)
        .i32(first * SLOT)
        .op("i32.add")
        .set(pointer);
      code
        .get(STATE)
        .i32((first + turns * SLOTS_A_TURN) * SLOT)
        .op("i32.add")
        .set(end);
      code.repeat(
        () => {
          for (let k = 0; k < SLOTS_A_TURN; k++) body(pointer, k * SLOT);
          code
            .get(pointer)
            .i32(SLOTS_A_TURN * SLOT)
            .op("i32.add")
            .set(pointer);
        },
        pointer,
        end,
      );
    }
    for (let k = count - rest; k < count; k++) body(STATE, (first + k) * SLOT);
  }

  protected copy(code: Code, from: number, to: number, count: number): void {
    this.each(code, 0, count, (pointer, k) =>
      code
        .get(pointer)
        .get(pointer)
        .load(from + k)
        .store(to + k),
    );
  }

  /** Copies in the lanes that the mask says. */
  protected take(code: Code, mask: number, from: number, to: number, count: number): void {
    this.each(code, 0, count, (pointer, k) =>
      code
        .get(pointer)
        .get(pointer)
        .load(from + k)
        .get(pointer)
        .load(to + k)
        .get(mask)
        .simd("v128.bitselect")
        .store(to + k),
    );
  }

  protected takeObserved(code: Code, mask: number): void {
    const { observe } = this.flow;
    if (!observe) return;
    const { offsetOf } = this.linkage;
    this.take(code, mask, offsetOf(observe.from), offsetOf(observe.to), observe.count);
  }

  /** y ← y₀ + Σ weight k, each weight a vector in a local. */
  protected combine(
    code: Code,
    weights: readonly { readonly local: number; readonly stage: number }[],
    count: number,
  ): void {
    this.each(code, 0, count, (pointer, k) => {
      code
        .get(pointer)
        .get(pointer)
        .load(this.at.y0 + k);
      for (const { local, stage } of weights) {
        code
          .get(local)
          .get(pointer)
          .load(this.stage(stage) + k)
          .simd("f64x2.mul")
          .simd("f64x2.add");
      }
      code.store(this.at.y + k);
    });
  }

  /** Locals that hold h × coefficient, for the coefficients that are not zero. */
  protected scaled(code: Code, coefficients: readonly number[]): { local: number; stage: number }[] {
    return coefficients.flatMap((value, stage) => {
      if (value === 0) return [];
      const local = code.local(V128);
      code.get(STATE).load(this.control("hTaken"));
      this.constant(code, value).simd("f64x2.mul").set(local);
      return [{ local, stage }];
    });
  }
}
