import type { Num } from "../../../graph/graph.js";
import { add, div, mul, sub } from "../../../graph/num.js";
import type { Rec } from "../../../kernel/record.js";
import {
  addArticulated,
  addSpatial,
  articulatedFields,
  articulatedFrom,
  articulatedOfRigid,
  gyroscopicForce,
  mulArticulated,
  spatialFields,
  spatialFrom,
  power,
  rigidFrom,
  rotateArticulated,
  shiftArticulated,
  shiftForce,
  subSpatial,
  type ArticulatedInertia,
  type SpatialVector,
} from "../../../spatial/inertia.js";
import { mat3, type Mat3 } from "../../../spatial/mat3.js";
import { articulatedBodyToOuter, articulatedToOuter, forceToOuter } from "../../../spatial/placement.js";
import { scale3, vec3, type Vec3 } from "../../../spatial/vec3.js";
import { couplingAt } from "../../flexible/modal-inertia.js";
import { flatColumns, fromStation, spatialColumns, stationColumns, stationRate } from "../../flexible/modal-motion.js";
import type { CouplingFields, ModalMassFields, StirFields } from "../../flexible/modal-records.js";
import { jointAcceleration, jointOf } from "../../joints/node-joints.js";
import type { PostureFields } from "../../skeleton/records.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { TreeProgram } from "../../tree/tree-program.js";
import {
  nextToHinge,
  sumFields,
  type InverseFields,
  type InwardPass,
  type NodeStrategy,
  type RatesFields,
} from "./passes.js";

/*
 * Flexible bodies in the articulated-body algorithm. A station has no coordinates of its own: it moves with the amplitudes of its body,
 * a_station = X a_body + S η̈ + c, so it adds to the inertia of the body, to that of the amplitudes, and to the coupling of the two. The
 * amplitudes are then eliminated like a joint, with D the mass matrix of the amplitudes and U the coupling.
 */

/** Added to D (packed lower triangle), U (six numbers per mode) and −u. */
export type ModalHandFields = { ee: readonly Num[]; er: readonly Num[]; e: readonly Num[] };

const packedSize = (m: number): number => (m * (m + 1)) / 2;

export const stationNode: NodeStrategy = {
  eliminate: (node, pass) => {
    const { tree, atRest } = pass;
    const { program } = tree;
    const { index, parent } = node;
    const { key, rec } = tree.frames[index];
    const children = pass.children(index);
    const inputs = {
      frame: rec,
      posture: tree.posture(index),
      inertia: tree.inertia(index),
      own: pass.spin(index),
      parent: pass.spin(parent),
      rate: pass.rate(node, 6),
      sway: atRest ? program.zeros<{ rate: readonly Num[] }>({ rate: 6 }) : tree.flexible.sway(node),
      external: pass.wrench(index),
      children,
    };
    const made = program.step(
      `articulate station ${key} ${node.moving.nv}`,
      inputs,
      (x) => {
        const omega = vec3(x.own.omega);
        const rigid = rigidFrom(x.inertia);
        const I = addArticulated(articulatedOfRigid(rigid), articulatedFrom(x.children)); // Iᴬ
        const sway: SpatialVector = { angular: vec3(x.sway.rate), linear: vec3(x.sway.rate, 3) };
        const c = addSpatial(jointAcceleration(node, x, omega), sway);
        const p = subSpatial(
          addSpatial(gyroscopicForce(rigid, omega), spatialFrom(x.children)),
          spatialFrom(x.external),
        ); // pᴬ
        const handed = handFromStation(x.posture, I, p, c);
        return { ...handed, hinge: { gain: [], rest: [], biasAngular: [...c.angular], biasLinear: [...c.linear] } };
      },
      {},
      nextToHinge(node),
    );
    pass.keep(node, { ...made, inverse: program.zeros<InverseFields>({ inverse: 0 }) });
    pass.stations[parent].push(made.modal);
  },

  accelerate: (node, pass) => {
    const { tree, amplitudes, accelerations } = pass;
    const { imparted, inputs } = pass.imparted(node);
    const withAmplitudes = { ...inputs, amplitudes: amplitudes[node.parent] };
    accelerations[node.index] = tree.program.step(`accelerate ${tree.frames[node.index].key}`, withAmplitudes, (x) => ({
      acceleration: spatialFields(addSpatial(imparted(x), stationRate(x.posture, x.amplitudes.vdot))), // a = a′ + S η̈
    })).acceleration;
  },
};

