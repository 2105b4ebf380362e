// A thousand pendulums whose rods are 1 m long give or take a centimetre, on all cores: how uncertain is the period?
import { hashNumbers, runBatch } from "kinetree";
import { normal } from "kinetree/random";
import { pendulum } from "kinetree/systems";
import { nodeWorkers } from "kinetree/node";

const SPREAD = 0.01; // m
/** @type {import("kinetree").BatchOptions} */
const study = {
  tEnd: 1,
  samples: 1000,
  // Sample i depends on i alone, so it is the same in whatever order, on whatever core.
  sample: (i) => ({ parameters: { length: 1 + SPREAD * normal(2024, i, "length") }, state: { q: { hinge: 0.1 } } }),
  // From the turning point to the lowest one is a quarter of the period.
  events: [{ name: "lowest", when: (probe) => probe.q("hinge") }],
  tolerance: 1e-10,
};

const alone = await runBatch(pendulum(), study);
const onWorkers = await runBatch(pendulum(), { ...study, workers: nodeWorkers(2), chunkSize: 50 });

const periods = Array.from(alone.events, (t) => 4 * t);
const mean = periods.reduce((sum, T) => sum + T, 0) / periods.length;
const variance = periods.reduce((sum, T) => sum + (T - mean) ** 2, 0) / (periods.length - 1);
console.log(`period ${mean.toFixed(5)} s ± ${Math.sqrt(variance).toFixed(5)} s`);
console.log(`by hand ${(mean * 0.5 * SPREAD).toFixed(5)} s: T grows with √l, so half of the rod's share of error`);
const bits = (/** @type {typeof alone} */ { q, v, events }) => hashNumbers(q, v, events);
console.log(`bits on this thread ${bits(alone)}`);
console.log(`bits on two workers ${bits(onWorkers)}`);
console.log(`lanes in use ${alone.laneUse.toFixed(2)}`);
