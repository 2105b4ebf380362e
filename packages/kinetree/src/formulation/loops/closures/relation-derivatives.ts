import { forward } from "../../../graph/derivative.js";
import { differenceText } from "../../../graph/difference.js";
import { Graph, type Expr, type Num } from "../../../graph/graph.js";
import { substitute } from "../../../graph/lower.js";
import { add, mul } from "../../../graph/num.js";
import { verifySharing } from "../../../kernel/verify-sharing.js";
import { crossMatrix, mat3, mulMatMat, mulMatVec, transpose3, type Mat3 } from "../../../spatial/mat3.js";
import { add3, cross3, sub3, type Vec3 } from "../../../spatial/vec3.js";
import type { FrameRelation } from "../../joints/loop-joint.js";

/** A frame at rest or in motion, all along its own axes: angular velocity and acceleration, velocity and acceleration of its origin. */
export interface FrameRates {
  readonly omega: Vec3;
  readonly v: Vec3;
  readonly alpha: Vec3;
  readonly a: Vec3;
}

export type Differentiable = Pick<FrameRelation, "key" | "numbers" | "residuals">;

/** A relation at an instant, with its first and second derivatives. */
export interface RelationJet {
  readonly residuals: readonly Num[];
  /** Row k: residual rate = force · (velocity of d) + torque · (relative angular velocity); force in outer, torque in inner axes. */
  readonly force: readonly Vec3[];
  readonly torque: readonly Vec3[];
}

/** The residuals over symbols for R, d and the numbers, with the derivatives that all levels need; made once for each key. */
interface Template {
  readonly residuals: readonly Num[];
  /** By each entry of R, row by row, then of d. */
  readonly slopes: readonly (readonly Num[])[];
  /** Second derivative along a rate given twice. */
  readonly bend: readonly Num[];
}

const templates = new Map<string, Template>();

function templateOf(relation: Differentiable): Template {
  const key = `${relation.key} ${relation.numbers.length}`;
  const known = templates.get(key);
  if (known) {
    verifySharing(known, key, () =>
      differenceText(known.residuals, traceResiduals(relation).residuals, {
        entry: (k) => `residual ${k}`,
        input: (number) => `x${number}`,
      }),
    );
    return known;
  }
  const { pose, rates, residuals } = traceResiduals(relation);
  const columns = pose.map((x) => forward(residuals, new Map([[x, 1]])));
  const along = new Map<Expr, Num>(pose.map((x, i) => [x, rates[i]]));
  const made = {
    residuals,
    slopes: residuals.map((_, k) => columns.map((column) => column[k])),
    bend: forward(forward(residuals, along), along),
  };
  templates.set(key, made);
  return made;
}

/** The residuals over symbols for R and d, their rates, and the numbers. */
function traceResiduals(relation: Differentiable): { pose: Expr[]; rates: Expr[]; residuals: readonly Num[] } {
  const graph = new Graph();
  const pose = graph.newInputs(12);
  const rates = graph.newInputs(12);
  const numbers = graph.newInputs(relation.numbers.length);
  const d: Vec3 = [pose[9], pose[10], pose[11]];
  return { pose, rates, residuals: relation.residuals(mat3(pose), d, numbers) };
}

/** Rows that look at the position alone and are linear in it, or are a distance: their bias follows from that of one point. */
export function isOfPosition(relation: Differentiable, rows: readonly number[]): boolean {
  const { slopes, bend } = templateOf(relation);
  return rows.every(
    (k) => slopes[k].slice(0, 9).every((slope) => slope === 0) && (bend[k] === 0 || relation.key === "distance"),
  );
}

const flat = (R: Mat3, d: Vec3): readonly Num[] => [...R.flat(), ...d];

/** Residuals and their gradients where the inner frame stands at (R, d) in the outer one. */
export function relationAt(relation: Differentiable, numbers: readonly Num[], R: Mat3, d: Vec3): RelationJet {
  const { residuals, slopes } = templateOf(relation);
  const inputs = [...flat(R, d), ...new Array<Num>(12).fill(0), ...numbers];
  const values = substitute([...residuals, ...slopes.flat()], inputs);
  const gradient = (k: number, i: number): Num => values[residuals.length + 12 * k + i];
  // R turns with R [ω]×: one column for each unit turn.
  const units = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const;
  const turned = units.map((unit) => mulMatMat(R, crossMatrix(unit)).flat());
  return {
    residuals: values.slice(0, residuals.length),
    force: residuals.map((_, k) => [gradient(k, 9), gradient(k, 10), gradient(k, 11)]),
    torque: residuals.map(
      (_, k) =>
        turned.map((dR) => dR.reduce<Num>((sum, x, i) => add(sum, mul(gradient(k, i), x)), 0)) as unknown as Vec3,
    ),
  };
}

/** What is left of the second derivative of the residuals when no speed changes: their acceleration from these motions. */
export function relationBias(
  relation: Differentiable,
  numbers: readonly Num[],
  R: Mat3,
  d: Vec3,
  outer: FrameRates,
  inner: FrameRates,
): readonly Num[] {
  const { residuals, slopes, bend } = templateOf(relation);
  const toInner = (v: Vec3): Vec3 => mulMatVec(transpose3(R), v);
  const omega = sub3(inner.omega, toInner(outer.omega));
  const alpha = add3(sub3(inner.alpha, toInner(outer.alpha)), cross3(omega, toInner(outer.omega)));
  const dRate = sub3(sub3(mulMatVec(R, inner.v), outer.v), cross3(outer.omega, d));
  const apparent = add3(
    cross3(outer.alpha, d),
    add3(cross3(outer.omega, cross3(outer.omega, d)), cross3(outer.omega, add3(dRate, dRate))),
  );
  const dBend = sub3(sub3(mulMatVec(R, inner.a), outer.a), apparent);
  const spin = crossMatrix(omega);
  const RRate = mulMatMat(R, spin);
  const [turning, spinning] = [crossMatrix(alpha), mulMatMat(spin, spin)];
  const RBend = mulMatMat(R, turning.map((row, i) => row.map((x, j) => add(x, spinning[i][j]))) as unknown as Mat3);
  const inputs = [...flat(R, d), ...flat(RRate, dRate), ...numbers];
  const values = substitute([...bend, ...slopes.flat()], inputs);
  const second = flat(RBend, dBend);
  return residuals.map((_, k) =>
    second.reduce<Num>((sum, x, i) => add(sum, mul(values[residuals.length + 12 * k + i], x)), values[k]),
  );
}

/** Rates of a frame fixed in a node, along its own axes, from those of the node. */
export function fixedFrameRates(R_node_frame: Mat3, p: Vec3, node: FrameRates): FrameRates {
  const toFrame = (v: Vec3): Vec3 => mulMatVec(transpose3(R_node_frame), v);
  const { omega, v, alpha, a } = node;
  return {
    omega: toFrame(omega),
    v: toFrame(add3(v, cross3(omega, p))),
    alpha: toFrame(alpha),
    a: toFrame(add3(a, add3(cross3(alpha, p), cross3(omega, cross3(omega, p))))),
  };
}
