import { expect, it } from "vitest";
import { planTyre } from "../../src/elements/tyre/plan-tyre.js";
import { planSurface } from "../../src/elements/terrain/traced-surface.js";
import { countOperations } from "../../src/graph/count.js";
import { Graph } from "../../src/graph/graph.js";
import type { Real } from "../../src/model/types.js";
import type { Vec3 } from "../../src/spatial/vec3.js";
import { eachLaw, ledWheel } from "./wheels.js";

/** Operations of one tyre on a level plane, its pose and motion known. */
function operationsOf(law: (typeof eachLaw)[number][1]) {
  const { tyres, terrains } = ledWheel(law, {});
  const num = (real: Real): number => real as number;
  const plan = planTyre(tyres[0], planSurface(terrains[0], num), num, () => "table");
  const inputs = new Graph().newInputs(24 + plan.numbers.length);
  const at = (i: number): Vec3 => [inputs[i], inputs[i + 1], inputs[i + 2]];
  const wheel = { R: [at(0), at(3), at(6)] as const, p: at(9), v: at(12), omega: at(15) };
  const { force, torque, rates, released } = plan.at(wheel, at(18), at(21), inputs.slice(24), null);
  return countOperations([...force, ...torque, ...rates, ...released]);
}

/** Bounds with a tenth of room: a tyre is evaluated four times and more in every step. */
const most: Readonly<Record<string, readonly [flops: number, divisions: number]>> = {
  brush: [310, 29],
  fiala: [320, 28],
  tmeasy: [520, 44],
  pac2002: [3000, 90],
  "pac89 with shifts": [1700, 58],
};

it.each(eachLaw)("%s costs no more than it did", (name, law) => {
  const { flops, div } = operationsOf(law);
  expect(flops).toBeLessThanOrEqual(most[name][0]);
  expect(div).toBeLessThanOrEqual(most[name][1]);
});
