import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";
import { predictAugmentedCost } from "./augmented/cost.js";
import type { Formulation } from "./formulation.js";
import { closuresOf, rowCount, type Closure } from "./loops/closures/closures.js";
import { aggregatedNodes } from "./loops/closures/compounds.js";
import { buildSkeleton, type Skeleton } from "./skeleton/skeleton.js";

/** Predicted cost of one evaluation of the accelerations, before anything is compiled. */
export interface PredictedCost {
  /** Multiplications with an addition. */
  readonly multiplyAdds: number;
  /** The same weighted by the speed of the code that does them: the basis of the choice. */
  readonly weight: number;
  /** Size of the equations, in words. */
  readonly size: string;
}

/*
 * Halves of the operations that kernels count, of hinges with general frames: the recursion over a node; the sweep with the
 * closures' forces; a row handed past a node; a closure at all levels; a node of a compound, and each of its
 * independent speeds there; an entry of the mass matrix handed past a node.
 */
const [NODE, SECOND_SWEEP, ROW_PAST_NODE, CLOSURE, COMPOUND_NODE, COLUMN, PAST_NODE] = [150, 25, 14, 130, 120, 35, 12];
/** Cost of loops over small dense matrices, and of the host's linear algebra, relative to straight-line kernels. */
const [DENSE, HOST] = [1.5, 4];

/** null if the formulation does not support the model. */
export function predictCost(formulation: Formulation, model: Model, topology: Topology): PredictedCost | null {
  if (formulation.refuses(model, topology) !== null) return null;
  const skeleton = buildSkeleton(model, topology);
  const closures = closuresOf(skeleton);
  const { nv, nodes } = skeleton;
  const m = rowCount(closures);
  switch (formulation.name) {
    case "constrained": // an evaluation is one pass out and one back, and a step solves for the rest
    case "articulated":
      return plain(NODE * nodes.length, `${nv} coordinates`);
    case "mass-matrix": {
      const matrix = NODE * nodes.length + PAST_NODE * depthSum(skeleton);
      const solve = nv ** 3 / 6 + (m > 0 ? nv * m * nv + 2 * nv * m * m : 0);
      const weight = matrix + (m > 0 ? HOST : DENSE) * solve;
      return { multiplyAdds: matrix + solve, weight, size: m === 0 ? `${nv} | 0 | ${nv}` : `${nv} | ${m} | ${nv + m}` };
    }
    case "tree-augmented": {
      const rows = closures.reduce(
        (sum, closure) => sum + ROW_PAST_NODE * closure.rows.length * pathOf(skeleton, closure).size,
        0,
      );
      const kernels =
        (NODE + SECOND_SWEEP) * nodes.length + CLOSURE * closures.length + rows + schur(skeleton, closures);
      const solve = m ** 3 / 6 + m * m;
      return { multiplyAdds: kernels + solve, weight: kernels + DENSE * solve, size: `${nv} | ${m} | ${nv + m}` };
    }
    case "embedded": {
      const compounds = aggregatedNodes(skeleton, closures);
      const inside = compounds.reduce((sum, each) => sum + each.nodes.length, 0);
      const cost = compounds.reduce((sum, { nodes: own, rows, speeds }) => {
        // Plane loops have redundant rows (linearly dependent): as a rule they leave at least one degree of freedom.
        const free = Math.max(1, speeds - rows);
        const bound = Math.max(0, speeds - free);
        return (
          sum +
          (COMPOUND_NODE + COLUMN * free) * own.length +
          Math.min(bound ** 3 / 3, 60 * bound) +
          free ** 3 / 6 +
          6 * free * free
        );
      }, 0);
      // A fifth for closing the loops where steps end.
      const kernels = 1.2 * (NODE * (nodes.length - inside) + CLOSURE * closures.length + cost);
      const free = Math.max(1, nv - m);
      return plain(kernels, `${free} | 0 | ${free}`);
    }
    case "partitioned":
    case "augmented": {
      const { total, rows } = predictAugmentedCost(model);
      const speeds = 6 * model.bodies.length;
      // Dependent coordinates by a general solve, and Newton's method at every stage.
      const solves = formulation.name === "partitioned" ? 12 * total : total;
      return { multiplyAdds: solves, weight: HOST * solves, size: `${speeds} | ${rows} | ${speeds + rows}` };
    }
  }
}

const plain = (multiplyAdds: number, size: string): PredictedCost => ({ multiplyAdds, weight: multiplyAdds, size });

const depthSum = ({ nodes }: Skeleton): number => {
  const depths: number[] = [];
  for (const { index, parent } of nodes) depths[index] = parent < 0 ? 1 : depths[parent] + 1;
  return depths.reduce((sum, depth) => sum + depth, 0);
};

/** Nodes between the ends of a closure and the ground, each once. */
function pathOf({ nodes }: Skeleton, closure: Closure): ReadonlySet<number> {
  const nodeOf = (v: number): number => nodes.findIndex((node) => v >= node.v && v < node.v + node.nv);
  const ends =
    closure.kind === "frames"
      ? [closure.outer.node, closure.inner.node]
      : [nodeOf(closure.driven.v), closure.driving ? nodeOf(closure.driving.v) : -1];
  const path = new Set<number>();
  for (const end of ends) for (let i = end; i >= 0 && !path.has(i); i = nodes[i].parent) path.add(i);
  return path;
}

/** Products of rows that meet at a node. */
function schur(skeleton: Skeleton, closures: readonly Closure[]): number {
  const rowsAt = new Float64Array(skeleton.nodes.length);
  for (const closure of closures) for (const node of pathOf(skeleton, closure)) rowsAt[node] += closure.rows.length;
  return skeleton.nodes.reduce((sum, { index, nv }) => sum + (nv * rowsAt[index] ** 2) / 2, 0);
}
