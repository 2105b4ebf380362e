import type { OperatingPoint } from "../../src/evaluate/operating-point.js";
import { neutralState } from "../../src/state/state.js";
import { rotateAbout, screwAlong, slideAlong } from "../../src/model/builder/joint.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { param, realMul } from "../../src/model/real-arithmetic.js";
import { curve, piecewise, sine, table } from "../../src/model/signals.js";
import type { Model } from "../../src/model/types.js";
import { stream } from "../../src/random/stream.js";
import { arm7 } from "../../src/systems/chains/arm7.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { lander } from "../../src/systems/landers/lander.js";
import { sphericalChain } from "../../src/systems/chains/chain.js";
import { buildTopology } from "../../src/topology/build-topology.js";

/** A body without symmetry, so that no term of the equations vanishes by accident. */
const lump = (mass: number) =>
  ({
    mass,
    com: [0.1, -0.05, -0.3],
    inertia: [0.3, 0.25, 0.2, 0.02, -0.03, 0.01].map((x) => x * mass) as never,
  }) as const;

/** A tree with one joint of every type. */
export function allJoints(): Model {
  return mechanism("all joints")
    .body("base", lump(3))
    .body("b1", lump(2))
    .body("b2", lump(1.5))
    .body("b3", lump(1))
    .body("b4", lump(0.8))
    .body("b5", lump(1.2))
    .body("b6", lump(0.7))
    .body("b7", lump(0.9))
    .body("b8", lump(0.6))
    .body("b9", lump(0.5))
    .body("b10", lump(1.1))
    .body("b11", lump(0.6))
    .free("free", { parent: "ground", child: "base", at: { position: [0, 0.2, 1], rpy: [0.3, -0.2, 0.5] } })
    .revolute("revolute", { parent: "base", child: "b1", at: [0.2, 0, -0.5], axis: [0.3, 1, 0.2] })
    .prismatic("prismatic", {
      parent: "b1",
      child: "b2",
      at: { position: [0, 0.1, -0.6], rpy: [0.4, 0, 0.1] },
      axis: [1, 0.5, 0],
    })
    .spherical("spherical", {
      parent: "b2",
      child: "b3",
      at: [0.1, 0, -0.4],
      childAt: { position: [0, 0, 0.1], rpy: [0, 0.3, 0] },
    })
    .screw("screw", { parent: "base", child: "b4", at: [-0.3, 0.1, 0], axis: [0, 0.2, 1], pitch: 0.07 })
    .cylindrical("cylindrical", { parent: "b4", child: "b5", at: [0, 0, -0.7], axis: [1, 0, 0.3] })
    .universal("universal", { parent: "b5", child: "b6", at: [0.2, 0.1, -0.4], axis1: [1, 0, 0], axis2: [0, 1, 0.1] })
    .planar("planar", { parent: "base", child: "b7", at: [0, -0.5, 0], axis: [0.2, 0, 1], xAxis: [1, 0.1, -0.2] })
    .general("general", {
      parent: "b7",
      child: "b8",
      at: [0, 0.2, -0.3],
      axes: [rotateAbout([0, 0, 1]), slideAlong([1, 1, 0]), screwAlong([0, 1, 0], 0.05), rotateAbout([1, 0, 0.4])],
    })
    .weld("weld", { parent: "b8", child: "b9", at: { position: [0.1, 0, -0.2], rpy: [0.1, 0.2, 0.3] } })
    .continuous("continuous", { parent: "b9", child: "b10", at: [0, 0, -0.2], axis: [0, 1, 1] })
    .constantVelocity("bend", { parent: "b10", child: "b11", at: [0, 0.1, -0.2], axis: [0, 0, 1], xAxis: [1, 0, 0] })
    .build();
}

