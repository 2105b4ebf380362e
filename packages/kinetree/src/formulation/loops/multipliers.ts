import type { Linkage } from "../../kernel/link.js";
import type { Rec } from "../../kernel/record.js";
import { compositeBody } from "../composite-body.js";
import { entryFunction } from "../formulation.js";
import { inverseDynamics } from "../inverse-dynamics.js";
import type { NodeLoads } from "../node-loads.js";
import type { LoopContext, TracedDynamics } from "../traced-dynamics.js";
import type { TreeProgram } from "../tree-program.js";
import { inTurn } from "./in-turn.js";
import { laneNodes } from "./lane-q.js";
import { ClosureTrace } from "./closure-trace.js";
import { closuresOf, rowCount } from "./closures.js";
import { MULTIPLIERS, PROJECTION, type MultiplierData } from "./multipliers-host.js";
import { closureBlocks, writeClosures } from "./write-closures.js";

/**
 * M v̇ + r = Kᵀ λ, K v̇ + γ = 0, dense, with redundant rows left out by pivoting: the obvious road, against which the
 * faster ones are checked. Featherstone, Rigid Body Dynamics Algorithms (2008), section 8.2. The matrices are assembled by
 * kernels, the equations solved by the host.
 */
export function traceMultipliers(
  tree: TreeProgram,
  loads: NodeLoads,
  vdot: Rec,
  { plan, drift: control, held }: LoopContext,
): TracedDynamics {
  const { program, skeleton } = tree;
  const { nv } = skeleton;
  const closures = closuresOf(skeleton);
  const rows = rowCount(closures);
  const trace = new ClosureTrace(tree, closures);
  const { list, size } = closureBlocks(trace);
  const M = program.state({ M: nv * nv });
  const rest = program.state({ vdot: nv }); // nobody writes it, so it stays zero
  const phi = program.state({ x: rows });
  const blocks = program.state({ x: size });
  const drift = program.state({ x: rows });
  const gamma = program.state({ x: rows });
  const lambda = program.state({ x: rows });
  const quality = program.state({ x: 1 });
  compositeBody(tree, loads, M);
  inverseDynamics(tree, loads, rest, vdot);
  writeClosures(trace, { phi, blocks, drift, gamma });
  const assemble = entryFunction(program);
  let projecting: ReturnType<typeof entryFunction> | null = null;
  if (control === "projection") {
    tree.begin("closures");
    compositeBody(tree, loads, M);
    writeClosures(new ClosureTrace(tree, closures), { phi, blocks, drift });
    projecting = entryFunction(program);
  }
  const dataOf = ({ offsetOf }: Linkage): MultiplierData => ({
    nv,
    rows,
    rank: plan?.rows.length ?? 0,
    blocks: list,
    nq: skeleton.nq,
    nodes: laneNodes(skeleton.nodes),
    at: {
      q: offsetOf(tree.q),
      v: offsetOf(tree.v),
      vdot: offsetOf(vdot),
      M: offsetOf(M),
      phi: offsetOf(phi),
      blocks: offsetOf(blocks),
      drift: offsetOf(drift),
      gamma: offsetOf(gamma),
      lambda: offsetOf(lambda),
      held: held ? offsetOf(held) : -1,
      quality: offsetOf(quality),
    },
  });
  const accelerate = (linkage: Linkage): number =>
    inTurn(linkage, assemble(linkage), linkage.callHost({ kind: MULTIPLIERS, data: dataOf(linkage) }));
  return {
    accelerate,
    lambda,
    quality,
    ...(projecting
      ? {
          settle: {
            when: "step",
            finish: (linkage) =>
              linkage.callHost({ kind: PROJECTION, data: { ...dataOf(linkage), entry: "closures" } }),
          },
        }
      : {}),
  };
}
