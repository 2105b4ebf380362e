import { buildModel } from "../../src/model/builder/build-model.js";
import type { Controller, Model } from "../../src/model/types.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";

/** A four-bar linkage whose crank and rocker are driven by controllers, on ticks of a millisecond. */
export const drivenFourBar = (...controllers: readonly Controller[]): Model => {
  const motor = { kind: "joint", coordinate: 0, gain: 1, lower: null, upper: null } as const;
  return buildModel({
    ...fourBar({ damping: 0.1 }),
    tick: 1e-3,
    actuators: [
      { ...motor, name: "turn", joint: "crank" },
      { ...motor, name: "brake", joint: "rocker" },
    ],
    controllers,
  });
};

/** At 30 Hz, three ticks late. */
export const pilot: Controller = { name: "pilot", period: 1 / 30, latency: 3, actuators: ["turn"] };

/** A law with memory at 200 Hz, a low-passed brake five ticks late. */
export const brake: Controller = {
  name: "brake",
  period: 0.005,
  latency: 5,
  actuators: ["brake"],
  law: { memory: [{ name: "slow", start: 0, next: "0.9 * slow + 0.1 * v.rocker" }], commands: ["-2 * slow"] },
};
