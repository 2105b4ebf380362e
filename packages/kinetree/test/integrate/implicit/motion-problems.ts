import { luInto, luSolveInto, newLu } from "../../../src/linalg/lu.js";
import { motionProblem, type MotionProblem } from "./motion-support.js";

/* Small mechanisms with known answers. */

/** q̈ + 2 ζ ω q̇ + ω² q = 0. */
export const oscillator = (omega: number, zeta: number, q0: number, v0: number, weight = 1e-10): MotionProblem =>
  motionProblem({
    q0: [q0],
    v0: [v0],
    weight,
    residual: (_, [q], { v, a }, r) => void (r[0] = a[0] + 2 * zeta * omega * v[0] + omega * omega * q),
  });

/** A soft and a stiff spring in a row, wall, mass, mass: eigenvalues near 1/2 and 2 k. */
export const softAndStiff = (stiff: number, q0: readonly number[]): MotionProblem =>
  motionProblem({
    q0,
    v0: [0, 0],
    residual(_, [x, y], { a }, r) {
      r[0] = a[0] + x - stiff * (y - x);
      r[1] = a[1] + stiff * (y - x);
    },
  });

/** A unit mass on a spring behind a first-order lag of rate k: q̈ + q = z, ż = −k (z − cos 2t), from [t, q, v, z] on. */
export const laggedForce = (k: number, weight = 1e-10, [t0, q0, v0, z0] = [0, 0, 0, 1]): MotionProblem =>
  motionProblem({
    q0: [q0],
    v0: [v0],
    z0: [z0],
    weight,
    residual(t, [q], { a, z, zDot }, r) {
      r[0] = a[0] + q - z[0];
      r[1] = zDot[0] + k * (z[0] - Math.cos(2 * (t0 + t)));
    },
  });

export const GRAVITY = 9.81;

/** A unit mass on a rod of length 1 in Cartesian coordinates, position level: Φ = (x² + y² − 1)/2, multiplier: tension. */
export const pendulum = (angle: number, rate: number, weight = 1e-11): MotionProblem =>
  motionProblem({
    q0: [Math.sin(angle), -Math.cos(angle)],
    v0: [rate * Math.cos(angle), rate * Math.sin(angle)],
    nc: 1,
    weight,
    residual(_, [x, y], { a, lambda }, r) {
      r[0] = a[0] + x * lambda[0];
      r[1] = a[1] + GRAVITY + y * lambda[0];
      r[2] = (x * x + y * y - 1) / 2;
    },
    initial(_, [x, y], { v, a, lambda }) {
      lambda[0] = (v[0] * v[0] + v[1] * v[1] - GRAVITY * y) / (x * x + y * y);
      a[0] = -x * lambda[0];
      a[1] = -GRAVITY - y * lambda[0];
    },
  });

/** A second unit mass hangs from that of the pendulum, at rest in line with it, on a damped spring of length 1 and stiffness k. */
export const elasticDoublePendulum = (k: number, damping: number, weight: number): MotionProblem => {
  /** Force of the spring on the second mass. */
  const pull = ([x1, y1, x2, y2]: readonly number[], v: Float64Array): readonly [number, number] => {
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = Math.hypot(dx, dy);
    const force = k * (length - 1) + (damping * (dx * (v[2] - v[0]) + dy * (v[3] - v[1]))) / length;
    return [(-force * dx) / length, (-force * dy) / length];
  };
  return motionProblem({
    q0: [Math.sin(1), -Math.cos(1), 2 * Math.sin(1), -2 * Math.cos(1)],
    v0: [0, 0, 0, 0],
    nc: 1,
    weight,
    residual(_, q, { v, a, lambda }, r) {
      const [fx, fy] = pull(q, v);
      r[0] = a[0] + fx + q[0] * lambda[0];
      r[1] = a[1] + fy + GRAVITY + q[1] * lambda[0];
      r[2] = a[2] - fx;
      r[3] = a[3] - fy + GRAVITY;
      r[4] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
    },
    initial(_, q, { v, a, lambda }) {
      const [fx, fy] = pull(q, v);
      const [x, y] = q;
      lambda[0] = (v[0] * v[0] + v[1] * v[1] - x * fx - y * (fy + GRAVITY)) / (x * x + y * y);
      a.set([-fx - x * lambda[0], -fy - GRAVITY - y * lambda[0], fx, fy - GRAVITY]);
    },
  });
};