/** Joints drawn from the tip to the base: the tree walks all of them backwards. */
export function backwards(): Model {
  return mechanism("backwards")
    .body("b1", lump(2))
    .body("b2", lump(1))
    .body("b3", lump(1.5))
    .body("b4", lump(0.5))
    .body("b5", lump(0.7))
    .free("free", { parent: "b1", child: "ground", at: [0.1, 0.2, 0], childAt: [0, 0, 0.5] })
    .spherical("spherical", {
      parent: "b2",
      child: "b1",
      at: [0, 0.1, 0.3],
      childAt: { position: [0.2, 0, -0.3], rpy: [0.2, 0.1, 0] },
      damping: [0.1, 0.2, 0.3],
    })
    .universal("universal", { parent: "b3", child: "b2", childAt: [0, 0, -0.5], axis1: [1, 0, 0], axis2: [0, 1, 0] })
    .screw("screw", { parent: "b4", child: "b3", childAt: [0, 0.1, -0.4], axis: [1, 1, 0], pitch: 0.1 })
    .constantVelocity("bend", { parent: "b5", child: "b4", childAt: [0, 0.1, -0.4], axis: [0, 1, 0], xAxis: [0, 0, 1] })
    .build();
}

/** Everything that can act on a mechanism, with parameters in it. */
export function allLoads(): Model {
  return mechanism("all loads")
    .parameter("mass", 1.3)
    .parameter("stiffness", 40)
    .parameter("reach", 0.4)
    .parameter("g", 9.81)
    .gravity(0.2, 0, realMul(-1, param("g")))
    .body("b1", {
      mass: param("mass"),
      com: [0, 0.1, realMul(-1, param("reach"))],
      inertia: [0.2, 0.25, 0.15, 0.01, 0.02, 0],
    })
    .body("b2", lump(1))
    .body("b3", lump(2))
    .body("b4", lump(0.7))
    .revolute("hinge", {
      parent: "ground",
      child: "b1",
      axis: [0, 1, 0.2],
      damping: 0.3,
      friction: 0.5,
      frictionSpeed: 0.2,
      stiffness: param("stiffness"),
      rest: 0.1,
      armature: 0.15,
    })
    .prismatic("slider", {
      parent: "b1",
      child: "b2",
      at: [0, 0, realMul(-2, param("reach"))],
      axis: [1, 0, 0],
      stiffness: curve([
        [-1, -30],
        [0, 0],
        [0.05, 4],
        [1, 200],
      ]),
      lower: -0.1,
      upper: 0.02,
      stopStiffness: 500,
      stopDamping: 3,
    })
    .spherical("ball", { parent: "b2", child: "b3", at: [0, 0.2, -0.5], damping: 0.4 })
    .free("free", { parent: "ground", child: "b4", rotationDamping: 0.1, translationDamping: [0.3, 0.2, 0.1] })
    .pointSpring("point", {
      a: { body: "ground", at: [1, 0, 0] },
      b: { body: "b3", at: [0, 0, -0.5] },
      stiffness: param("stiffness"),
      freeLength: 0.7,
      damping: 2,
    })
    .pointSpring("curve", {
      a: { body: "b1", at: [0, 0.3, 0] },
      b: { body: "b4", at: [0.1, 0, 0] },
      stiffness: curve([
        [-2, -50],
        [0, 0],
        [0.5, 30],
        [3, 60],
      ]),
      freeLength: 0.6,
      damping: curve([
        [-5, -8],
        [0, 0],
        [5, 20],
      ]),
    })
    .torsionSpring("torsion", { a: "b2", b: "b3", stiffness: 5, rest: 0.2, damping: 0.3 })
    .bushing("bushing", {
      a: { body: "ground", at: { position: [0.1, 0.1, 0], rpy: [0.1, 0, 0.2] } },
      b: { body: "b4", at: [0, 0.1, 0] },
      stiffness: { rotation: [3, 4, 5], translation: [30, 50, 70] },
      damping: { rotation: [0.1, 0.2, 0.3], translation: [1, 2, 3] },
    })
    .wrench("gust", {
      at: { body: "b3", at: [0.1, 0.2, 0.3] },
      along: "world",
      force: [sine({ amplitude: 3, angularFrequency: 2, phase: 0.3, offset: 1 }), 2, 0],
      torque: [0, 0.5, 0],
    })
    .wrench("thrust", {
      at: { body: "b4", at: { position: [0, 0, 0.3], rpy: [0.2, 0.1, 0] } },
      along: "body",
      force: [
        0,
        0,
        table([
          [0, 1],
          [2, 5],
        ]),
      ],
      torque: [
        piecewise([
          [0, 0.2],
          [5, 1],
        ]),
        0,
        0,
      ],
    })
    .jointForce("drive", { joint: "hinge", force: sine({ amplitude: 2, angularFrequency: 3 }) })
    .jointForce("push", { joint: "ball", coordinate: 1, force: 0.7 })
    .actuator("motor", { joint: "slider", gain: 4 })
    .actuator("twist", { joint: "ball", coordinate: 2, gain: 2, lower: -3, upper: 3 })
    .actuator("sated", { joint: "hinge", gain: 2, lower: -0.1, upper: 0.1 })
    .build();
}

