import { callSequence, entryFunction, type Finish } from "../../../kernel/finish.js";
import type { Rec } from "../../../kernel/record.js";
import type { HingeFields } from "../../joints/node-joint.js";
import { accelerateNodes, articulate } from "../../recursions/articulated/articulated-body.js";
import type { NodeLoads } from "../../tree/node-loads.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import type { Closure } from "../closures/closures.js";
import { traceRowForces } from "../projection/row-forces.js";
import { denseSolve, keptClosures, traceSchur, withForces } from "../projection/schur.js";
import { traceTakeBack } from "../projection/take-back.js";

/** Takes drift back by the recursions of the accelerations, with nothing moving. */
export function traceProjection(
  tree: TreeProgram,
  loads: NodeLoads,
  closures: readonly Closure[],
  rows: ReadonlySet<number>,
): Finish {
  const { program } = tree;
  const m = rows.size;
  const schur = program.state({ x: m * m });
  const factor = program.state({ x: m * m });
  return traceTakeBack(tree, closures, rows, (trace, { byPose, bySpeed, move, change }) => {
    const kept = keptClosures(trace);
    const articulated = articulate(tree, loads, { withInverses: true, atRest: true });
    const forces = kept.map(({ closure }) => traceRowForces(trace, closure, articulated));
    traceSchur(tree, kept, forces, schur, m);
    return () => {
      program.begin("take back");
      const hinges = articulated.hinges.map((hinge) => withoutRest(tree, hinge));
      const still = { hinges, inverses: articulated.inverses };
      accelerateNodes(tree, withForces(tree, still, kept, forces, byPose), move, { atRest: true });
      accelerateNodes(tree, withForces(tree, still, kept, forces, bySpeed), change, { atRest: true });
      const spread = entryFunction(program);
      return (linkage) => {
        const solve = (right: Rec): number => denseSolve(linkage, m, schur, factor, right);
        return callSequence(linkage, solve(byPose), solve(bySpeed), spread(linkage));
      };
    };
  });
}

/** A hinge that nothing pushes and that does not move. */
function withoutRest({ program }: TreeProgram, hinge: Rec<HingeFields>): Rec<HingeFields> {
  return program.step("hinge at rest", { hinge }, ({ hinge }) => ({
    hinge: { ...hinge, rest: hinge.rest.map(() => 0) },
  })).hinge;
}
