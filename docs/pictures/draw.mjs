// Draws the pictures of the gallery from runs of the library: node docs/pictures/draw.mjs [FOLDER]
// Nothing is timed, so the files are the same to the last byte every time.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nBodyPendulum, pendulumDrawing, simulatePendulum } from "@kinetree/reproductions";
import { createEvaluator, createSimulation, neutralState, runBatch, simulate, stateFromJoints } from "kinetree";
import { equilibrium, modes } from "kinetree/analysis";
import { normal } from "kinetree/random";
import { arm7, arm7Ready, doublePendulum, nPendulum, pendulum } from "kinetree/systems";
import { methods } from "kinetree/tools";
import { chart, colours, label, px, svg } from "./chart.mjs";
import { linkage } from "./linkage.mjs";
import { robot } from "./robot.mjs";

const folder = process.argv[2] ?? fileURLToPath(new URL("../images", import.meta.url));
const pictures = {
  "swing.svg": swing(),
  "neighbours.svg": neighbours(),
  "quarter-car.svg": await quarterCar(),
  "forces.svg": forces(),
  "modes.svg": modeShapes(),
  "batch.svg": await spread(),
  "integrators.svg": integrators(),
  "energy.svg": energyError(),
  "robot.svg": robot(),
  "linkage.svg": linkage(),
  "pendulum-positions.svg": pendulumDrawing(simulatePendulum(nBodyPendulum({ n: 3 }))),
};
for (const [name, text] of Object.entries(pictures)) writeFileSync(join(folder, name), text);

/** The angle of a pendulum, and the events of its run. */
function swing() {
  const { t, column, events } = simulate(pendulum(), 10, {
    state: { q: { hinge: 1 } },
    sampleEvery: 0.02,
    events: [{ name: "lowest point", when: (probe) => probe.q("hinge") }],
  });
  const figure = chart({
    title: "Angle of a pendulum over ten seconds with the instants at which it passes its lowest point",
    x: { label: "time [s]", range: [0, 10], ticks: [0, 2, 4, 6, 8, 10] },
    y: { label: "angle [rad]", range: [-1.1, 1.1], ticks: [-1, -0.5, 0, 0.5, 1] },
  });
  const angle = column("q.hinge");
  figure.line(points(t, angle), colours.ink);
  figure.dots(
    events.map(({ state }) => ({ x: state.t, y: state.q[0] })),
    colours.red,
  );
  return figure.svg();
}

/** How fast two double pendulums part that start a nanoradian apart. */
function neighbours() {
  const simulation = createSimulation(doublePendulum(), {
    integrator: "dop853",
    tolerance: 1e-12,
    measures: {
      x: (probe) => probe.position("lower", [0, 0, -1])[0],
      z: (probe) => probe.position("lower", [0, 0, -1])[2],
    },
  });
  const [one, two] = [0, 1e-9].map((off) =>
    simulation.run(20, { state: { q: { shoulder: 2 + off } }, sampleEvery: 0.05 }),
  );
  const gaps = Array.from(one.t, (_, row) =>
    Math.sqrt(["x", "z"].reduce((sum, name) => sum + (two.column(name)[row] - one.column(name)[row]) ** 2, 0)),
  );
  const figure = chart({
    title: "Distance of two double pendulums that start a nanoradian apart, growing from 1e-9 m to 1 m in 20 s",
    x: { label: "time [s]", range: [0, 20], ticks: [0, 4, 8, 12, 16, 20] },
    y: { label: "distance [m]", range: [1e-10, 10], ticks: [1e-9, 1e-6, 1e-3, 1], log: true },
  });
  figure.line(points(one.t, gaps), colours.ink);
  return figure.svg();
}

/** The chassis after a bump, for four payloads. */
async function quarterCar() {
  const { car } = await quietly(() => import("../../examples/quarter-car.mjs"));
  const simulation = createSimulation(car, { measures: { height: (probe) => probe.position("chassis")[2] } });
  const figure = chart({
    title: "Height of a chassis over its rest after a bump, for payloads from 0 to 300 kg",
    x: { label: "time [s]", range: [0.4, 2.4], ticks: [0.5, 1, 1.5, 2] },
    y: { label: "above rest [mm]", range: [-26, 20], ticks: [-20, -10, 0, 10, 20] },
  });
  [0, 100, 200, 300].forEach((payload, i) => {
    const parameters = { payload };
    const rest = equilibrium(car, stateFromJoints(car, { q: { axle: -0.01 } }), { parameters });
    const { t, column } = simulation.run(2.4, { parameters, state: rest.point, sampleEvery: 0.01 });
    const height = column("height");
    const colour = [colours.ink, colours.olive, colours.sand, colours.red][i];
    figure.line(points(t, height, (h) => 1000 * (h - height[0])).slice(40), colour);
    figure.note({ x: 2.02, y: 18 - 4 * i }, `${payload} kg`, { colour });
  });
  return figure.svg();
}

