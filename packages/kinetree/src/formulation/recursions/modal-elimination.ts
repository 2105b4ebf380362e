import type { Num } from "../../graph/graph.js";
import { add, div, mul, neg, sub } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import {
  addArticulated,
  addPair,
  articulatedFields,
  articulatedFrom,
  articulatedOfRigid,
  gyroscopicForce,
  mulArticulated,
  pairFields,
  pairFrom,
  power,
  rigidFrom,
  rotateArticulated,
  shiftArticulated,
  shiftForce,
  subPair,
  type ArticulatedInertia,
  type Pair,
  type PairFields,
} from "../../spatial/inertia.js";
import { mat3, type Mat3 } from "../../spatial/mat3.js";
import { articulatedBodyToOuter, articulatedToOuter, forceToOuter } from "../../spatial/placement.js";
import { scale3, vec3, type Vec3 } from "../../spatial/vec3.js";
import { couplingAt } from "../flexible/modal-inertia.js";
import { fromStation, stationColumns } from "../flexible/modal-motion.js";
import type { StirFields } from "../flexible/modal-records.js";
import type { HingeFields } from "../joints/node-joint.js";
import { jointAcceleration } from "../joints/node-joints.js";
import type { PostureFields } from "../skeleton/records.js";
import type { Node } from "../skeleton/skeleton.js";
import type { NodeLoads } from "../tree/node-loads.js";
import type { TreeProgram } from "../tree/tree-program.js";
import type { ArticulatedFields, InverseFields } from "./articulated-body.js";

/* Flexible bodies in the recursion of articulated bodies: stations hand to the amplitudes what hangs on them, and the amplitudes are eliminated. */

/** What a station hands to its flexible body: as every child, and to the amplitudes: their mass, coupling and bias force. */
export interface HandedByStation {
  readonly up: Rec<ArticulatedFields>;
  readonly modal: Rec<ModalHandFields>;
}
/** Packed lower triangle of an m × m matrix, six numbers for each mode, one for each mode. */
export type ModalHandFields = { ee: readonly Num[]; er: readonly Num[]; e: readonly Num[] };

/** Number of entries of a packed triangle. */
const packed = (m: number): number => (m * (m + 1)) / 2;
const pairAt = (list: readonly Num[], k: number): Pair => ({
  angular: vec3(list, 6 * k),
  linear: vec3(list, 6 * k + 3),
});

/** Hands on what hangs on a station; `children` is the sum of that. */
export function articulateStation(
  tree: TreeProgram,
  node: Node,
  loads: NodeLoads,
  children: Rec<ArticulatedFields>,
  atRest: boolean,
): { readonly handed: HandedByStation; readonly hinge: Rec<HingeFields> } {
  const { program } = tree;
  const { index, parent } = node;
  const { key, rec } = tree.frames[index];
  const inputs = {
    frame: rec,
    posture: tree.posture(index),
    inertia: tree.inertia(index),
    own: atRest ? tree.still : tree.spin(index),
    parent: atRest ? tree.still : tree.spin(parent),
    rate: atRest ? program.zeros<{ rate: readonly Num[] }>({ rate: 6 }) : tree.rate(index),
    sway: atRest ? program.zeros<{ rate: readonly Num[] }>({ rate: 6 }) : tree.flexible.sway(node),
    external: atRest ? program.zeros<PairFields>({ angular: 3, linear: 3 }) : loads.wrench(index),
    children,
  };
  const made = program.step(
    `articulate station ${key} ${node.moving.nv}`,
    inputs,
    (x) => {
      const omega = vec3(x.own.omega);
      const rigid = rigidFrom(x.inertia);
      const own = addArticulated(articulatedOfRigid(rigid), articulatedFrom(x.children));
      const sway: Pair = { angular: vec3(x.sway.rate), linear: vec3(x.sway.rate, 3) };
      const c = addPair(jointAcceleration(node, x, omega), sway);
      const resting = subPair(addPair(gyroscopicForce(rigid, omega), pairFrom(x.children)), pairFrom(x.external));
      // From here on at the station's origin, but along the axes of the flexible body, where S has few entries.
      const I = rotateArticulated({ matrix: mat3(x.posture.R) }, own);
      const p = fromStation(x.posture, addPair(resting, mulArticulated(own, c)));
      const S = stationColumns(x.posture);
      const IS = S.map((column) => mulArticulated(I, column));
      const place = vec3(x.posture.p);
      const outward = IS.map((force) => shiftForce(place, force));
      return {
        up: { ...articulatedFields(shiftArticulated(place, I)), ...pairFields(shiftForce(place, p)) },
        modal: {
          ee: IS.flatMap((force, i) => S.slice(0, i + 1).map((column) => power(column, force))),
          er: outward.flatMap(({ angular, linear }) => [...angular, ...linear]),
          e: S.map((column) => power(column, p)),
        },
        hinge: { gain: [], rest: [], biasAngular: [...c.angular], biasLinear: [...c.linear] },
      };
    },
    {},
    { group: index, keep: ["hinge"] },
  );
  return { handed: { up: made.up, modal: made.modal }, hinge: made.hinge };
}

