import {
  add,
  apply,
  identity,
  product,
  scale,
  skew,
  sum,
  times,
  transpose,
  unskew,
  zero,
  zeros,
  type M3,
  type V3,
} from "./numbers.js";

/**
 * A pose that moves: rotation matrix and position with their first and second derivatives by time. Products follow Leibniz's
 * rule, so velocities and accelerations come out without a single formula for Coriolis or centripetal terms.
 */
export interface MovingFrame {
  readonly R: readonly [M3, M3, M3];
  readonly p: readonly [V3, V3, V3];
}

export const fixed = (R: M3, p: V3): MovingFrame => ({ R: [R, zeros, zeros], p: [p, zero, zero] });
export const atRest: MovingFrame = fixed(identity, zero);

export function compose(a: MovingFrame, b: MovingFrame): MovingFrame {
  const [A, A1, A2] = a.R;
  const [B, B1, B2] = b.R;
  const [x, x1, x2] = b.p;
  return {
    R: [
      product(A, B),
      sum(product(A1, B), product(A, B1)),
      sum(sum(product(A2, B), times(2, product(A1, B1))), product(A, B2)),
    ],
    p: [
      add(a.p[0], apply(A, x)),
      add(a.p[1], add(apply(A1, x), apply(A, x1))),
      add(a.p[2], add(add(apply(A2, x), scale(2, apply(A1, x1))), apply(A, x2))),
    ],
  };
}

export function inverse({ R, p }: MovingFrame): MovingFrame {
  const T: MovingFrame["R"] = [transpose(R[0]), transpose(R[1]), transpose(R[2])];
  const turned = compose({ R: T, p: [zero, zero, zero] }, { R: [identity, zeros, zeros], p });
  return { R: T, p: [scale(-1, turned.p[0]), scale(-1, turned.p[1]), scale(-1, turned.p[2])] };
}

/** Turn about a unit axis by an angle, by Rodrigues' formula. */
export function turning(axis: V3, angle: number, rate: number, acceleration: number): MovingFrame {
  const K = skew(axis);
  const K2 = product(K, K);
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const first = sum(times(c, K), times(s, K2)); // dR/dangle
  const second = sum(times(-s, K), times(c, K2));
  return {
    R: [
      sum(identity, sum(times(s, K), times(1 - c, K2))),
      times(rate, first),
      sum(times(acceleration, first), times(rate * rate, second)),
    ],
    p: [zero, zero, zero],
  };
}

export const sliding = (axis: V3, x: number, rate: number, acceleration: number): MovingFrame => ({
  R: [identity, zeros, zeros],
  p: [scale(x, axis), scale(rate, axis), scale(acceleration, axis)],
});

/** From an orientation with angular velocity and acceleration, and a position with velocity and acceleration, all in the moving axes. */
export function flying(R: M3, p: V3, w: V3, wdot: V3, v: V3, vdot: V3): MovingFrame {
  const W = skew(w);
  const R1 = product(R, W);
  return {
    R: [R, R1, sum(product(R1, W), product(R, skew(wdot)))],
    p: [p, apply(R, v), add(apply(R1, v), apply(R, vdot))],
  };
}

/** In world components. */
export const angularVelocity = ({ R }: MovingFrame): V3 => unskew(product(R[1], transpose(R[0])));
export const angularAcceleration = ({ R }: MovingFrame): V3 =>
  unskew(sum(product(R[2], transpose(R[0])), product(R[1], transpose(R[1]))));

/** A point fixed in the frame. */
export const pointOf = (frame: MovingFrame, point: V3): readonly [V3, V3, V3] => [
  add(frame.p[0], apply(frame.R[0], point)),
  add(frame.p[1], apply(frame.R[1], point)),
  add(frame.p[2], apply(frame.R[2], point)),
];
