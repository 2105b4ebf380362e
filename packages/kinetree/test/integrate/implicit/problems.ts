import type { DenseRates } from "../../../src/integrate/implicit/dense-system.js";

/*
 * The standard problems for stiff and differential-algebraic methods, as M ẏ = f(t, y) with exact derivatives. With tolerances
 * they become systems: denseRateSystem({ ...problem, relative, absolute }), and residualOf(…) of that for BDF.
 */

/** A problem with its start and, where one is known, its solution. */
export interface Problem extends Omit<DenseRates, "relative" | "absolute" | "jacobian"> {
  readonly name: string;
  readonly names: readonly string[];
  readonly jacobian: NonNullable<DenseRates["jacobian"]>;
  readonly y0: readonly number[];
  readonly tEnd: number;
  /** Solution at any time. */
  readonly exact?: (t: number) => number[];
  /** Solutions at some times. */
  readonly reference?: readonly { readonly t: number; readonly y: readonly number[]; readonly source: string }[];
}

/** Start of a problem as methods take it. */
export const startOf = (problem: Problem): Float64Array => Float64Array.from(problem.y0);

/** ẏ = λ (y − sin t) + cos t, y = sin t. Prothero, Robinson, Math. Comp. 28 (1974) 145. */
export const protheroRobinson = (lambda: number): Problem => ({
  name: `Prothero-Robinson, lambda = ${lambda}`,
  size: 1,
  names: ["y"],
  rates: (t, y, f) => void (f[0] = lambda * (y[0] - Math.sin(t)) + Math.cos(t)),
  jacobian: (_t, _y, J) => void (J[0] = lambda),
  timeDerivative: (t, _y, out) => void (out[0] = -lambda * Math.cos(t) - Math.sin(t)),
  y0: [0],
  tEnd: 10,
  exact: (t) => [Math.sin(t)],
});

/**
 * ẏ₂ = µ ((1 − y₁²) y₂ − y₁): relaxation oscillations, in the time scale of the slow motion. Hairer, Wanner II (1996), IV.10 (1/ε = µ).
 * The reference is that of the IVP test set, which starts at rest.
 */
export const vanDerPol = (mu = 1e6): Problem => ({
  name: `Van der Pol, mu = ${mu}`,
  size: 2,
  names: ["y1", "y2"],
  rates: (_t, [y1, y2], f) => {
    f[0] = y2;
    f[1] = mu * ((1 - y1 * y1) * y2 - y1);
  },
  jacobian: (_t, [y1, y2], J) => J.set([0, 1, mu * (-2 * y1 * y2 - 1), mu * (1 - y1 * y1)]),
  timeDerivative: (_t, _y, out) => void out.fill(0),
  y0: [2, 0],
  tEnd: 2,
  ...(mu === 1e6 && {
    reference: [
      {
        t: 2,
        y: [1.706167732170483, -0.8928097010247975],
        source: "Mazzia, Magherini, Test Set for IVP Solvers 2.4 (2008)",
      },
    ],
  }),
});

/** The start of Van der Pol's problem in Hairer and Wanner's table, off the layer at the start. */
export const vanDerPolStart: readonly number[] = [2, -0.66];

const robertsonReference = [
  // Hairer, Wanner II (1996), IV.10, and the test set for IVP solvers.
  { t: 1e11, y: [0.2083340149701255e-7, 0.8333360770334713e-13, 0.999999979166505], source: "IVP test set 2.4 (2008)" },
];

/** Robertson's kinetics as an ODE; the species sum up to 1. */
export const robertson: Problem = {
  name: "Robertson (ODE)",
  size: 3,
  names: ["A", "B", "C"],
  rates: (_t, [a, b, c], f) => {
    f[0] = -0.04 * a + 1e4 * b * c;
    f[1] = 0.04 * a - 1e4 * b * c - 3e7 * b * b;
    f[2] = 3e7 * b * b;
  },
  jacobian: (_t, [, b, c], J) => J.set([-0.04, 1e4 * c, 1e4 * b, 0.04, -1e4 * c - 6e7 * b, -1e4 * b, 0, 6e7 * b, 0]),
  timeDerivative: (_t, _y, out) => void out.fill(0),
  y0: [1, 0, 0],
  tEnd: 1e11,
  reference: robertsonReference,
};

