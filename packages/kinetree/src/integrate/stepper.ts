import type { Linkage } from "../kernel/link.js";
import type { Program } from "../kernel/program.js";
import type { Rec } from "../kernel/record.js";
import { CONTROL, traceDecide, tracePrepare, type ControlFields } from "./control.js";
import { stageCount, type Method } from "./method.js";
import { StepperWriter } from "./stepper-code.js";

/** Sizes of a system: coordinates, tangent directions δ, and all of y = [δ, v, z]. */
export interface FlowSizes {
  readonly nq: number;
  readonly nDelta: number;
  readonly ny: number;
  /** How many of the last entries of y are only added up along the way: they do not shape the steps. */
  readonly nSummed: number;
  /** How many of these, the last ones, shape the steps all the same. */
  readonly nWatched: number;
}

/** Records of a stepper in the state section of a program. */
export interface StepperRecords {
  readonly control: Rec<ControlFields>;
  /** The accepted state: coordinates, and y with δ = 0. */
  readonly q0: Rec;
  readonly y0: Rec;
  /** The state at the end of the step under way. */
  readonly q1: Rec;
  readonly y1: Rec;
  /** Derivatives of y, stage by stage. */
  readonly stages: Rec;
  /** Magnitudes that errors of δ are relative to. */
  readonly sizes: Rec;
}

export function declareRecords(program: Program, stages: number, { nq, nDelta, ny }: FlowSizes): StepperRecords {
  return {
    control: program.state<ControlFields>(CONTROL),
    q0: program.state({ q: nq }),
    y0: program.state({ y: ny }),
    q1: program.state({ q: nq }),
    y1: program.state({ y: ny }),
    stages: program.state({ k: stages * ny }),
    sizes: program.state({ size: nDelta }),
  };
}

/** Declares the records, and traces the decisions about steps into entries "prepare" and "decide". */
export function declareStepper(program: Program, method: Method, fixed: boolean, sizes: FlowSizes): StepperRecords {
  const records = declareRecords(program, stageCount(method), sizes);
  tracePrepare(program.begin("prepare"), records.control, fixed);
  traceDecide(program.begin("decide"), records.control, { fixed, errorOrder: method.errorOrder });
  return records;
}

/** The system that is stepped, by the functions (state, parameters, work) that evaluate it and the records they use. */
export interface Flow {
  readonly sizes: FlowSizes;
  readonly t: Rec;
  readonly q: Rec;
  /** First of the records δ, v, z, which follow one another. */
  readonly y: Rec;
  /** First of the records δ̇, v̇, ż, which follow one another. */
  readonly f: Rec;
  /** q ← retract(q₀, δ) */
  readonly retract: number;
  /** v̇ and ż from t, q, v, z */
  readonly dynamics: number;
  /** The same, called right after `settle`. */
  readonly dynamicsSettled: number;
  /** δ̇ from q, δ, v */
  readonly rates: number;
  /** Magnitudes of the coordinates, from q₀ and q₁ */
  readonly measure: number;
  /** δ̇ is not simply v. */
  readonly isCurved: boolean;
  /** Projects q and v onto the constraints: after every stage, or at the end of a step. */
  readonly settle: { readonly when: "stage" | "step"; readonly index: number } | null;
  /**
   * Entries of y that the dynamics also gives as they are to be kept where a step ends, `count` from `first` on. The kept
   * ones give the same derivatives as those before, so the last stage stays valid for the next step.
   */
  readonly release: { readonly from: Rec; readonly first: number; readonly count: number } | null;
  /** Observes the state at the end of a step, right after the dynamics there: writes the values to keep if the step is accepted. */
  readonly observe: {
    readonly index: number;
    readonly from: Rec;
    readonly to: Rec;
    readonly count: number;
  } | null;
  /** Evaluates the values that are held during a step, at its beginning. */
  readonly hold: number | null;
  /** After a decision: surveys the ground at the end of the step, and judges whether the step has jumped over some of it. */
  readonly ground: {
    readonly survey: number;
    readonly judge: number;
    readonly from: Rec;
    readonly to: Rec;
    readonly count: number;
  } | null;
  /** Checks, after a decision about a step, whether the equations are still well conditioned. */
  readonly check: number | null;
}

/**
 * Adds the functions that step a flow, each (state, parameters, work):
 * "start" after a new state was put into q₀, y₀ and the clock; "attempt" makes a step and decides about it; "commit" takes it
 * over in the lanes that accepted it; "recall" puts the accepted state into q, y and t; "derive" evaluates f for the q₀, y and t that stand there; "advance" does both until a lane needs attention; between attempt and commit,
 * "finish" puts the state at the end of the step into q, y and t, "complete" computes the stages that only interpolation needs, and "interpolate" puts the state at θ into q, y and t.
 */
export function addStepper(
  linkage: Linkage,
  records: StepperRecords,
  flow: Flow,
  method: Method,
  fixed: boolean,
): void {
  const { module } = linkage;
  const writer = new StepperWriter(linkage, records, flow, method, fixed);
  module.add(writer.start(), "start");
  const attempt = module.add(writer.attempt(), "attempt");
  const commit = module.add(writer.commit(), "commit");
  module.add(writer.advance(attempt, commit), "advance");
  module.add(writer.recall(), "recall");
  module.add(writer.derive(), "derive");
  module.add(writer.finish(), "finish");
  module.add(writer.complete(), "complete");
  module.add(writer.interpolate(), "interpolate");
}