/** The pendulum of one mass by its angle, in small steps of the classical Runge-Kutta method: [angle, rate]. */
export function pendulumAngle(angle: number, rate: number, tEnd: number): readonly [number, number] {
  const steps = Math.ceil(tEnd * 4000);
  const h = tEnd / steps;
  let [x, w] = [angle, rate];
  const f = (x: number): number => -GRAVITY * Math.sin(x);
  for (let k = 0; k < steps; k++) {
    const [k1, l1] = [w, f(x)];
    const [k2, l2] = [w + (h / 2) * l1, f(x + (h / 2) * k1)];
    const [k3, l3] = [w + (h / 2) * l2, f(x + (h / 2) * k2)];
    const [k4, l4] = [w + h * l3, f(x + h * k3)];
    x += (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
    w += (h / 6) * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  return [x, w];
}

const [CRANK, ROD] = [1, 2];
const [CRANK_INERTIA, ROD_INERTIA, SLIDER_MASS] = [1, 0.5, 2];

/** Crank angle, rod angle and slider position with two constraints: r cos θ + l cos φ = s, r sin θ + l sin φ = 0; no loads. */
export const sliderCrank = (rate: number, weight = 1e-11): MotionProblem => {
  const solve = newLu(5);
  const rhs = new Float64Array(5);
  const rod = Math.asin((-CRANK * Math.sin(0.5)) / ROD);
  const rodRate = (-CRANK * Math.cos(0.5) * rate) / (ROD * Math.cos(rod));
  return motionProblem({
    q0: [0.5, rod, CRANK * Math.cos(0.5) + ROD * Math.cos(rod)],
    v0: [rate, rodRate, -CRANK * Math.sin(0.5) * rate - ROD * Math.sin(rod) * rodRate],
    nc: 2,
    weight,
    residual(_, [theta, phi, s], { a, lambda: [x, y] }, r) {
      r[0] = CRANK_INERTIA * a[0] - CRANK * Math.sin(theta) * x + CRANK * Math.cos(theta) * y;
      r[1] = ROD_INERTIA * a[1] - ROD * Math.sin(phi) * x + ROD * Math.cos(phi) * y;
      r[2] = SLIDER_MASS * a[2] - x;
      r[3] = CRANK * Math.cos(theta) + ROD * Math.cos(phi) - s;
      r[4] = CRANK * Math.sin(theta) + ROD * Math.sin(phi);
    },
    initial(_, [theta, phi], { v, a, lambda }) {
      const [s1, c1, s2, c2] = [Math.sin(theta), Math.cos(theta), Math.sin(phi), Math.cos(phi)];
      const G = [
        [-CRANK * s1, -ROD * s2, -1],
        [CRANK * c1, ROD * c2, 0],
      ];
      solve.lu.data.fill(0);
      [CRANK_INERTIA, ROD_INERTIA, SLIDER_MASS].forEach((m, i) => (solve.lu.data[i * 5 + i] = m));
      G.forEach((row, k) => row.forEach((g, i) => (solve.lu.data[(3 + k) * 5 + i] = solve.lu.data[i * 5 + 3 + k] = g)));
      rhs.fill(0);
      rhs[3] = CRANK * c1 * v[0] * v[0] + ROD * c2 * v[1] * v[1];
      rhs[4] = CRANK * s1 * v[0] * v[0] + ROD * s2 * v[1] * v[1];
      luInto(solve, solve.lu);
      luSolveInto(rhs, solve, rhs);
      a.set(rhs.subarray(0, 3));
      lambda.set(rhs.subarray(3));
    },
  });
};

export const sliderCrankEnergy = ([w, p, s]: readonly number[]): number =>
  (CRANK_INERTIA * w * w + ROD_INERTIA * p * p + SLIDER_MASS * s * s) / 2;

const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const INERTIA = [2, 3, 1];

/**
 * A top with a fixed point under gravity: speeds are those about its own axes, positions a quaternion, steps by Cayley's map, which
 * is exact to second order. The mass centre is at 1 along the third axis, its weight 5.
 */
export const heavyTop = (rates: readonly number[]): MotionProblem =>
  motionProblem({
    q0: [0.8, 0.6, 0, 0],
    v0: rates,
    weight: 1e-11,
    compose([w, x, y, z], d) {
      const scale = 1 / Math.sqrt(1 + (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) / 4);
      const [c, s] = [scale, [(d[0] / 2) * scale, (d[1] / 2) * scale, (d[2] / 2) * scale]];
      const turned = cross([x, y, z], s);
      return [
        w * c - x * s[0] - y * s[1] - z * s[2],
        w * s[0] + x * c + turned[0],
        w * s[1] + y * c + turned[1],
        w * s[2] + z * c + turned[2],
      ];
    },
    residual(_, [w, x, y, z], { v, a }, r) {
      // Direction of gravity in the body: −Rᵀ e₃.
      const down = [-2 * (x * z - w * y), -2 * (y * z + w * x), -(1 - 2 * (x * x + y * y))];
      const torque = cross([0, 0, 5], down);
      const gyro = cross([...v], [INERTIA[0] * v[0], INERTIA[1] * v[1], INERTIA[2] * v[2]]);
      for (let i = 0; i < 3; i++) r[i] = INERTIA[i] * a[i] + gyro[i] - torque[i];
    },
  });
