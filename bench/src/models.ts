/**
 * The benchmark mechanisms as neutral data, from which every subject builds its own model.
 *
 * Conventions shared by all subjects (the same as kinetree's joints):
 * - body frame = joint frame of its joint; parallel to the parent's frame and displaced by `offset` in the zero pose;
 * - q: revolute [angle]; spherical [w, x, y, z] of the body frame in the parent frame; free [position in the parent
 *   frame, w, x, y, z];
 * - v: revolute [rate]; spherical [angular]; free [angular, linear]: velocity of the body frame relative to the parent
 *   frame, in the body frame. Accelerations are the time derivatives of these components;
 * - tau: the forces that do power with v (free: moment about the body frame's origin, then force, in the body frame);
 * - bodies in order, each with the q, v, tau of its own joint.
 */
export type Vec3 = readonly [number, number, number];

export type BenchJoint =
  { readonly kind: "revolute"; readonly axis: Vec3 } | { readonly kind: "spherical" } | { readonly kind: "free" };

export interface BenchBody {
  /** Index of the parent, less than the own index; -1 is the ground. */
  readonly parent: number;
  readonly joint: BenchJoint;
  /** Origin of the joint in the parent frame [m]. */
  readonly offset: Vec3;
  /** [kg] */
  readonly mass: number;
  /** Mass centre in the body frame [m]. */
  readonly com: Vec3;
  /** Principal moments about the mass centre, along the axes of the body frame [kg m²]. */
  readonly inertia: Vec3;
}

export interface BenchModel {
  readonly name: string;
  /** Acceleration of free fall in the world frame [m/s²]. */
  readonly gravity: Vec3;
  readonly bodies: readonly BenchBody[];
}

const link = { mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.02] } as const;
const linkEnd: Vec3 = [0, 0, -1];
const earth: Vec3 = [0, 0, -9.81];
const europa: Vec3 = [0, 0, -1.315];

/** Hinge chain that hangs from the ground, axes x, y, x, y … */
export function chain(n: number): BenchModel {
  const bodies = Array.from({ length: n }, (_, i): BenchBody => ({
    parent: i - 1,
    joint: { kind: "revolute", axis: i % 2 === 0 ? [1, 0, 0] : [0, 1, 0] },
    offset: i === 0 ? [0, 0, 0] : linkEnd,
    ...link,
  }));
  return { name: `chain-${n}`, gravity: earth, bodies };
}

/** Chain of n links on spherical joints. */
export function sphericalChain(n: number): BenchModel {
  const bodies = Array.from({ length: n }, (_, i): BenchBody => ({
    parent: i - 1,
    joint: { kind: "spherical" },
    offset: i === 0 ? [0, 0, 0] : linkEnd,
    ...link,
  }));
  return { name: `spherical-${n}`, gravity: earth, bodies };
}

const HIP_RADIUS = 0.75;
const HIP_HEIGHT = -0.186;

/** Free base with `legs` legs of two links, hips around the lower rim, hip and knee hinges horizontal and tangential. */
export function lander(legs = 6): BenchModel {
  const bodies: BenchBody[] = [
    { parent: -1, joint: { kind: "free" }, offset: [0, 0, 0], mass: 900, com: [0, 0, 0], inertia: [151, 151, 281] },
  ];
  for (let k = 0; k < legs; k++) {
    const azimuth = (2 * Math.PI * k) / legs;
    const c = Math.cos(azimuth);
    const s = Math.sin(azimuth);
    const joint: BenchJoint = { kind: "revolute", axis: [-s, c, 0] };
    bodies.push({ parent: 0, joint, offset: [HIP_RADIUS * c, HIP_RADIUS * s, HIP_HEIGHT], ...link });
    bodies.push({ parent: bodies.length - 1, joint, offset: linkEnd, ...link });
  }
  return { name: "lander", gravity: europa, bodies };
}

/** Where each joint's coordinates and speeds start. */
export interface Layout {
  readonly nq: number;
  readonly nv: number;
  readonly qStart: Int32Array;
  readonly vStart: Int32Array;
}

export function layoutOf(model: BenchModel): Layout {
  const qStart = new Int32Array(model.bodies.length);
  const vStart = new Int32Array(model.bodies.length);
  let nq = 0;
  let nv = 0;
  model.bodies.forEach((body, i) => {
    qStart[i] = nq;
    vStart[i] = nv;
    const size = jointSize[body.joint.kind];
    nq += size.nq;
    nv += size.nv;
  });
  return { nq, nv, qStart, vStart };
}

const jointSize = {
  revolute: { nq: 1, nv: 1 },
  spherical: { nq: 4, nv: 3 },
  free: { nq: 7, nv: 6 },
} as const;
