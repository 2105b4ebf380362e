import {
  europaLander,
  europaLanderDefaults,
  europaLanderStart,
  europaTables,
  type EuropaLanderOptions,
} from "kinetree/systems";
import type { Parameter } from "kinetree";
import type { ScenarioOptions } from "../description/scenario.js";
import { readScenarioOptions } from "./scenario-options.js";
import type { NamedScenario } from "./scenarios.js";

/** How long a landing is followed [s], and how accurately; a tenth of the tolerance moves peaks by less than a thousandth. */
const ownDefaults = Object.freeze({ duration: 10, tolerance: 0.01 });

/** The exponent of Stribeck's curve is 1 in all tables, and landings without a power are faster. */
const modelDefaults: EuropaLanderOptions = Object.freeze({ ...europaLanderDefaults, stribeckExponent: "one" });

const degree = Math.PI / 180;
const { vx, vy, vz, phiDeg, thetaDeg, psiDeg } = europaTables.impact;

const input = (name: string, value: number, unit: string, description: string): Parameter => ({
  name,
  value,
  unit,
  min: null,
  max: null,
  description,
});

/** A lander of Wachlin 2018 that comes down on Europa, from the instant at which its lowest point touches the ground. */
export const europaLanderScenario: NamedScenario = {
  name: "europa-lander",
  summary: "a lander on six legs comes down; inputs: vx, vy, vz (down), phi, theta, psi (roll, pitch, yaw)",
  defaults: { ...ownDefaults, ...modelDefaults },
  build: (given) => {
    const isOwn = ([name]: readonly [string, unknown]): boolean => name in ownDefaults;
    const entries = Object.entries(given);
    const own = readScenarioOptions("europa-lander", ownDefaults, Object.fromEntries(entries.filter(isOwn)));
    const rest: ScenarioOptions = Object.fromEntries(entries.filter((entry) => !isOwn(entry)));
    // Only what is given overrides the variant. The function checks it, so it may claim to be its options.
    const options = { stribeckExponent: modelDefaults.stribeckExponent, ...rest } as Partial<EuropaLanderOptions>;
    const model = europaLander(options);
    return {
      name: "europa-lander",
      model,
      inputs: [
        input("vx", vx.value, "m/s", "velocity on touch-down"),
        input("vy", vy.value, "m/s", "velocity on touch-down"),
        input("vz", vz.value, "m/s", "velocity on touch-down, downwards"),
        input("phi", phiDeg.value * degree, "rad", "roll on touch-down"),
        input("theta", thetaDeg.value * degree, "rad", "pitch on touch-down"),
        input("psi", psiDeg.value * degree, "rad", "yaw on touch-down"),
      ],
      start: (values) => {
        const { vx: x, vy: y, vz: z, phi, theta, psi } = values;
        return europaLanderStart(model, { vx: x, vy: y, vz: z, phi, theta, psi }, values);
      },
      tEnd: own.duration,
      run: { tolerance: own.tolerance },
    };
  },
};
