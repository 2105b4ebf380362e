// A four-bar linkage by every formulation: how far the motion, the loads, the closure and the energy agree.
import { assemble, createEvaluator, stateFromJoints } from "kinetree";
import { compareFormulations } from "kinetree/formulations";
import { bricard, fourBar } from "kinetree/systems";
import { tableText } from "./support/table.mjs";

const G = 9.81;
const model = fourBar();
const drawn = stateFromJoints(model, { v: { crank: 5 } }); // rad/s

// The crank is as it is given; coupler and rocker follow.
const { state, redundant, degreesOfFreedom } = assemble(model, drawn, { pinned: ["crank"] });
console.log(`speeds ${Array.from(state.v, (speed) => speed.toFixed(6)).join(", ")} rad/s`);
console.log(`${degreesOfFreedom} degree of freedom; rows of the pin that the other hinges make superfluous:`);
for (const { direction } of redundant) console.log(`  ${direction}`);

const { formulations, reference, verdict } = compareFormulations(model, 1, { state, now: () => performance.now() });
const small = (/** @type {number | null | undefined} */ x) =>
  x === null || x === undefined ? "–" : x.toExponential(0);
const rows = formulations.flatMap((each) =>
  each.outcome === "ran"
    ? [
        [
          each.name,
          small(each.accelerations),
          small(each.coordinates.value),
          small(each.loads?.value),
          small(each.closure?.value),
          small(each.energy),
          (each.runMs ?? 0).toFixed(0),
        ],
      ]
    : [],
);
const head = ["", "accelerations", "motion [rad]", "loads", "closure [m]", "energy", "time [ms]"];
console.log(tableText(rows, { head, indent: 0 }));
console.log(`compared with ${reference}; accelerations, loads and energy are relative: ${verdict.outcome}`);

// Let go as drawn, where all frames are parallel to the world's: the ground hinges carry the weight less what falls.
const still = stateFromJoints(model, {});
const evaluator = createEvaluator(model, { formulation: "embedded" });
const [crank, , rocker] = evaluator.jointLoads(still);
const needed = evaluator.bodyAccelerations(still).reduce((sum, { linear, angular }, i) => {
  const { mass, com } = model.bodies[i];
  const [x, y] = com.map(Number);
  return sum + Number(mass) * (G + linear[2] + angular[0] * y - angular[1] * x); // m (g + a), a = a_0 + α × r
}, 0);
console.log(`ground hinges lift ${(crank.force[2] + rocker.force[2]).toFixed(9)} N, by hand ${needed.toFixed(9)} N`);

// A loop that moves although it should not: Bricard's six-bar.
const six = assemble(bricard(), stateFromJoints(bricard(), {}));
console.log(`Bricard's six-bar: ${six.degreesOfFreedom} degree of freedom, redundant ${six.redundant[0].closure}`);
