// How accurate the results are, as a table in Markdown: node examples/accuracy.mjs
import { createEvaluator, neutralState, simulate } from "kinetree";
import { stream } from "kinetree/random";
import { doublePendulum, heavyTop, lander, pendulum } from "kinetree/systems";

const G = 9.81;
const dormandPrince = /** @type {const} */ ({ integrator: "dormand-prince", tolerance: 1e-10 });

const rows = [
  ["quantity", "compared with", "relative difference"],
  ["---", "---", "---:"],
  ["period of a pendulum at 2 rad, Dormand-Prince at tolerance 1e-10", "elliptic integral", periodError()],
  ["its energy over 1,000 periods, the same", "the start", energyDrift(pendulum(), { hinge: 2 }, 1000 * period(2))],
  [
    "energy of a chaotic double pendulum over 1,000 swings of 2 s, the same",
    "the start",
    energyDrift(doublePendulum(), { shoulder: 2 }, 2000),
  ],
  ["length of the quaternion of a heavy top over 10 s, never renormalised", "1", quaternionDrift()],
  ["accelerations of the lander in 64 random states, articulated bodies", "mass matrix", formulationGap()],
];
for (const row of rows)
  console.log(`| ${row.map((cell) => (typeof cell === "number" ? cell.toExponential(0) : cell)).join(" | ")} |`);

/**
 * 2π √(l/g) / M(1, cos(a/2)) by the arithmetic-geometric mean: Gauss.
 * @param {number} amplitude [rad]
 */
function period(amplitude) {
  let [a, b] = [1, Math.cos(amplitude / 2)];
  for (let i = 0; i < 6; i++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return (2 * Math.PI) / Math.sqrt(G) / a;
}

function periodError() {
  const { events } = simulate(pendulum(), 10, {
    ...dormandPrince,
    state: { q: { hinge: 2 } },
    events: [{ name: "lowest", when: (probe) => probe.q("hinge"), direction: "falling" }],
  });
  return Math.abs((events[1].state.t - events[0].state.t) / period(2) - 1);
}

/**
 * Largest change of the energy, as a part of the largest kinetic energy.
 * @param {import("kinetree").Model} model
 * @param {Readonly<Record<string, number>>} q
 * @param {number} tEnd
 */
function energyDrift(model, q, tEnd) {
  const result = simulate(model, tEnd, { ...dormandPrince, state: { q }, sampleEvery: tEnd / 997 });
  const evaluator = createEvaluator(model);
  const energies = Array.from(result.t, (_, row) => evaluator.energy(result.stateAt(row)));
  const total = energies.map(({ kinetic, potential }) => kinetic + potential);
  const drift = Math.max(...total.map((energy) => Math.abs(energy - total[0])));
  return drift / Math.max(...energies.map(({ kinetic }) => kinetic));
}

function quaternionDrift() {
  const state = { q: { pivot: [0.8, 0.6, 0, 0] }, v: { pivot: [0, 0, 40] } };
  const result = simulate(heavyTop(), 10, { ...dormandPrince, state });
  const lengths = Array.from(result.t, (_, row) => Math.hypot(...result.stateAt(row).q));
  return Math.max(...lengths.map((length) => Math.abs(length - 1)));
}

function formulationGap() {
  const model = lander();
  const [fast, plain] = [createEvaluator(model), createEvaluator(model, { formulation: "mass-matrix" })];
  const random = stream(7);
  let worst = 0;
  for (let k = 0; k < 64; k++) {
    const { q, v } = neutralState(model);
    for (let i = 7; i < q.length; i++) q[i] = 2 * random.next() - 1;
    v.forEach((_, i) => (v[i] = 2 * random.next() - 1));
    const [a, b] = [fast, plain].map((evaluator) => evaluator.forwardDynamics({ t: 0, q, v }));
    const size = Math.max(...b.map(Math.abs));
    worst = Math.max(worst, ...a.map((x, i) => Math.abs(x - b[i]) / size));
  }
  return worst;
}
