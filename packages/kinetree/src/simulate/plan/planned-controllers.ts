import type { Model } from "../../model/types.js";

/** A controller as a run sees it. Plain data. */
export interface PlannedController {
  readonly name: string;
  /** [s] */
  readonly period: number;
  /** Ticks from a sample to its commands. */
  readonly latency: number;
  /** Its actuators: numbers in the model, and names. */
  readonly actuators: readonly number[];
  readonly actuatorNames: readonly string[];
  readonly hasLaw: boolean;
}

export const plannedControllers = ({ controllers, actuators: all }: Model): readonly PlannedController[] =>
  controllers.map(({ name, period, latency = 0, actuators, law }) => ({
    name,
    period,
    latency,
    actuators: actuators.map((actuator) => all.findIndex((each) => each.name === actuator)),
    actuatorNames: actuators,
    hasLaw: law !== undefined,
  }));