/** The same with conservation, A + B + C = 1, in place of the last rate: a DAE of index 1. */
export const robertsonDae: Problem = {
  ...robertson,
  name: "Robertson (DAE of index 1)",
  mass: [1, 1, 0],
  rates: (t, y, f) => {
    robertson.rates(t, y, f);
    f[2] = y[0] + y[1] + y[2] - 1;
  },
  jacobian: (t, y, J) => {
    robertson.jacobian(t, y, J);
    J.set([1, 1, 1], 6);
  },
};

/** Kaps' problem: stiff, not linear, and exp(−2t), exp(−t) for every ε. Kaps (1981); Dekker, Verwer (1984), 8.2. */
export const kaps = (epsilon: number): Problem => ({
  name: `Kaps, epsilon = ${epsilon}`,
  size: 2,
  names: ["y1", "y2"],
  rates: (_t, [y1, y2], f) => {
    f[0] = -(2 + 1 / epsilon) * y1 + (y2 * y2) / epsilon;
    f[1] = y1 - y2 - y2 * y2;
  },
  jacobian: (_t, [, y2], J) => J.set([-(2 + 1 / epsilon), (2 * y2) / epsilon, 1, -1 - 2 * y2]),
  timeDerivative: (_t, _y, out) => void out.fill(0),
  y0: [1, 1],
  tEnd: 1,
  exact: (t) => [Math.exp(-2 * t), Math.exp(-t)],
});

/** ẏ = A y, A symmetric with a slow and a fast eigenvalue along (1, 2) and (−2, 1). */
export const stiffLinear = (slow = -1, fast = -1e4): Problem => {
  const A = [slow + 4 * fast, 2 * slow - 2 * fast, 2 * slow - 2 * fast, 4 * slow + fast].map((a) => a / 5);
  return {
    name: `linear with eigenvalues ${slow} and ${fast}`,
    size: 2,
    names: ["y1", "y2"],
    rates: (_t, [y1, y2], f) => {
      f[0] = A[0] * y1 + A[1] * y2;
      f[1] = A[2] * y1 + A[3] * y2;
    },
    jacobian: (_t, _y, J) => J.set(A),
    timeDerivative: (_t, _y, out) => void out.fill(0),
    y0: [1 - 2, 2 + 1],
    tEnd: 2,
    exact: (t) => {
      const [a, b] = [Math.exp(slow * t), Math.exp(fast * t)];
      return [a - 2 * b, 2 * a + b];
    },
  };
};

/** Not stiff and smooth: a particle in the field of the sun on an ellipse. */
export const kepler = (eccentricity = 0.2): Problem => ({
  name: `Kepler's ellipse, eccentricity ${eccentricity}`,
  size: 4,
  names: ["x", "y", "vx", "vy"],
  rates: (_t, [x, y, vx, vy], f) => {
    const r3 = (x * x + y * y) ** 1.5;
    f.set([vx, vy, -x / r3, -y / r3]);
  },
  jacobian: (_t, [x, y], J) => {
    const [r2, r5] = [x * x + y * y, (x * x + y * y) ** 2.5];
    J.set([0, 0, 1, 0, 0, 0, 0, 1], 0);
    J.set([(3 * x * x - r2) / r5, (3 * x * y) / r5, 0, 0, (3 * x * y) / r5, (3 * y * y - r2) / r5, 0, 0], 8);
  },
  timeDerivative: (_t, _y, out) => void out.fill(0),
  y0: [1 - eccentricity, 0, 0, Math.sqrt((1 + eccentricity) / (1 - eccentricity))],
  tEnd: 2 * Math.PI,
  exact: (t) => {
    let E = t;
    for (let i = 0; i < 50; i++) E -= (E - eccentricity * Math.sin(E) - t) / (1 - eccentricity * Math.cos(E));
    const [c, s, b] = [Math.cos(E), Math.sin(E), Math.sqrt(1 - eccentricity ** 2)];
    const rate = 1 / (1 - eccentricity * c);
    return [c - eccentricity, b * s, -s * rate, b * c * rate];
  },
});

/** Acceleration of gravity for the pendulum [m/s²], chosen by convention: the pendulum has 1 m and 1 kg. */
const G = 9.81;

