import type { TreeBody } from "../../src/topology/types.js";
import type { StationShape } from "../../src/elements/flexible/flexible-plan.js";
import type { OracleBody } from "./flexible-body.js";
import { atRest, compose, fixed, inverse, type MovingFrame } from "./moving-frame.js";
import {
  add,
  dot,
  identity,
  matrixOfQuaternion,
  product,
  scale,
  skew,
  sum,
  times,
  type M3,
  type V3,
} from "./numbers.js";
import type { NumericModel } from "./numeric-model.js";
import { carriedFrame, fixedPose } from "./oracle-kinematics.js";

/* Where everything is if bodies bend, straight from the definitions in model/flexible.ts and flexible-plan.ts. */

/** Where a flexible body's amplitudes stand in q and v. */
export interface ModalPlace {
  readonly qStart: number;
  readonly vStart: number;
}

/** Of each body of the model, by index; null for rigid ones. The first flexible joint in the order of the model has them. */
export function modalPlaces(model: NumericModel, tree: readonly TreeBody[]): readonly (ModalPlace | null)[] {
  return model.bodies.map(({ name, flexible }) => {
    if (!flexible) return null;
    const first = model.joints.findIndex((joint) => joint.kind === "flexible" && joint.parent === name);
    const place = tree.find(({ joint }) => joint === first);
    if (!place) throw new Error(`the amplitudes of "${name}" are not in the tree`);
    return { qStart: place.qStart, vStart: place.vStart };
  });
}

type Series = readonly [readonly number[], readonly number[], readonly number[]];

/** Σ η_j shape_j with its two derivatives by time. */
const linear = (rows: readonly number[], eta: Series): [V3, V3, V3] => {
  const at = (values: readonly number[]): V3 =>
    values.reduce<V3>(
      (total, x, j) => add(total, scale(x, [rows[3 * j], rows[3 * j + 1], rows[3 * j + 2]])),
      [0, 0, 0],
    );
  return [at(eta[0]), at(eta[1]), at(eta[2])];
};

/** ½ Σ η_i η_j H_ij likewise. */
const quadratic = (rows: readonly number[], [eta, etadot, etaddot]: Series): [V3, V3, V3] => {
  const m = eta.length;
  const form = (a: readonly number[], b: readonly number[]): V3 => {
    let total: V3 = [0, 0, 0];
    for (let i = 0; i < m; i++)
      for (let j = 0; j < m; j++) {
        const at = 3 * (i * m + j);
        total = add(total, scale(a[i] * b[j], [rows[at], rows[at + 1], rows[at + 2]]));
      }
    return total;
  };
  return [
    scale(1 / 2, form(eta, eta)),
    scale(1 / 2, add(form(etadot, eta), form(eta, etadot))),
    scale(1 / 2, add(add(form(etaddot, eta), form(eta, etaddot)), scale(2, form(etadot, etadot)))),
  ];
};

/** Cayley's rotation 1 + 2 / (1 + g·g) ([g]× + [g]×²) of g = half the sum of the slopes, with its two derivatives. */
function cayley([g, g1, g2]: readonly [V3, V3, V3]): [M3, M3, M3] {
  const d = 1 + dot(g, g);
  const d1 = 2 * dot(g, g1);
  const d2 = 2 * (dot(g1, g1) + dot(g, g2));
  const s = [2 / d, (-2 * d1) / d ** 2, (4 * d1 ** 2) / d ** 3 - (2 * d2) / d ** 2];
  const [G, G1, G2] = [skew(g), skew(g1), skew(g2)];
  const A = [
    sum(G, product(G, G)),
    sum(G1, sum(product(G1, G), product(G, G1))),
    sum(G2, sum(sum(product(G2, G), product(G, G2)), times(2, product(G1, G1)))),
  ];
  return [
    sum(identity, times(s[0], A[0])),
    sum(times(s[1], A[0]), times(s[0], A[1])),
    sum(times(s[2], A[0]), sum(times(2 * s[1], A[1]), times(s[0], A[2]))),
  ];
}

/** Motion of a section or node in the body frame, whose axes it has while the body is not deformed. */
export function stationMotion(position: V3, shape: StationShape, eta: Series): MovingFrame {
  const [u, u1, u2] = linear(shape.shapes, eta);
  const [h, h1, h2] = quadratic(shape.shortening, eta);
  const g = linear(shape.slopes, eta).map((each) => scale(1 / 2, each)) as [V3, V3, V3];
  return { R: cayley(g), p: [add(position, add(u, h)), add(u1, h1), add(u2, h2)] };
}

/** Frames of all bodies in the world, by model index, stations too. */
export function flexibleFrames(
  model: NumericModel,
  bodies: readonly OracleBody[],
  tree: readonly TreeBody[],
  q: Float64Array,
  v: Float64Array,
  vdot: Float64Array,
): MovingFrame[] {
  const frames: MovingFrame[] = [];
  const places = modalPlaces(model, tree);
  const indexOf = (name: string): number => model.bodies.findIndex((body) => body.name === name);
  const frameOf = (name: string): MovingFrame => (name === "ground" ? atRest : frames[indexOf(name)]);
  for (const own of tree) {
    const { body } = own;
    const joint = model.joints[own.joint];
    if (joint.kind === "flexible") {
      const parent = indexOf(joint.parent);
      const place = places[parent];
      if (!place || model.bodies[body].name !== joint.child)
        throw new Error(`joint "${joint.name}" leads to no station`);
      const m = bodies[parent].modes;
      const series: Series = [
        Array.from(q.subarray(place.qStart, place.qStart + m)),
        Array.from(v.subarray(place.vStart, place.vStart + m)),
        Array.from(vdot.subarray(place.vStart, place.vStart + m)),
      ];
      const { position, rotation } = joint.X_parent_joint;
      const section = stationMotion(position, bodies[parent].station(position), series);
      const turned = compose(section, fixed(matrixOfQuaternion(rotation), [0, 0, 0]));
      frames[body] = compose(frames[parent], compose(turned, inverse(fixedPose(joint.X_child_joint))));
      continue;
    }
    frames[body] = carriedFrame(model, own, frameOf, q, v, vdot);
  }
  return frames;
}