/** A station's articulated body as its flexible body and the amplitudes have it: X* Iᴬ X, Sᵀ Iᴬ S, X* Iᴬ S, and the forces. */
function handFromStation(
  posture: PostureFields,
  I_station: ArticulatedInertia,
  p_station: SpatialVector,
  c_station: SpatialVector,
) {
  // At the station's origin, but along the axes of the flexible body, where S has few entries.
  const I = rotateArticulated({ matrix: mat3(posture.R) }, I_station);
  const p = fromStation(posture, addSpatial(p_station, mulArticulated(I_station, c_station))); // pᴬ + Iᴬ c
  const S = stationColumns(posture);
  const IS = S.map((column) => mulArticulated(I, column));
  const r = vec3(posture.p);
  const er = flatColumns(IS.map((force) => shiftForce(r, force)));
  return {
    up: { ...articulatedFields(shiftArticulated(r, I)), ...spatialFields(shiftForce(r, p)) },
    modal: {
      ee: IS.flatMap((force, i) => S.slice(0, i + 1).map((column) => power(column, force))),
      er,
      e: S.map((column) => power(column, p)),
    },
  };
}

function sumOfStations(tree: TreeProgram, m: number, given: readonly Rec<ModalHandFields>[]): Rec<ModalHandFields> {
  if (given.length === 0) return tree.program.zeros<ModalHandFields>({ ee: packedSize(m), er: 6 * m, e: m });
  return given.reduce(
    (a, b) => tree.program.step("gather modal", { a, b }, ({ a, b }) => ({ sum: sumFields(a, b) })).sum,
  );
}

/** A flexible body: its coordinates are the amplitudes of its modes. */
export const modalNode: NodeStrategy = {
  eliminate: (node, pass) => {
    const { tree, withInverses } = pass;
    const { nv: m } = node;
    const { key, outer, inner } = tree.frames[node.index];
    const made = tree.program.step(
      `eliminate modes ${m} ${key}${withInverses ? " D" : ""}`,
      modalInputs(node, pass),
      (x) => {
        const omega = vec3(x.own.omega);
        const rigid = rigidFrom(x.inertia);
        const I = addArticulated(articulatedOfRigid(rigid), articulatedFrom(x.children)); // Iᴬ
        const stirred: SpatialVector = { angular: vec3(x.stir.angular), linear: vec3(x.stir.linear) };
        const p = subSpatial(
          addSpatial(addSpatial(gyroscopicForce(rigid, omega), stirred), spatialFrom(x.children)),
          spatialFrom(x.external),
        ); // pᴬ
        const { U, gain, rest, inverseOfD } = amplitudeEquations(m, x);
        const Ia = subProducts(I, U, gain); // Iᵃ = Iᴬ − U D⁻¹ Uᵀ
        const pa = U.reduce<SpatialVector>(
          (sum, f, k) => addSpatial(sum, { angular: scale3(rest[k], f.angular), linear: scale3(rest[k], f.linear) }),
          p,
        ); // pᵃ = pᴬ + U D⁻¹ u
        const inverse = withInverses ? inverseOfD() : [];
        const X = inner(x.frame, noPosture);
        const atJoint = { I: articulatedToOuter(X, Ia), p: forceToOuter(X, pa) };
        const up = articulatedBodyToOuter(outer(x.frame), vec3(x.carrier.omega), atJoint);
        return {
          hinge: { gain: gain.flat(), rest, biasAngular: [0, 0, 0], biasLinear: [0, 0, 0] },
          inverse: { inverse },
          up: { ...articulatedFields(up.I), ...spatialFields(up.p) },
        };
      },
      {},
      nextToHinge(node),
    );
    pass.keep(node, made);
  },

  accelerate: (node, pass) => {
    const { tree, vdot } = pass;
    const { imparted, inputs } = pass.imparted(node);
    const outputs = tree.program.step(
      `accelerate ${tree.frames[node.index].key}${node.nv}`,
      inputs,
      (x) => {
        const { rates, acceleration } = jointOf(node).elimination.resolve(node, x, x.hinge, imparted(x));
        return { acceleration: spatialFields(acceleration), vdot: { vdot: rates }, amplitudes: { vdot: rates } };
      },
      node.nv > 0 ? { vdot: tree.program.slice(vdot, node.v, { vdot: node.nv }) } : {},
    );
    pass.amplitudes[node.index] = outputs.amplitudes as Rec<RatesFields>;
    pass.accelerations[node.index] = outputs.acceleration;
  },
};

