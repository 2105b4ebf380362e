import { mechanism, param, solidSphere, type Model } from "kinetree";
import { neg } from "kinetree/graph";
import { readScenarioOptions } from "./scenario-options.js";
import type { NamedScenario } from "./scenarios.js";

const defaults = Object.freeze({ duration: 20 });

/** Like the system "pendulum", with the damping of the hinge as a parameter, so that it can vary from sample to sample. */
const dampedPendulum = (): Model =>
  mechanism("damped-pendulum")
    .parameter("length", 1, { unit: "m", min: 0.01, description: "from the hinge to the bob" })
    .parameter("mass", 1, { unit: "kg", min: 0.001, description: "of the bob" })
    .parameter("damping", 0.05, { unit: "N*m*s/rad", min: 0, description: "at the hinge" })
    .parameter("gravity", 9.81, { unit: "m/s^2", min: 0 })
    .gravity(0, 0, neg(param("gravity")))
    .body("bob", solidSphere(param("mass"), 0, [0, 0, neg(param("length"))]))
    .revolute("hinge", { parent: "ground", child: "bob", axis: [0, 1, 0], damping: param("damping") })
    .build();

/** A pendulum that is let go and swings out: the smallest thing that a study can be about. */
export const pendulumScenario: NamedScenario = {
  name: "pendulum",
  summary: "a damped pendulum that is let go at an angle; inputs: angle, rate",
  defaults,
  build: (given) => {
    const { duration } = readScenarioOptions("pendulum", defaults, given);
    return {
      name: "pendulum",
      model: dampedPendulum(),
      inputs: [
        { name: "angle", value: 1, unit: "rad", min: null, max: null, description: "at the start, from hanging" },
        { name: "rate", value: 0, unit: "rad/s", min: null, max: null, description: "at the start" },
      ],
      start: ({ angle, rate }) => ({ q: { hinge: angle }, v: { hinge: rate } }),
      tEnd: duration,
      events: [
        // Let go on the positive side, the bob comes to rest on the other one after half a swing.
        { name: "turn", when: (probe) => probe.v("hinge"), direction: "rising" },
      ],
    };
  },
};