/** The pendulum in Cartesian coordinates, released at rest from the horizontal; unknowns x, y, vx, vy, λ (and µ in the GGL form). */
export const pendulum = (form: "index 3" | "index 2" | "index 1"): Problem => {
  const isStabilized = form === "index 2";
  const size = isStabilized ? 6 : 5;
  const at = (row: number, column: number): number => row * size + column;
  return {
    name: `pendulum, ${form}`,
    size,
    names: ["x", "y", "vx", "vy", "lambda", ...(isStabilized ? ["mu"] : [])],
    mass: [1, 1, 1, 1, 0, ...(isStabilized ? [0] : [])],
    // Hairer, Wanner II (1996), VII.1: λ of the index of the form, and in index 3 speeds have index 2.
    index: form === "index 3" ? [1, 1, 2, 2, 3] : form === "index 2" ? [1, 1, 1, 1, 2, 2] : [1, 1, 1, 1, 1],
    rates: (_t, y, f) => {
      const [qx, qy, vx, vy, lambda] = y;
      const mu = isStabilized ? y[5] : 0;
      f[0] = vx - qx * mu;
      f[1] = vy - qy * mu;
      f[2] = -qx * lambda;
      f[3] = -G - qy * lambda;
      if (form === "index 1") f[4] = vx * vx + vy * vy - G * qy - (qx * qx + qy * qy) * lambda;
      else if (form === "index 3") f[4] = (qx * qx + qy * qy - 1) / 2;
      else {
        f[4] = qx * vx + qy * vy;
        f[5] = (qx * qx + qy * qy - 1) / 2;
      }
    },
    jacobian: (_t, y, J) => {
      const [qx, qy, vx, vy, lambda] = y;
      J[at(0, 2)] = 1;
      J[at(1, 3)] = 1;
      J[at(2, 0)] = -lambda;
      J[at(2, 4)] = -qx;
      J[at(3, 1)] = -lambda;
      J[at(3, 4)] = -qy;
      if (form === "index 1") {
        J.set([-2 * qx * lambda, -G - 2 * qy * lambda, 2 * vx, 2 * vy, -(qx * qx + qy * qy)], at(4, 0));
      } else if (form === "index 3") {
        J.set([qx, qy], at(4, 0));
      } else {
        J[at(0, 0)] = -y[5];
        J[at(1, 1)] = -y[5];
        J[at(0, 5)] = -qx;
        J[at(1, 5)] = -qy;
        J.set([vx, vy, qx, qy], at(4, 0));
        J.set([qx, qy], at(5, 0));
      }
    },
    timeDerivative: (_t, _y, out) => void out.fill(0),
    y0: [1, 0, 0, 0, 0, ...(isStabilized ? [0] : [])],
    tEnd: 2,
  };
};

/** The pendulum of `pendulum` by its angle θ from the vertical: x = sin θ, y = −cos θ; an ODE for reference solutions. */
export const pendulumAngle: Problem = {
  name: "pendulum, angle",
  size: 2,
  names: ["theta", "omega"],
  rates: (_t, [theta, omega], f) => f.set([omega, -G * Math.sin(theta)]),
  jacobian: (_t, [theta], J) => J.set([0, 1, -G * Math.cos(theta), 0]),
  timeDerivative: (_t, _y, out) => void out.fill(0),
  y0: [Math.PI / 2, 0],
  tEnd: 2,
};

/** Position, velocity and multiplier of the pendulum by its angle and angular velocity. */
export const pendulumState = (theta: number, omega: number): readonly number[] => {
  const [s, c] = [Math.sin(theta), Math.cos(theta)];
  return [s, -c, omega * c, omega * s, omega * omega + G * c];
};

/** The state of `pendulum` at a time, by Taylor series of order 16 of the angle in steps of at most 1/256 s. */
export function pendulumReference(t: number): readonly number[] {
  let [theta, omega] = [Math.PI / 2, 0];
  const steps = Math.ceil(t * 256);
  const h = t / steps;
  for (let n = 0; n < steps; n++) [theta, omega] = taylorStep(theta, omega, h);
  return pendulumState(theta, omega);
}

/** θ̈ = −G sin θ by the recurrences of sin and cos of a series: exact to rounding for steps of a few milliseconds. */
function taylorStep(theta: number, omega: number, h: number): [number, number] {
  const order = 16;
  const [a, s, c] = [[theta, omega], [Math.sin(theta)], [Math.cos(theta)]];
  for (let k = 1; k <= order; k++) {
    if (k >= 2) a[k] = (-G * s[k - 2]) / (k * (k - 1));
    let [sk, ck] = [0, 0];
    for (let j = 1; j <= k; j++) {
      sk += j * a[j] * c[k - j];
      ck -= j * a[j] * s[k - j];
    }
    s[k] = sk / k;
    c[k] = ck / k;
  }
  let [position, speed] = [0, 0];
  for (let k = order; k >= 0; k--) {
    speed = speed * h + (k < order ? (k + 1) * a[k + 1] : 0);
    position = position * h + a[k];
  }
  return [position, speed];
}
