import { layoutOf, type BenchBody, type BenchModel } from "../../models.js";

/**
 * Memory of the hand-written ABA: for every body a record of what changes and one of its constants, each a Float64Array of
 * fixed length on common memory. A view for each body beats one array with computed offsets by 10 to 20%: constant
 * indices need no addition and no check for overflow. Quantities of a body are in its own frame.
 *
 * Symmetric 3x3 blocks are stored as [00, 11, 22, 01, 12, 20]: a cyclic change of axes then shifts both triples.
 * An articulated inertia is [I H; Hᵀ M], spatial vectors are [angular, linear].
 *
 * Files that use the offsets copy them to constants of their own: the compiler folds those into the instructions, but
 * loads an imported binding at every use (10 to 15% of the time).
 */
export const slots = {
  STRIDE: 80,
  /** Revolute about a coordinate axis: cos, sin. Otherwise 3x3, row by row: parent coordinates to body coordinates. */
  E: 0,
  /** Velocity. */
  V: 9,
  /** Velocity product c = v × S q̇. */
  C: 15,
  I: 21,
  H: 27,
  M: 36,
  /** Bias force pᴬ. */
  P: 42,
  /** Acceleration. */
  A: 48,
  /** Revolute: U = Iᴬ S, 1/D, u. */
  U: 54,
  DINV: 60,
  LITTLE_U: 61,
  /** Spherical and free: W = I⁻¹ H (9) and e = I⁻¹ u (3). */
  W: 54,
  EPS: 63,
  /** Constants: offset r in the parent frame, mass, m·com, inertia about the body frame's origin, axis. */
  CONSTANTS: 16,
  R: 0,
  MASS: 3,
  MCOM: 4,
  INERTIA: 7,
  AXIS: 13,
} as const;

/** What the passes switch on. */
export const kinds = { ABOUT_COORDINATE_AXIS: 0, ABOUT_ANY_AXIS: 1, SPHERICAL: 2, FREE: 3 } as const;

const { STRIDE, A, CONSTANTS, R, MASS, MCOM, INERTIA, AXIS } = slots;
const { ABOUT_COORDINATE_AXIS, ABOUT_ANY_AXIS, SPHERICAL, FREE } = kinds;

export interface AbaPlan {
  readonly n: number;
  readonly nv: number;
  readonly parent: Int32Array;
  readonly kind: Uint8Array;
  /** Which coordinate axis a revolute joint turns about. */
  readonly first: Uint8Array;
  readonly qStart: Int32Array;
  readonly vStart: Int32Array;
  readonly constants: readonly Float64Array[];
  /** Of body i, and of its parent; the ground has one too, so that no pass asks for it. */
  readonly records: readonly Float64Array[];
  readonly parents: readonly Float64Array[];
}

export function planOf(model: BenchModel): AbaPlan {
  const n = model.bodies.length;
  const layout = layoutOf(model);
  const records = views(n, STRIDE);
  const ground = new Float64Array(STRIDE);
  // Gravity enters as an acceleration of the ground upwards.
  model.gravity.forEach((g, j) => (ground[A + 3 + j] = -g));
  const constants = views(n, CONSTANTS);
  model.bodies.forEach((body, i) => fillConstants(constants[i], body));
  return {
    n,
    nv: layout.nv,
    parent: Int32Array.from(model.bodies, (body) => body.parent),
    kind: Uint8Array.from(model.bodies, kindOf),
    first: Uint8Array.from(model.bodies, (body) => Math.max(0, coordinateAxis(body))),
    qStart: layout.qStart,
    vStart: layout.vStart,
    constants,
    records,
    parents: model.bodies.map((body) => (body.parent < 0 ? ground : records[body.parent])),
  };
}

function views(count: number, length: number): Float64Array[] {
  const memory = new Float64Array(count * length);
  return Array.from({ length: count }, (_, i) => memory.subarray(i * length, (i + 1) * length));
}

function kindOf(body: BenchBody): number {
  switch (body.joint.kind) {
    case "revolute":
      return coordinateAxis(body) >= 0 ? ABOUT_COORDINATE_AXIS : ABOUT_ANY_AXIS;
    case "spherical":
      return SPHERICAL;
    case "free":
      if (body.parent >= 0) throw new Error("the hand-written ABA takes free joints on the ground only");
      return FREE;
  }
}

const coordinateAxis = ({ joint }: BenchBody): number => (joint.kind === "revolute" ? joint.axis.indexOf(1) : -1);

function fillConstants(out: Float64Array, body: BenchBody): void {
  const { mass: m, com, inertia } = body;
  const [x, y, z] = com;
  out.set(body.offset, R);
  out[MASS] = m;
  out.set([m * x, m * y, m * z], MCOM);
  // Parallel axes: I_origin = I_com + m (c·c 1 − c cᵀ).
  out.set(
    [
      inertia[0] + m * (y * y + z * z),
      inertia[1] + m * (x * x + z * z),
      inertia[2] + m * (x * x + y * y),
      -m * x * y,
      -m * y * z,
      -m * z * x,
    ],
    INERTIA,
  );
  if (body.joint.kind === "revolute") out.set(body.joint.axis, AXIS);
}