/** Torques that hold an arm, beside what its motors are rated for. */
function forces() {
  const arm = createEvaluator(arm7({ payload: 3 }));
  const state = neutralState(arm.model);
  state.q.set(arm7Ready);
  const holding = arm.bias(state);
  const figure = chart({
    title: "Torques that hold a seven-joint arm with a payload of 3 kg, as a part of what its motors are rated for",
    x: { label: "joint", range: [0.4, 7.6], ticks: [1, 2, 3, 4, 5, 6, 7] },
    y: { label: "holding torque / rated [%]", range: [0, 50], ticks: [0, 10, 20, 30, 40, 50] },
  });
  holding.forEach((torque, i) => {
    const share = (100 * Math.abs(torque)) / Number(arm.model.actuators[i].upper);
    figure.bar(i + 0.7, i + 1.3, share, colours.ink);
    figure.note({ x: i + 1, y: share }, `${Math.abs(torque).toFixed(1)} N m`, { anchor: "middle", dx: 0, dy: -6 });
  });
  return figure.svg();
}

/** The two shapes in which a double pendulum swings. */
function modeShapes() {
  const model = doublePendulum();
  const { undamped } = modes(model, neutralState(model));
  const [width, height, top, scale] = [760, 320, 40, 105];
  const parts = undamped.flatMap(({ frequency, byJoint }, i) => {
    const middle = (width * (2 * i + 1)) / 4;
    const largest = Math.max(Math.abs(byJoint.shoulder[0]), Math.abs(byJoint.shoulder[0] + byJoint.elbow[0]));
    const sticks = [1, 0.5, 0, -0.5, -1].map((phase) => {
      const upper = (0.5 * phase * byJoint.shoulder[0]) / largest;
      const lower = upper + (0.5 * phase * byJoint.elbow[0]) / largest;
      const joint = { x: middle - scale * Math.sin(upper), y: top + scale * Math.cos(upper) };
      const tip = { x: joint.x - scale * Math.sin(lower), y: joint.y + scale * Math.cos(lower) };
      const [colour, strokeWidth] = Math.abs(phase) === 1 ? [colours.ink, 3] : ["#b9cadb", 1.5];
      const path = `${px(middle)},${top} ${px(joint.x)},${px(joint.y)} ${px(tip.x)},${px(tip.y)}`;
      const bobs = [joint, tip].map(
        ({ x, y }) =>
          `<circle cx="${px(x)}" cy="${px(y)}" r="5" fill="${Math.abs(phase) === 1 ? colours.red : colours.paper}" stroke="${colour}"/>`,
      );
      return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="${strokeWidth}"/>${bobs.join("")}`;
    });
    // The outermost positions are drawn last, over the others.
    const drawn = [sticks[2], sticks[1], sticks[3], sticks[0], sticks[4]];
    return [...drawn, label(middle, height - 16, `${frequency.toFixed(4)} Hz`, "middle")];
  });
  return svg(width, height, "The two mode shapes of a double pendulum with their frequencies", parts);
}

/** Periods of a thousand pendulums whose lengths vary, and the normal distribution that they should have. */
async function spread() {
  const [SAMPLES, SPREAD, BIN] = [1000, 0.01, 0.004];
  const { events } = await runBatch(pendulum(), {
    tEnd: 1,
    samples: SAMPLES,
    sample: (i) => ({ parameters: { length: 1 + SPREAD * normal(2024, i, "length") }, state: { q: { hinge: 0.1 } } }),
    events: [{ name: "lowest", when: (probe) => probe.q("hinge") }],
    tolerance: 1e-10,
  });
  const periods = Array.from(events, (t) => 4 * t);
  const figure = chart({
    title: "Histogram of the periods of 1000 pendulums with the normal distribution of the same mean and spread",
    x: { label: "period [s]", range: [1.97, 2.046], ticks: [1.98, 1.99, 2, 2.01, 2.02, 2.03, 2.04] },
    y: { label: "pendulums", range: [0, 180], ticks: [0, 50, 100, 150] },
  });
  for (let k = 0; k < 19; k++) {
    const from = 1.97 + BIN * k;
    figure.bar(from, from + BIN, periods.filter((T) => T >= from && T < from + BIN).length, colours.ink, 0.75);
  }
  const mean = periods.reduce((sum, T) => sum + T, 0) / SAMPLES;
  const sigma = 0.5 * SPREAD * mean;
  const bell = Array.from({ length: 153 }, (_, k) => {
    const x = 1.97 + 0.0005 * k;
    const density = Math.exp(-0.5 * ((x - mean) / sigma) ** 2) / (sigma * Math.sqrt(2 * Math.PI));
    return { x, y: SAMPLES * BIN * density };
  });
  figure.line(bell, colours.red);
  return figure.svg();
}

/** Error of the adaptive integrators over the evaluations that they take. */
function integrators() {
  const model = nPendulum();
  const state = { q: { joint0: 1 } };
  const run = (/** @type {import("kinetree").MethodName} */ integrator, /** @type {number} */ tolerance) =>
    createSimulation(model, { integrator, tolerance }).run(2, { state, sampleEvery: 2 });
  const exact = run("dop853", 1e-14).final.q;
  const figure = chart({
    title: "Error of the adaptive integrators over the evaluations of the accelerations, in double logarithmic scale",
    height: 340,
    x: { label: "evaluations of the accelerations", range: [300, 100_000], ticks: [1e3, 1e4, 1e5], log: true },
    y: { label: "error [rad]", range: [1e-15, 1e-4], ticks: [1e-14, 1e-12, 1e-10, 1e-8, 1e-6], log: true },
  });
  Object.values(methods)
    .filter(({ adaptive }) => adaptive)
    .forEach(({ name, tableau }, i) => {
      const colour = [colours.olive, colours.ink, colours.red][i];
      const found = [1e-4, 1e-6, 1e-8, 1e-10, 1e-12].map((tolerance) => {
        const { final, counts } = run(name, tolerance);
        const y = Math.max(...final.q.map((angle, k) => Math.abs(angle - exact[k])));
        return { x: (counts.accepted + counts.rejected) * tableau.dense.endStage, y };
      });
      figure.line(found, colour);
      figure.dots(found, colour);
      const at = /** @type {const} */ (["start", "end", "end"])[i];
      figure.note(found[i === 2 ? 2 : 3], name, {
        colour,
        anchor: at,
        dx: at === "start" ? 10 : -10,
        dy: at === "start" ? -4 : 12,
      });
    });
  return figure.svg();
}

/** What becomes of the energy of a pendulum over many periods. */
function energyError() {
  const model = pendulum();
  const { energy } = createEvaluator(model);
  const figure = chart({
    title: "Relative change of the energy of a pendulum over 1000 s at three tolerances, in logarithmic scale",
    x: { label: "time [s]", range: [0, 1000], ticks: [0, 200, 400, 600, 800, 1000] },
    y: {
      label: "change of energy / largest",
      range: [1e-14, 1e-4],
      ticks: [1e-13, 1e-11, 1e-9, 1e-7, 1e-5],
      log: true,
    },
  });
  [1e-6, 1e-8, 1e-10].forEach((tolerance, i) => {
    const result = simulate(model, 1000, { tolerance, state: { q: { hinge: 2 } }, sampleEvery: 10 });
    const all = Array.from(result.t, (_, row) => energy(result.stateAt(row)));
    const largest = Math.max(...all.map(({ kinetic }) => kinetic));
    const total = all.map(({ kinetic, potential }) => kinetic + potential);
    const change = total.map((each) => Math.max(Math.abs(each - total[0]) / largest, 1e-14));
    const colour = [colours.red, colours.olive, colours.ink][i];
    figure.line(points(result.t, change).slice(1), colour);
    figure.note({ x: 1000, y: change[change.length - 1] }, `tolerance ${tolerance.toExponential(0)}`, {
      colour,
      anchor: "end",
      dx: -4,
      dy: -10,
    });
  });
  return figure.svg();
}

/**
 * @param {ArrayLike<number>} x
 * @param {ArrayLike<number>} y
 * @param {(value: number) => number} [of]
 */
function points(x, y, of = (value) => value) {
  return Array.from(x, (value, i) => ({ x: value, y: of(y[i]) }));
}

/**
 * Examples print when they are imported; here only what they describe is wanted.
 * @template T
 * @param {() => Promise<T>} load
 */
async function quietly(load) {
  const print = console.log;
  console.log = () => undefined;
  try {
    return await load();
  } finally {
    console.log = print;
  }
}
