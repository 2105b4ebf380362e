import { planCoordinateLoad } from "../../elements/coordinate-load.js";
import { planSignal } from "../../elements/signal.js";
import type { Num } from "../../graph/graph.js";
import { add, max, min, mul, neg, sub } from "../../graph/num.js";
import type { CurveTable } from "../../graph/table.js";
import type { Rec } from "../../kernel/record.js";
import type { Actuator, Joint } from "../../model/types.js";
import type { TreeProgram } from "../tree/tree-program.js";
import { planCommand } from "./command.js";
import { couplingEfforts } from "./coordinate-couplings.js";
import { shaftEfforts } from "./shafts.js";

export type Effort = Rec<{ tau: readonly Num[] }>;

/** Speeds of a joint and its coordinates; loads read the latter only where there is one for each speed. */
export interface CoordinateMotion {
  readonly q: Rec<{ q: readonly Num[] }>;
  readonly v: Rec<{ v: readonly Num[] }>;
}

/** Adds one load to the efforts along the speeds of a joint. */
export type AddEffort = (effort: Effort, motion: CoordinateMotion) => Effort;

/** Loads along `count` speeds of a joint, from the speed `first` on: functions of the coordinate, of time, and commands. */
export function jointEfforts(
  tree: TreeProgram,
  joint: Joint,
  first: number,
  count: number,
  keyOf: (table: CurveTable) => string,
): readonly AddEffort[] {
  const { model } = tree.skeleton;
  const isOurs = (x: { joint: string; coordinate: number }): boolean =>
    x.joint === joint.name && x.coordinate >= first && x.coordinate < first + count;
  return [
    ...coordinateLoads(tree, joint, first, count, keyOf),
    ...model.loads.flatMap((load) =>
      load.kind === "joint-force" && isOurs(load) ? [signal(tree, load, load.coordinate - first, keyOf)] : [],
    ),
    ...couplingEfforts(tree, joint, first, count, keyOf),
    ...shaftEfforts(tree, joint, first, count),
    ...model.actuators.flatMap((actuator, index) =>
      actuator.kind === "joint" && isOurs(actuator)
        ? [command(tree, actuator, index, actuator.coordinate - first)]
        : actuator.kind === "impedance" && isOurs(actuator)
          ? [impedance(tree, actuator, index, actuator.coordinate - first)]
          : [],
    ),
  ];
}

const withEntry = (values: readonly Num[], k: number, extra: Num): readonly Num[] =>
  values.map((value, i) => (i === k ? add(value, extra) : value));

function coordinateLoads(
  { program, skeleton }: TreeProgram,
  joint: Joint,
  first: number,
  count: number,
  keyOf: (table: CurveTable) => string,
): AddEffort[] {
  return joint.coordinates.slice(first, first + count).flatMap((properties, k): AddEffort[] => {
    const plan = planCoordinateLoad(properties, skeleton.scope.num, keyOf);
    if (!plan) return [];
    const numbers = program.constants({ n: plan.numbers });
    const add: AddEffort = (effort, motion) =>
      program.step(
        `coordinate load ${plan.key} ${count} ${k}`,
        { effort, ...motion, numbers },
        ({ effort, v, q, numbers }) => {
          // Spherical and free joints have damping only, which needs no coordinate.
          const at = q.q.length === v.v.length ? q.q[k] : 0;
          return { effort: { tau: withEntry(effort.tau, k, plan.force(at, v.v[k], numbers.n)) } };
        },
      ).effort;
    return [add];
  });
}

function signal(
  { program, skeleton, t }: TreeProgram,
  load: Extract<TreeProgram["skeleton"]["model"]["loads"][number], { kind: "joint-force" }>,
  k: number,
  keyOf: (table: CurveTable) => string,
): AddEffort {
  const plan = planSignal(load.signal, skeleton.scope.num, keyOf);
  const numbers = program.constants({ n: plan.numbers });
  return (effort) =>
    program.step(`joint force ${plan.key} ${k}`, { effort, t, numbers }, ({ effort, t, numbers }) => ({
      effort: { tau: withEntry(effort.tau, k, plan.at(t.t[0], numbers.n)) },
    })).effort;
}

function command(tree: TreeProgram, actuator: Actuator, index: number, k: number): AddEffort {
  const { key, inputs, command } = planCommand(tree, actuator, index);
  return (effort) =>
    tree.program.step(`actuator ${key} ${k}`, { effort, ...inputs }, ({ effort, ...given }) => ({
      effort: { tau: withEntry(effort.tau, k, command(given)) },
    })).effort;
}

/** A spring-damper, interpolated between two settings by the command. */
function impedance(
  tree: TreeProgram,
  actuator: Extract<Actuator, { kind: "impedance" }>,
  index: number,
  k: number,
): AddEffort {
  const { key, inputs, command } = planCommand(tree, actuator, index);
  const { num } = tree.skeleton.scope;
  const { stiffness, damping, rest } = actuator;
  const settings = tree.program.constants<{ s: readonly Num[] }>({
    s: [...stiffness, ...damping, rest].map((value) => num(value)),
  });
  return (effort, { q, v }) =>
    tree.program.step(`impedance ${key} ${k}`, { effort, q, v, settings, ...inputs }, (x) => {
      const [k0, k1, c0, c1, at] = x.settings.s;
      const share = min(1, max(0, command(x)));
      const between = (a: Num, b: Num): Num => add(a, mul(share, sub(b, a)));
      const force = add(mul(between(k0, k1), sub(x.q.q[k], at)), mul(between(c0, c1), x.v.v[k]));
      return { effort: { tau: withEntry(x.effort.tau, k, neg(force)) } };
    }).effort;
}
