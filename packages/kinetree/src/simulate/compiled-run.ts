import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";
import type { Channels } from "./channels.js";
import type { RunSettings } from "./options.js";
import type { Pair } from "./pair.js";

/** All that is compiled once and serves run after run. */
export interface CompiledRun {
  readonly model: Model;
  readonly modelHash: string;
  readonly topology: Topology;
  readonly settings: RunSettings;
  /** Hash of the kernels and of how accurately they step. */
  readonly planHash: string;
  readonly formulationReason: string;
  readonly pair: Pair;
  readonly channels: Channels;
  /** Columns of a row and their units. */
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly energyBalance: boolean;
}
