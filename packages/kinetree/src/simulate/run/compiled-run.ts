import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import type { AutoPlans } from "../stiffness/auto-plans.js";
import type { Channels } from "./channels.js";
import type { RunSettings } from "../options/options.js";
import type { LoopChooser } from "./loop-chooser.js";
import type { LanePair } from "../lanes/lane-pair.js";
import type { StiffnessProbes } from "../stiffness/stiffness-probe.js";

/** Everything that is compiled once for many runs. */
export interface CompiledRun {
  readonly model: Model;
  readonly modelHash: string;
  readonly topology: Topology;
  readonly settings: RunSettings;
  /** Hash of the current kernels and the step limits. */
  readonly planHash: () => string;
  readonly formulationReason: string;
  readonly pair: LanePair;
  /** Selects rows and coordinates of closures; null for models without closures. */
  readonly loops: LoopChooser | null;
  /** Plans of other integrators, for runs that switch; null for the others. */
  readonly auto: AutoPlans | null;
  /** Cached probes for stiffness estimates. */
  readonly probes: StiffnessProbes;
  readonly channels: Channels;
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly energyBalance: boolean;
}
