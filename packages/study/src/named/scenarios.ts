import { unknownName } from "kinetree/tools";
import type { Scenario, ScenarioOptions } from "../description/scenario.js";
import { europaLanderScenario } from "./europa-lander-scenario.js";
import { pendulumScenario } from "./pendulum-scenario.js";

/** A scenario that comes with this package: files of studies call it by its name. */
export interface NamedScenario {
  readonly name: string;
  /** One line for a list. */
  readonly summary: string;
  /** What can be set, and its value if it is not. */
  readonly defaults: ScenarioOptions;
  /** Unknown options and wrong types are refused. */
  readonly build: (options: ScenarioOptions) => Scenario;
}

/** The scenarios that come with this package; `namedScenario` finds one of them. */
export const scenarios: readonly NamedScenario[] = Object.freeze([europaLanderScenario, pendulumScenario]);

/** The scenario of that name. */
export function namedScenario(name: string): NamedScenario {
  const found = scenarios.find((each) => each.name === name);
  if (found) return found;
  throw unknownName(
    "scenario",
    name,
    scenarios.map((each) => each.name),
  );
}
