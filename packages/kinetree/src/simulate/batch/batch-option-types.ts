import {
  aFunction,
  anything,
  aNumber,
  aSwitch,
  partsOf,
  recordOf,
  type OptionTypes,
} from "../../errors/option-types.js";
import { runOptionTypes, singleRunOptionTypes } from "../options/option-types.js";
import { aBatchController } from "../clock/controllers.js";
import type { Extreme } from "../plan/extremes.js";
import type { BatchOptions, Sample } from "./batch-types.js";
import type { WorkerPool } from "./worker-protocol.js";

const { state, parameters, tau, u } = singleRunOptionTypes;

export const aSample = partsOf<Sample>({ state, parameters, tau, u, tEnd: aNumber });

export const batchOptionTypes: OptionTypes<BatchOptions> = Object.freeze({
  ...runOptionTypes,
  tEnd: aNumber,
  samples: aNumber,
  sample: aFunction,
  workers: partsOf<WorkerPool>({ count: aNumber, spawn: aFunction }),
  controllers: recordOf(aBatchController),
  chunkSize: aNumber,
  onProgress: aFunction,
  extremes: recordOf(partsOf<Extreme>({ of: aFunction, take: anything })),
  reference: aSample,
  first: aNumber,
  onChunk: aFunction,
  keepRows: aSwitch,
});