/** A flexible body does not move in the node that carries it. */
const noPosture: PostureFields = { sinCos: [], slide: [], R: [], p: [], S: [] };

function modalInputs(node: Node, pass: InwardPass) {
  const { tree, atRest } = pass;
  const { index, parent, nv: m } = node;
  const children = pass.children(index);
  const stations = sumOfStations(tree, m, pass.stations[index]);
  return {
    frame: tree.frames[index].rec,
    carrier: pass.spin(parent),
    modal: tree.flexible.mass(index),
    inertia: tree.inertia(index),
    coupling: tree.flexible.coupling(index),
    stir: atRest ? tree.program.zeros<StirFields>({ angular: 3, linear: 3, modal: m }) : tree.flexible.stir(index),
    own: pass.spin(index),
    effort: pass.effort(node),
    external: pass.wrench(index),
    children,
    stations,
  };
}

interface AmplitudeFields {
  readonly modal: ModalMassFields;
  readonly coupling: CouplingFields;
  readonly stations: ModalHandFields;
  readonly stir: StirFields;
  readonly effort: { readonly tau: readonly Num[] };
}

/** U, D⁻¹ Uᵀ, D⁻¹ u and D⁻¹ of the amplitudes, with the contributions of the stations. */
function amplitudeEquations(m: number, { modal, coupling, stations, stir, effort }: AmplitudeFields) {
  const modes = Array.from({ length: m }, (_, k) => k);
  const D = (i: number, j: number): Num => add(modal.mass[i * m + j], stations.ee[packedSize(i) + j]); // j <= i
  const U = spatialColumns(stations.er).map((f, k) => addSpatial(couplingAt(coupling, k), f));
  const u = modes.map((k) => sub(effort.tau[k], add(stir.modal[k], stations.e[k])));
  const solve = factored(m, D);
  const right = [0, 1, 2, 3, 4, 5].map((c) => solve(U.map((f) => (c < 3 ? f.angular[c] : f.linear[c - 3]))));
  const gain = modes.map((k) => right.map((column) => column[k]));
  const rest = solve(u);
  const inverseOfD = (): readonly Num[] => modes.flatMap((k) => solve(modes.map((i): Num => (i === k ? 1 : 0))));
  return { U, gain, rest, inverseOfD };
}

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
  U: readonly SpatialVector[],
  gain: readonly (readonly Num[])[],
): ArticulatedInertia {
  const product = (of: (f: SpatialVector) => Vec3, i: number, column: number): Num =>
    U.reduce<Num>((sum, f, k) => add(sum, mul(of(f)[i], gain[k][column])), 0);
  const angular = ({ angular }: SpatialVector): Vec3 => angular;
  const linear = ({ linear }: SpatialVector): Vec3 => linear;
  const block = (M: Mat3, of: (f: SpatialVector) => Vec3, from: number, isSymmetric: boolean): Mat3 => {
    const entry = (i: 0 | 1 | 2, j: 0 | 1 | 2): Num =>
      isSymmetric && j < i ? entry(j, i) : sub(M[i][j], product(of, i, from + j));
    const row = (i: 0 | 1 | 2): Vec3 => [entry(i, 0), entry(i, 1), entry(i, 2)];
    return [row(0), row(1), row(2)];
  };
  return { A: block(A, angular, 0, true), B: block(B, angular, 3, false), C: block(C, linear, 3, true) };
}
