import { Graph, type Num } from "../../../src/graph/graph.js";
import { add, mul } from "../../../src/graph/num.js";
import { Instance } from "../../../src/kernel/instance.js";
import { link } from "../../../src/kernel/link.js";
import { Program } from "../../../src/kernel/program.js";
import type { SteadyLawPlan, TyrePoint } from "../../../src/elements/tyre/steady-law.js";
import type { TyreLaw } from "../../../src/model/tyre-laws.js";
import { planOf, type PlainForces, type PlainMoments, type PlainPoint } from "./plain-tyre.js";

/** What a law says at a point, with the moments that follow from the steady forces. */
export interface Answer extends PlainForces, PlainMoments {
  readonly force: readonly [number, number];
}

/** s_x, s_y, load, camber, friction, depth. */
const INPUTS = 6;
/** Slopes, offsets, peaks, forces, two moments. */
const OUTPUTS = 10;

export const inputsOf = ({ slip, load, camber, friction, depth }: PlainPoint): readonly number[] => [
  ...slip,
  load,
  camber,
  friction,
  depth,
];

/** All that a law says, from its six inputs. */
export function outputsOf(plan: SteadyLawPlan, inputs: readonly Num[]): readonly Num[] {
  const [sx, sy, load, camber, friction, depth] = inputs;
  const at: TyrePoint = { slip: [sx, sy], load, camber, friction, depth };
  const { slope, offset, peak } = plan.forces(at, plan.numbers);
  const force = [0, 1].map((i) => add(mul(slope[i], at.slip[i]), offset[i]));
  const moments = plan.moments(at, [force[0], force[1], load], plan.numbers);
  return [...slope, ...offset, ...peak, ...force, moments.overturning, moments.aligning];
}

/** The law as a kernel, because plain evaluation of elementary functions is a hundred times slower. */
export function kernelOf(law: TyreLaw): (at: PlainPoint) => Answer {
  const program = new Program(new Graph());
  const point = program.state<{ inputs: Num[] }>({ inputs: INPUTS });
  const values = program.state<{ values: Num[] }>({ values: OUTPUTS });
  program.step("law", { point }, ({ point }) => ({ values: { values: [...outputsOf(planOf(law), point.inputs)] } }), {
    values,
  });
  const instance = new Instance(link(program).artifact);
  const start = instance.state() / 8;
  return (at) => {
    // Two lanes, number by number.
    inputsOf(at).forEach((value, i) => instance.f64.fill(value, start + 2 * i, start + 2 * i + 2));
    instance.run("main");
    const v = Array.from({ length: OUTPUTS }, (_, i) => instance.f64[start + 2 * INPUTS + 2 * i]);
    return {
      slope: [v[0], v[1]],
      offset: [v[2], v[3]],
      peak: [v[4], v[5]],
      force: [v[6], v[7]],
      overturning: v[8],
      aligning: v[9],
    };
  };
}
