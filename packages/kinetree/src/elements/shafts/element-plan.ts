import type { Num } from "../../graph/graph.js";
import type { CurveTable } from "../../graph/table.js";
import type { Real } from "../../model/types.js";

/** What an element between shafts sees at one state. */
export interface ElementMotion {
  /** Speeds of its ports, in their order. */
  readonly speeds: readonly Num[];
  /** Its command; 0 where it takes none. */
  readonly command: Num;
  /** Torque that its ports together get from the gears that they are tied to; 0 for elements that do not ask. */
  readonly carried: Num;
  readonly states: readonly Num[];
  readonly numbers: readonly Num[];
}

export interface ElementTorques {
  /** On its ports, in their order. */
  readonly torques: readonly Num[];
  /** Rates of its states. */
  readonly rates: readonly Num[];
}

/** An element between shafts, as structure and numbers. */
export interface ShaftElementPlan {
  readonly key: string;
  readonly numbers: readonly Num[];
  /** What each of its states is, such as "twist". */
  readonly states: readonly string[];
  /** It depends on the torque that its ports carry, without its own. */
  readonly needsCarried?: true;
  readonly at: (motion: ElementMotion) => ElementTorques;
  /** Energy that it stores. */
  readonly energy: (states: readonly Num[], numbers: readonly Num[]) => Num;
}

/** How plans read numbers and tables of the model. */
export interface PlanScope {
  readonly num: (real: Real) => Num;
  /** Names a table; equal names mean the same table. */
  readonly keyOf: (table: CurveTable) => string;
}

/** Stores nothing. */
export const noEnergy = (): Num => 0;
