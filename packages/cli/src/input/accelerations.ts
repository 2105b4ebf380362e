import type { ActuatorForcesOptions, JointValues, Model } from "kinetree";
import { usage } from "../failure/errors.js";
import { readPins } from "./pins.js";

/** What --accelerations says: numbers in SI by joint. Names and lengths are the library's to check. */
export function readAccelerations(given: string): JointValues {
  const wrong = (what: string) =>
    usage(
      "bad-accelerations",
      "--accelerations",
      given,
      `--accelerations ${what}. Write it like {"crank": 3}, in SI, with a list for a joint of several speeds.`,
    );
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    throw wrong("is no JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong("is no object");
  for (const [name, entry] of Object.entries(value)) {
    const numbers: readonly unknown[] = Array.isArray(entry) ? entry : [entry];
    if (!numbers.every((each) => typeof each === "number")) throw wrong(`has no number for "${name}"`);
  }
  return value as JointValues;
}

/** What --drive names: actuators, joints, or one speed of a joint; an actuator comes first. */
export function readDrives(model: Model, given: readonly string[] = []): ActuatorForcesOptions {
  if (given.length === 0) return {};
  const isActuator = (name: string): boolean => model.actuators.some((each) => each.name === name);
  const actuators = given.filter(isActuator);
  const joints = readPins(
    model,
    given.filter((name) => !isActuator(name)),
  );
  return { actuators, joints };
}
