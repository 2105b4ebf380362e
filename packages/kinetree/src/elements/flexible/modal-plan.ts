import { ModelError } from "../../errors/kinetree-error.js";
import type { Num } from "../../graph/graph.js";
import { mul, sqrt } from "../../graph/num.js";
import { eigenGeneralized } from "../../linalg/eigen-generalized.js";
import { matMul, matrixFromRows, transpose, type Matrix } from "../../linalg/matrix.js";
import type { ModalBody, ModalNode, NumberTriple, SquareMatrix } from "../../model/flexible.js";
import type { Real } from "../../model/real.js";
import { nearestNode, NODE_SLACK, sizeOf } from "../../model/validate/modal-nodes.js";
import type { FlexiblePlan } from "./flexible-plan.js";

/** The numbers of a modal body as they are, in the order of the recursions. */
export function planModalBody(body: ModalBody, num: (real: Real) => Num): FlexiblePlan {
  const m = body.mass.length;
  const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
  const stiffnessScale = num(body.stiffnessScale);
  return {
    modes: m,
    pairs: [],
    inertia: [
      {
        scale: 1,
        integrals: {
          mass: symmetric(body.mass),
          translation: body.translation.flat(),
          first: body.firstMoments.flat(),
          second: body.secondMoments === null ? zeros(9 * m * m) : body.secondMoments.flat(2),
          shortening: zeros(3 * m * m),
          shorteningFirst: zeros(9 * m * m),
          mixed: [],
          shorteningSecond: [],
        },
      },
    ],
    stiffness: [{ scale: stiffnessScale, matrix: symmetric(body.stiffness) }],
    damping: planDamping(body, stiffnessScale, num),
    station: (position) => {
      const { shapes, slopes } = nodeAt(body, position);
      return { shapes: shapes.flat(), slopes: slopes.flat(), shortening: zeros(3 * m * m) };
    },
  };
}

/** Energies are quadratic forms, which know only the mean of a matrix and its transpose; data are symmetric but for rounding. */
const symmetric = (A: SquareMatrix): number[] =>
  A.flatMap((row, i) => row.map((x, j) => (i === j ? x : (x + A[j][i]) / 2)));

function planDamping(body: ModalBody, stiffnessScale: Num, num: (real: Real) => Num): readonly Num[] {
  const { damping } = body;
  if (!("ratio" in damping)) return symmetric(damping);
  const scale = mul(mul(2, num(damping.ratio)), sqrt(stiffnessScale));
  return criticalHalves(symmetric(body.mass), symmetric(body.stiffness), body.mass.length).map((x) => mul(scale, x));
}

/** Half the critical damping of every mode: √(K M) where both are diagonal, else M Φ diag(ω) Φᵀ M with modes Φ of unit mass. */
function criticalHalves(mass: readonly number[], stiffness: readonly number[], m: number): readonly number[] {
  const isDiagonal = (A: readonly number[]): boolean => A.every((x, at) => x === 0 || Math.floor(at / m) === at % m);
  if (isDiagonal(mass) && isDiagonal(stiffness)) return mass.map((x, at) => Math.sqrt(Math.max(0, x * stiffness[at])));
  const matrixOf = (A: readonly number[]): Matrix => ({ rows: m, cols: m, data: Float64Array.from(A) });
  const M = matrixOf(mass);
  const { values, vectors } = eigenGeneralized(matrixOf(stiffness), M);
  const momenta = matMul(M, vectors);
  const swung = matrixFromRows(
    Array.from({ length: m }, (_, i) =>
      // A rigid motion has 0 but for rounding, which may be negative.
      Array.from({ length: m }, (__, j) => momenta.data[i * m + j] * Math.sqrt(Math.max(0, values[j]))),
    ),
  );
  const rows = matMul(swung, transpose(momenta)).data;
  return Array.from(rows, (x, at) => (x + rows[(at % m) * m + Math.floor(at / m)]) / 2);
}

function nodeAt(body: ModalBody, position: NumberTriple): ModalNode {
  const found = nearestNode(body.nodes, position);
  if (found !== null && found.distance <= NODE_SLACK * sizeOf(body.nodes)) return found.node;
  const place = `[${position.join(", ")}]`;
  throw new ModelError({
    code: "station-without-node",
    subject: `station at ${place}`,
    value: position,
    message:
      `station at ${place}: no node of the modal body lies there. ` +
      (found === null
        ? "The body has no nodes: give it one at that place."
        : `The nearest is "${found.node.name}" at [${found.node.position.join(", ")}]: use that place, or add a node.`),
  });
}
