import { atan2 } from "../graph/elementary.js";
import type { Num } from "../graph/graph.js";
import { add, div, eq, lt, mul, select, sqrt, sub } from "../graph/num.js";
import type { Load, Real } from "../model/types.js";
import { mulMatMat, mulMatVec, transpose3, type Mat3 } from "../spatial/mat3.js";
import { add3, cross3, dot3, scale3, sub3, vec3, type Vec3 } from "../spatial/vec3.js";
import type { FrameMotion, TwoFrameLoad } from "./two-frame-load.js";

/** Six springs and dampers between two frames: deflections of b's origin, and its rotation vector, along a's axes. */
export function planBushing(load: Extract<Load, { kind: "bushing" }>, num: (real: Real) => Num): TwoFrameLoad {
  const each = (k: Vec3, x: Vec3): Vec3 => [mul(k[0], x[0]), mul(k[1], x[1]), mul(k[2], x[2])];
  const deflection = (a: FrameMotion, b: FrameMotion): { x: Vec3; turn: Turn } => {
    const R_world_a = a.R;
    const toA = transpose3(R_world_a);
    return { x: mulMatVec(toA, sub3(b.p, a.p)), turn: turnOf(mulMatMat(toA, b.R)) };
  };
  return {
    key: "bushing",
    numbers: [...load.stiffness.map(num), ...load.damping.map(num)],
    wrench: (a, b, n) => {
      const toA = transpose3(a.R);
      const { x, turn } = deflection(a, b);
      // Rates as an observer in frame a sees them.
      const d = sub3(b.p, a.p);
      const v = mulMatVec(toA, sub3(sub3(b.v, a.v), cross3(a.omega, d)));
      const w = mulMatVec(toA, sub3(b.omega, a.omega));
      const force = sub3(scale3(-1, each(vec3(n, 3), x)), each(vec3(n, 9), v));
      // The torque of the potential ½ φᵀ K φ is the inverse left Jacobian of the rotation, transposed, times K φ.
      const elastic = inverseJacobianTransposed(turn, each(vec3(n, 0), turn.phi));
      const torque = sub3(scale3(-1, elastic), each(vec3(n, 6), w));
      return { angular: mulMatVec(a.R, torque), linear: mulMatVec(a.R, force) };
    },
    energy: (a, b, n) => {
      const { x, turn } = deflection(a, b);
      return mul(0.5, add(dot3(turn.phi, each(vec3(n, 0), turn.phi)), dot3(x, each(vec3(n, 3), x))));
    },
  };
}

interface Turn {
  /** Axis times angle. */
  readonly phi: Vec3;
  /** 1/θ² - cot(θ/2)/(2θ), the second coefficient of the inverse Jacobian of the rotation vector. */
  readonly k: Num;
}

/** Rotation vector of a rotation below 180°: twice the sine and cosine from the matrix, the angle from both. */
function turnOf(R: Mat3): Turn {
  const twice: Vec3 = [sub(R[2][1], R[1][2]), sub(R[0][2], R[2][0]), sub(R[1][0], R[0][1])]; // 2 sin θ axis
  const sine2 = sqrt(dot3(twice, twice)); // 2 sin θ
  const cosine2 = sub(add(add(R[0][0], R[1][1]), R[2][2]), 1); // 2 cos θ
  const safe = select(eq(sine2, 0), 1, sine2);
  const theta = atan2(sine2, cosine2);
  const phi = scale3(select(eq(sine2, 0), 0.5, div(theta, safe)), twice);
  const theta2 = dot3(phi, phi);
  const isSmall = lt(theta2, 0.25);
  const closed = sub(
    div(1, select(isSmall, 1, theta2)),
    div(add(2, cosine2), mul(mul(2, select(isSmall, 1, theta)), safe)),
  );
  return { phi, k: select(isSmall, factorSeries(theta2), closed) };
}

/** Power series of `k`, to rounding for θ < 0.5: the terms fall by (θ / 2π)². */
function factorSeries(theta2: Num): Num {
  const coefficients = [1 / 12, 1 / 720, 1 / 30240, 1 / 1209600, 1 / 47900160, 691 / 1307674368000, 1 / 74724249600];
  return coefficients.reduceRight<Num>((sum, c) => add(c, mul(theta2, sum)), 0);
}

/** J⁻ᵀ m = m + ½ φ × m + k φ × (φ × m), J the left Jacobian (Barfoot, State Estimation for Robotics, 2017, eq. 7.77). */
function inverseJacobianTransposed({ phi, k }: Turn, m: Vec3): Vec3 {
  const c1 = cross3(phi, m);
  return add3(add3(m, scale3(0.5, c1)), scale3(k, cross3(phi, c1)));
}
