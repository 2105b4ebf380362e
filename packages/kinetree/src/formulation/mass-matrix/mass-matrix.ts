import { Code, I32 } from "../../kernel/code.js";
import { addDenseSolve } from "../../kernel/dense-solve.js";
import { entryFunction } from "../../kernel/finish.js";
import type { Linkage } from "../../kernel/link.js";
import type { Rec } from "../../kernel/record.js";
import { compositeBody } from "../recursions/composite-body.js";
import { addFold, addUnfold, traceRatios } from "./couplers.js";
import { couplingsOf } from "../../state/couplings.js";
import type { Formulation, LoopContext, TracedDynamics } from "../formulation.js";
import { inverseDynamics } from "../recursions/inverse-dynamics.js";
import { hasClosures } from "../../topology/has-closures.js";
import { closuresOf, rowCount } from "../loops/closures/closures.js";
import { traceReact } from "../loops/projection/react.js";
import { traceMultipliers } from "./multipliers.js";
import type { NodeLoads } from "../tree/node-loads.js";
import type { TreeProgram } from "../tree/tree-program.js";

/**
 * M v̇ + r = 0 with M by composite bodies and r by Newton-Euler at v̇ = 0, all loads and given forces included; dense solve.
 * O(n³) and obvious: the reference for the faster formulations. Featherstone (2008), section 6.1. Couplers are
 * folded into the equations: see `couplers.ts`. Loops take Lagrange multipliers: see `multipliers.ts`.
 */
export const massMatrix: Formulation = Object.freeze<Formulation>({
  name: "mass-matrix",
  coordinates: "joint",
  refuses: () => null,
  trace: traceMassMatrix,
});

function traceMassMatrix(tree: TreeProgram, loads: NodeLoads, vdot: Rec, loops: LoopContext): TracedDynamics {
  const { program, skeleton } = tree;
  if (hasClosures(skeleton.model, skeleton.topology)) return traceMultipliers(tree, loads, vdot, loops);
  const { nv } = skeleton;
  // Scratch, but the solve reaches it by its address, which only state records have.
  const M = program.state({ M: nv * nv });
  const factor = program.state({ factor: nv * nv });
  // Never written, so it stays zero, as memory begins.
  const atRest = program.state({ vdot: nv });
  compositeBody(tree, loads, M);
  inverseDynamics(tree, loads, atRest, vdot); // r, where the solve leaves v̇
  const couplings = couplingsOf(skeleton.model, skeleton.topology);
  const isCoupled = couplings.length > 0;
  const folded = program.state({ folded: isCoupled ? nv * nv : 0 });
  const ratios = isCoupled ? traceRatios(tree, couplings) : null;
  const equations = entryFunction(program);
  if (nv === 0) return { accelerate: equations };
  const closures = closuresOf(skeleton);
  const reactions = isCoupled
    ? traceReact(
        tree,
        loads,
        closures,
        { rows: numbersTo(rowCount(closures)), dependent: couplings.map(({ driven }) => driven.v) },
        vdot,
      )
    : {};
  const accelerate = (linkage: Linkage): number => {
    const { module } = linkage;
    const assemble = equations(linkage);
    const solve = addDenseSolve(module, nv);
    const [STATE, PARAMETERS, WORK] = [0, 1, 2];
    const code = new Code([I32, I32, I32]);
    const call = (recs: readonly Rec[], index: number): void => {
      for (const rec of recs) code.get(STATE).i32(linkage.offsetOf(rec)).op("i32.add");
      code.call(index);
    };
    code.get(STATE).get(PARAMETERS).get(WORK).call(assemble);
    if (ratios) call([M, folded, vdot, ratios], addFold(module, nv, couplings));
    call([isCoupled ? folded : M, factor, vdot], solve);
    if (ratios) call([vdot, ratios], addUnfold(module, couplings));
    return module.add(code);
  };
  return { accelerate, ...reactions };
}

const numbersTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
