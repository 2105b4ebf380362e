// Which integrator for which tolerance: steps, time and error of the adaptive ones on a pendulum of five links.
import { createSimulation, integrators } from "kinetree";
import { nPendulum } from "kinetree/systems";
import { tableText } from "./support/table.mjs";

const model = nPendulum();
const [SECONDS, RUNS] = [2, 10];
const state = { q: { joint0: 1 } };
const exact = createSimulation(model, { integrator: "dop853", tolerance: 1e-14 }).run(SECONDS, { state }).final;

const adaptive = integrators.filter(({ kind, takesTolerance }) => kind === "explicit" && takesTolerance);
const rows = [1e-4, 1e-6, 1e-8, 1e-10, 1e-12].flatMap((tolerance) =>
  adaptive.map(({ name: integrator, order }) => {
    const simulation = createSimulation(model, { integrator, tolerance });
    const runs = Array.from({ length: RUNS }, () => {
      const start = performance.now();
      const result = simulation.run(SECONDS, { state, sampleEvery: SECONDS });
      return { result, ms: performance.now() - start };
    });
    const { final, counts } = runs[0].result;
    const error = Math.max(...final.q.map((x, i) => Math.abs(x - exact.q[i])));
    const ms = Math.min(...runs.map((run) => run.ms));
    return [
      tolerance.toExponential(0),
      integrator,
      order,
      counts.accepted,
      counts.rejected,
      ms.toFixed(2),
      error.toExponential(1),
    ];
  }),
);
const head = ["tolerance", "integrator", "order", "steps", "rejected", "best of 10 [ms]", "error [rad]"];
console.log(tableText(rows, { head, indent: 0 }));