/** Numbers of -1 to 1, the same on every run. */
export function drawer(seed: number): () => number {
  const { next } = stream(seed);
  return () => 2 * next() - 1;
}

/** Anywhere: coordinates, speeds, forces and commands of the order of 1. */
export function somePoint(model: Model, seed: number): Required<Omit<OperatingPoint, "z">> {
  const draw = drawer(seed);
  const { t, q, v } = neutralState(model);
  const { tree } = buildTopology(model);
  const delta = v.map(() => draw());
  return {
    t: t + 0.7,
    q: moved(model, q, delta, 1),
    v: v.map(() => draw()),
    tau: Float64Array.from({ length: tree.reduce((n, { nv }) => n + nv, 0) }, () => draw()),
    u: Float64Array.from(model.actuators, () => draw()),
  };
}

/** q ⊕ size δ with the exact exponential of rotations; written from the definition of the coordinates, by joint. */
export function moved(model: Model, q: Float64Array, delta: ArrayLike<number>, size: number): Float64Array {
  const out = q.slice();
  for (const { joint, qStart, vStart, nq } of buildTopology(model).tree) {
    const { kind } = model.joints[joint];
    if (kind !== "spherical" && kind !== "free") {
      for (let k = 0; k < nq; k++) out[qStart + k] += size * delta[vStart + k];
      continue;
    }
    const at = kind === "free" ? qStart + 3 : qStart;
    const [w, x, y, z] = q.subarray(at, at + 4);
    const d = [0, 1, 2].map((k) => size * delta[vStart + k]);
    const angle = Math.hypot(...d);
    const s = angle === 0 ? 0.5 : Math.sin(angle / 2) / angle;
    const [c, a, b, e] = [Math.cos(angle / 2), s * d[0], s * d[1], s * d[2]];
    out.set(
      [
        w * c - x * a - y * b - z * e,
        w * a + x * c + y * e - z * b,
        w * b - x * e + y * c + z * a,
        w * e + x * b - y * a + z * c,
      ],
      at,
    );
    if (kind === "spherical") continue;
    const l = [3, 4, 5].map((k) => size * delta[vStart + k]);
    const R = [
      [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
      [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
      [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ];
    for (let k = 0; k < 3; k++) out[qStart + k] += R[k][0] * l[0] + R[k][1] * l[1] + R[k][2] * l[2];
  }
  return out;
}

/**
 * Derivative at 0 of a vector function of one variable: central differences with steps h, h/2, h/4 and two extrapolations
 * (Richardson), error O(h⁶) plus some 10 ε |f| / h of rounding.
 */
export function difference(f: (x: number) => ArrayLike<number>, h = 4e-3): number[] {
  const central = (s: number): number[] => {
    const [above, below] = [f(s), f(-s)].map((y) => Array.from(y));
    return above.map((y, i) => (y - below[i]) / (2 * s));
  };
  const [d1, d2, d3] = [central(h), central(h / 2), central(h / 4)];
  return d1.map((_, i) => {
    const first = (4 * d2[i] - d1[i]) / 3;
    const second = (4 * d3[i] - d2[i]) / 3;
    return (16 * second - first) / 15;
  });
}

/** Largest difference, as a part of the largest magnitude or of 1. */
export function relativeDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [apart, size] = [0, 1];
  for (let i = 0; i < b.length; i++) {
    apart = Math.max(apart, Number.isFinite(a[i]) ? Math.abs(a[i] - b[i]) : Infinity);
    size = Math.max(size, Math.abs(b[i]));
  }
  return a.length === b.length ? apart / size : Infinity;
}

export const column = (A: { rows: number; cols: number; data: Float64Array }, j: number): number[] =>
  Array.from({ length: A.rows }, (_, i) => A.data[i * A.cols + j]);

export const systems: readonly { readonly name: string; readonly model: Model }[] = [
  allJoints(),
  backwards(),
  allLoads(),
  doublePendulum({ damping: 0.1 }),
  arm7(),
  sphericalChain({ n: 4 }),
  lander(),
].map((model) => ({ name: model.name, model }));
