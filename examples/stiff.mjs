// A stiff mechanism: a rod that swings on a bushing in place of a pin. What the integrators take for a second of it, and how
// far from the truth they end.
import { createSimulation } from "kinetree";
import { stiffnessOf } from "kinetree/analysis";
import { readJsonModel } from "kinetree/formats";
import { readFileSync } from "node:fs";
import { tableText } from "./support/table.mjs";

const file = new URL("models/bushing-pendulum.json", import.meta.url);
const { model } = readJsonModel(readFileSync(file, "utf8"), { file: "bushing-pendulum.json" });
const SECONDS = 1;
/** Each is run again and again for so long, because short runs are slow until their code is compiled [ms]. */
const PATIENCE = 100;

console.log(stiffnessOf(model).advice, "\n");

const exact = createSimulation(model, { integrator: "radau5", tolerance: 1e-12 }).run(SECONDS).final.q[2];
const integrators = /** @type {const} */ ([
  "dormand-prince",
  "dop853",
  "bdf",
  "radau5",
  "rosenbrock",
  "generalized-alpha",
  "hht",
  "auto",
]);
const rows = integrators.map((integrator) => {
  const simulation = createSimulation(model, { integrator, tolerance: 1e-6 });
  const { counts, implicit, final } = simulation.run(SECONDS, { sampleEvery: SECONDS });
  let best = Infinity;
  for (const begun = performance.now(); performance.now() < begun + PATIENCE;) {
    const start = performance.now();
    simulation.run(SECONDS, { sampleEvery: SECONDS });
    best = Math.min(best, performance.now() - start);
  }
  return [
    integrator,
    counts.accepted,
    counts.rejected,
    implicit?.evaluations ?? 0,
    implicit?.jacobians ?? 0,
    implicit?.factorizations ?? 0,
    best.toFixed(1),
    Math.abs(final.q[2] - exact).toExponential(1),
  ];
});
const head = [
  "integrator",
  "steps",
  "rejected",
  "implicit evaluations",
  "Jacobians",
  "factorisations",
  "best time [ms]",
  "error [rad]",
];
console.log(tableText(rows, { head, indent: 0 }));