/** The sum of what several stations hand to the amplitudes. */
export function gatherModal(
  tree: TreeProgram,
  m: number,
  given: readonly Rec<ModalHandFields>[],
): Rec<ModalHandFields> {
  if (given.length === 0) return tree.program.zeros<ModalHandFields>({ ee: packed(m), er: 6 * m, e: m });
  return given.reduce(
    (a, b) =>
      tree.program.step("gather modal", { a, b }, ({ a, b }) => ({
        sum: {
          ee: a.ee.map((x, i) => add(x, b.ee[i])),
          er: a.er.map((x, i) => add(x, b.er[i])),
          e: a.e.map((x, i) => add(x, b.e[i])),
        },
      })).sum,
  );
}

/** Eliminates the amplitudes of a flexible body: what is left for the node that carries it. */
export function eliminateModal(
  tree: TreeProgram,
  node: Node,
  loads: NodeLoads,
  children: Rec<ArticulatedFields>,
  stations: Rec<ModalHandFields>,
  { withInverses, atRest }: { readonly withInverses: boolean; readonly atRest: boolean },
): { readonly up: Rec<ArticulatedFields>; readonly hinge: Rec<HingeFields>; readonly inverse: Rec<InverseFields> } {
  const { program } = tree;
  const { index, parent, nv: m } = node;
  const { flexible } = tree;
  const { key, rec, outer, inner } = tree.frames[index];
  const inputs = {
    frame: rec,
    carrier: atRest ? tree.still : tree.spin(parent),
    modal: flexible.mass(index),
    inertia: tree.inertia(index),
    coupling: flexible.coupling(index),
    stir: atRest ? program.zeros<StirFields>({ angular: 3, linear: 3, modal: m }) : tree.flexible.stir(index),
    own: atRest ? tree.still : tree.spin(index),
    effort: atRest ? program.zeros<{ tau: readonly Num[] }>({ tau: m }) : loads.effort(index),
    external: atRest ? program.zeros<PairFields>({ angular: 3, linear: 3 }) : loads.wrench(index),
    children,
    stations,
  };
  return program.step(
    `eliminate modes ${m} ${key}${withInverses ? " D" : ""}`,
    inputs,
    (x) => {
      const omega = vec3(x.own.omega);
      const rigid = rigidFrom(x.inertia);
      const I = addArticulated(articulatedOfRigid(rigid), articulatedFrom(x.children));
      const stirred: Pair = { angular: vec3(x.stir.angular), linear: vec3(x.stir.linear) };
      const p = subPair(
        addPair(addPair(gyroscopicForce(rigid, omega), stirred), pairFrom(x.children)),
        pairFrom(x.external),
      );
      const modes = Array.from({ length: m }, (_, k) => k);
      const D = (i: number, j: number): Num => add(x.modal.mass[i * m + j], x.stations.ee[packed(i) + j]); // j <= i
      const U = modes.map((k) => addPair(couplingAt(x.coupling, k), pairAt(x.stations.er, k)));
      const u = modes.map((k) => sub(x.effort.tau[k], add(x.stir.modal[k], x.stations.e[k])));
      const solve = factored(m, D);
      const right = [0, 1, 2, 3, 4, 5].map((c) => solve(U.map((f) => (c < 3 ? f.angular[c] : f.linear[c - 3]))));
      const gain = modes.map((k) => right.map((column) => column[k])); // D⁻¹ Uᵀ
      const rest = solve(u);
      const Ia = subProducts(I, U, gain);
      const pa = modes.reduce<Pair>(
        (sum, k) => addPair(sum, { angular: scale3(rest[k], U[k].angular), linear: scale3(rest[k], U[k].linear) }),
        p,
      );
      const inverse = withInverses ? modes.flatMap((k) => solve(modes.map((i): Num => (i === k ? 1 : 0)))) : [];
      const X = inner(x.frame, noPosture);
      const atJoint = { I: articulatedToOuter(X, Ia), p: forceToOuter(X, pa) };
      const up = articulatedBodyToOuter(outer(x.frame), vec3(x.carrier.omega), atJoint);
      return {
        hinge: { gain: gain.flat(), rest, biasAngular: [0, 0, 0], biasLinear: [0, 0, 0] },
        inverse: { inverse },
        up: { ...articulatedFields(up.I), ...pairFields(up.p) },
      };
    },
    {},
    { group: index, keep: ["hinge"] },
  );
}

