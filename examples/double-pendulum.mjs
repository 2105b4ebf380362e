// Two double pendulums that start a nanoradian apart: how long do they stay together, and what becomes of their energy?
import { createEvaluator, createSimulation } from "kinetree";
import { doublePendulum } from "kinetree/systems";
import { tableText } from "./support/table.mjs";

const model = doublePendulum();
// Compiled once, run as often as you like. Measures are recorded beside the state; here, where the lower bob is.
const simulation = createSimulation(model, {
  integrator: "dop853",
  tolerance: 1e-12,
  measures: {
    x: (probe) => probe.position("lower", [0, 0, -1])[0],
    z: (probe) => probe.position("lower", [0, 0, -1])[2],
  },
});
const [one, two] = [0, 1e-9].map((off) =>
  simulation.run(20, { state: { q: { shoulder: 2 + off, elbow: 0 } }, sampleEvery: 0.01 }),
);

const gaps = Array.from(one.t, (_, row) => {
  const dx = two.column("x")[row] - one.column("x")[row];
  const dz = two.column("z")[row] - one.column("z")[row];
  return Math.sqrt(dx * dx + dz * dz);
});
const seconds = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20];
console.log("Distance of the lower bobs after starts 1e-9 rad apart:\n");
console.log(
  tableText(
    seconds.map((t) => [t, gaps[100 * t].toExponential(1)]),
    { head: ["t [s]", "distance [m]"] },
  ),
);

const { energy } = createEvaluator(model);
const total = Array.from(one.t, (_, row) => {
  const { kinetic, potential } = energy(one.stateAt(row));
  return kinetic + potential;
});
const drift = Math.max(...total.map((each) => Math.abs(each - total[0])));
console.log(`\nenergy at the start ${total[0].toFixed(6)} J, largest drift ${drift.toExponential(1)} J`);
console.log(`steps ${one.counts.accepted}, rejected ${one.counts.rejected}`);
