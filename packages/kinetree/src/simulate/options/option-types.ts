import {
  aFunction,
  anObject,
  aNumber,
  anything,
  aSwitch,
  aText,
  listOf,
  numbers,
  partsOf,
  recordOf,
  type OptionTypes,
} from "../../errors/option-types.js";
import { aController } from "../clock/controllers.js";
import type { State } from "../../state/state.js";
import type { EventSpec } from "../plan/plan-options.js";
import type { RunOptions, SimulateOptions, SingleRunOptions } from "./options.js";

/** Coordinates and speeds by joint, or as arrays, are looked at with the model. */
const aState = partsOf<State>({ t: aNumber, q: anything, v: anything, z: numbers });

const anEvent = partsOf<EventSpec>({ name: aText, when: aFunction, direction: aText, terminal: aSwitch });

export const runOptionTypes: OptionTypes<RunOptions> = Object.freeze({
  formulation: anything,
  augmented: anObject,
  closure: anything,
  integrator: anything,
  implicit: anObject,
  tolerance: aNumber,
  step: aNumber,
  maxStep: aNumber,
  maxSteps: aNumber,
  events: listOf(anEvent),
  measures: recordOf(aFunction),
  channels: listOf(aText),
  drift: anything,
  driftRate: aNumber,
  tick: aNumber,
  grounds: anObject,
  energyBalance: aSwitch,
});

export const singleRunOptionTypes: OptionTypes<SingleRunOptions> = Object.freeze({
  state: aState,
  grounds: anObject,
  parameters: recordOf(aNumber),
  tau: numbers,
  u: numbers,
  sampleEvery: aNumber,
  controllers: recordOf(aController),
  allowUnstableStep: aSwitch,
  onProgress: aFunction,
  onRow: aFunction,
});

/** `simulate` hands all of its options to both of its parts, so each part takes the names of the other. */
export const simulateOptionTypes: OptionTypes<SimulateOptions> = Object.freeze({
  ...runOptionTypes,
  ...singleRunOptionTypes,
});