/** A flexible body stands still in the node that carries it. */
const noPosture: PostureFields = { sinCos: [], slide: [], R: [], p: [], S: [] };

/** D⁻¹ b by D = L diag(d) Lᵀ, without pivots: D is positive definite. */
function factored(m: number, D: (i: number, j: number) => Num): (b: readonly Num[]) => readonly Num[] {
  const L: Num[][] = [];
  const inverse: Num[] = [];
  const d: Num[] = [];
  for (let i = 0; i < m; i++) {
    const row: Num[] = [];
    for (let j = 0; j < i; j++) {
      let sum = D(i, j);
      for (let k = 0; k < j; k++) sum = sub(sum, mul(mul(row[k], d[k]), L[j][k]));
      row.push(mul(sum, inverse[j]));
    }
    let pivot = D(i, i);
    for (let k = 0; k < i; k++) pivot = sub(pivot, mul(mul(row[k], d[k]), row[k]));
    d.push(pivot);
    inverse.push(div(1, pivot));
    L.push(row);
  }
  return (b) => {
    const x: Num[] = [];
    for (let i = 0; i < m; i++) x.push(L[i].reduce<Num>((sum, l, k) => sub(sum, mul(l, x[k])), b[i]));
    for (let i = 0; i < m; i++) x[i] = mul(x[i], inverse[i]);
    for (let i = m - 1; i >= 0; i--) for (let k = 0; k < i; k++) x[k] = sub(x[k], mul(L[i][k], x[i]));
    return x;
  };
}

/** I − U (D⁻¹ Uᵀ), symmetric by construction. */
function subProducts(
  { A, B, C }: ArticulatedInertia,
  U: readonly Pair[],
  gain: readonly (readonly Num[])[],
): ArticulatedInertia {
  const product = (of: (f: Pair) => Vec3, i: number, column: number): Num =>
    U.reduce<Num>((sum, f, k) => add(sum, mul(of(f)[i], gain[k][column])), 0);
  const angular = ({ angular }: Pair): Vec3 => angular;
  const linear = ({ linear }: Pair): Vec3 => linear;
  const block = (M: Mat3, of: (f: Pair) => Vec3, from: number, isSymmetric: boolean): Mat3 => {
    const entry = (i: 0 | 1 | 2, j: 0 | 1 | 2): Num =>
      isSymmetric && j < i ? entry(j, i) : sub(M[i][j], product(of, i, from + j));
    const row = (i: 0 | 1 | 2): Vec3 => [entry(i, 0), entry(i, 1), entry(i, 2)];
    return [row(0), row(1), row(2)];
  };
  return { A: block(A, angular, 0, true), B: block(B, angular, 3, false), C: block(C, linear, 3, true) };
}

/** −K η − D η̇, added to what else acts along the amplitudes. */
export function elasticForce(
  effort: readonly Num[],
  stiffness: readonly Num[],
  damping: readonly Num[],
  eta: readonly Num[],
  rates: readonly Num[],
): readonly Num[] {
  const m = eta.length;
  return effort.map((tau, i) => {
    let sum: Num = 0;
    for (let j = 0; j < m; j++)
      sum = add(sum, add(mul(stiffness[i * m + j], eta[j]), mul(damping[i * m + j], rates[j])));
    return add(tau, neg(sum));
  });
}
