import type { Num } from "../../graph/graph.js";
import { add, mul } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import { spatialFrom } from "../../spatial/inertia.js";
import { dot3 } from "../../spatial/vec3.js";
import type { NodeLoads } from "../tree/node-loads.js";
import type { TreeProgram } from "../tree/tree-program.js";

type Sum = { readonly power: readonly Num[] };

/** Speeds per step: a step for each would mostly load and store the sum. */
const SPEEDS_A_STEP = 16;

/** Power of all that acts but gravity; its integral is the gain of kinetic and gravitational energy. Joints do no work. */
export function tracePower(tree: TreeProgram, loads: NodeLoads, out: Rec): void {
  const { program, skeleton } = tree;
  let sum: Rec<Sum> = program.zeros<Sum>({ power: 1 });
  /** Speeds along which only external efforts act, as [first, end). */
  const given: [number, number][] = [];
  for (const { index, nv, v } of skeleton.nodes) {
    const wrench = loads.wrench(index);
    if (wrench.layout.size > 0) {
      const inputs = { sum, wrench, velocity: tree.velocity(index) };
      sum = program.step("power of wrench", inputs, ({ sum, wrench, velocity }) => {
        const [f, V] = [spatialFrom(wrench), spatialFrom(velocity)];
        return { sum: { power: [add(sum.power[0], add(dot3(f.angular, V.angular), dot3(f.linear, V.linear)))] } };
      }).sum;
    }
    if (nv === 0) continue;
    const effort = loads.effort(index);
    if (effort.home === tree.tau.home) {
      const last = given.at(-1);
      if (last && last[1] === v && v + nv - last[0] <= SPEEDS_A_STEP) last[1] = v + nv;
      else given.push([v, v + nv]);
    } else sum = addProduct(tree, sum, effort, tree.rate(index), nv);
  }
  for (const [first, end] of given) {
    const tau = program.slice<{ tau: readonly Num[] }>(tree.tau, first, { tau: end - first });
    const rate = program.slice<{ rate: readonly Num[] }>(tree.v, first, { rate: end - first });
    sum = addProduct(tree, sum, tau, rate, end - first);
  }
  const { rotors } = loads;
  if (rotors) {
    sum = program.step("power of rotors", { sum, rotors }, ({ sum, rotors: { speed, torque } }) => ({
      sum: { power: [speed.reduce((total, omega, s) => add(total, mul(omega, torque[s])), sum.power[0])] },
    })).sum;
  }
  program.step("power", { sum }, ({ sum }) => ({ out: { power: sum.power } }), { out });
}

function addProduct(
  { program }: TreeProgram,
  sum: Rec<Sum>,
  effort: Rec<{ tau: readonly Num[] }>,
  rate: Rec<{ rate: readonly Num[] }>,
  count: number,
): Rec<Sum> {
  return program.step(`power of effort ${count}`, { sum, effort, rate }, ({ sum, effort, rate }) => {
    const terms = effort.tau.map((tau, k) => mul(tau, rate.rate[k]));
    return { sum: { power: [terms.reduce(add, sum.power[0])] } };
  }).sum;
}
