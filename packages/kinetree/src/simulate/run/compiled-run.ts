import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import type { AutoPlans } from "../stiffness/auto-plans.js";
import type { Channels } from "./channels.js";
import type { RunSettings } from "../options/options.js";
import type { LoopChooser } from "./loop-chooser.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { StiffnessProbes } from "../stiffness/stiffness-probe.js";

/** All that is compiled once and serves run after run. */
export interface CompiledRun {
  readonly model: Model;
  readonly modelHash: string;
  readonly topology: Topology;
  readonly settings: RunSettings;
  /** Hash of the kernels as they are now and of how accurately they step. */
  readonly planHash: () => string;
  readonly formulationReason: string;
  readonly pair: LanePair;
  /** Makes the equations of closures fit for a state; null for models without any. */
  readonly loops: LoopChooser | null;
  /** Plans of other integrators, for runs that choose on their way; null for the others. */
  readonly auto: AutoPlans | null;
  /** What looks at stiffness look through. */
  readonly probes: StiffnessProbes;
  readonly channels: Channels;
  /** Columns of a row and their units. */
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly energyBalance: boolean;
}
