import type { Num } from "../../../graph/graph.js";
import { add, mul } from "../../../graph/num.js";
import type { Rec } from "../../../kernel/record.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import { closuresOf, type Closure } from "./closures.js";

/** The entry point that adds the power of prescribed motions. */
export const DRIVEN_POWER = "driven power";

type One = { x: readonly Num[] };

const drivenOf = (tree: TreeProgram): readonly Closure[] =>
  closuresOf(tree.skeleton).filter((each) => each.kind === "coordinate" && "motion" in each.law);

/** Adds the power of prescribed motions in an entry point of its own. False if there are none. */
export function traceDrivenPower(tree: TreeProgram, lambda: Rec, power: Rec): boolean {
  if (drivenOf(tree).length === 0) return false;
  tree.begin(DRIVEN_POWER);
  addDrivenPower(tree, lambda, power);
  return true;
}

/**
 * Adds the power of the forces that prescribed motions take, which is work from outside, to what the loads do. All other
 * closures do no work.
 */
export function addDrivenPower(tree: TreeProgram, lambda: Rec, power: Rec): void {
  const { program } = tree;
  const driven = drivenOf(tree);
  if (driven.length === 0) return;
  let sum: Rec<One> = program.zeros<One>({ x: 1 });
  for (const closure of driven) {
    if (closure.kind !== "coordinate") continue;
    const inputs = {
      sum,
      force: program.slice<One>(lambda, closure.first, { x: 1 }),
      speed: program.slice<One>(tree.v, closure.driven.v, { x: 1 }),
    };
    sum = program.step("power of a motion", inputs, ({ sum, force, speed }) => ({
      sum: { x: [add(sum.x[0], mul(force.x[0], speed.x[0]))] },
    })).sum;
  }
  const before = program.slice<One>(power, 0, { x: 1 });
  program.step(
    "add power of motions",
    { sum, before },
    ({ sum, before }) => ({ out: { x: [add(before.x[0], sum.x[0])] } }),
    {
      out: program.slice(power, 0, { x: 1 }),
    },
  );
}
