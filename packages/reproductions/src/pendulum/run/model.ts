import { box, GROUND, mechanism, type Model } from "kinetree";
import type { EulerParameters, Pendulum, Triple } from "../equations/pendulum.js";

/** A pendulum as a model with its start: bodies "body1", "body2", ..., joints "joint1", "joint2", ... */
export interface PendulumAsModel {
  readonly model: Model;
  /** Quaternions and angular velocities of the joints, by their names. */
  readonly state: {
    readonly q: Readonly<Record<string, readonly number[]>>;
    readonly v: Readonly<Record<string, readonly number[]>>;
  };
}

/** The same mechanism as a model, for every formulation and integrator: `simulate(model, 1, { state })`. */
export function pendulumModel(pendulum: Pendulum): PendulumAsModel {
  const { bodies, gravity, pivot, n } = pendulum;
  const model = mechanism(`pendulum of ${n} bodies`)
    .gravity(...gravity)
    .repeat(n, (soFar, i) => {
      const { mass, centre, inertia, span, box: edges } = bodies[i];
      const name = `body${i + 1}`;
      const longer = soFar.body(name, {
        mass,
        com: centre,
        inertia: [...inertia, 0, 0, 0],
        frames: { tip: span },
        shapes: [box(edges, { at: [span[0] / 2, span[1] / 2, span[2] / 2] })],
      });
      const place = i === 0 ? { parent: GROUND, at: pivot } : { parent: `body${i}`, at: `body${i}/tip` };
      return longer.spherical(`joint${i + 1}`, { ...place, child: name });
    })
    .build();
  const q: Record<string, readonly number[]> = {};
  const v: Record<string, readonly number[]> = {};
  bodies.forEach(({ orientation, angularVelocity }, i) => {
    const before = i === 0 ? null : bodies[i - 1];
    // Relative to the body before, in the axes of this one.
    q[`joint${i + 1}`] = before === null ? orientation : relative(before.orientation, orientation);
    const carried = before === null ? [0, 0, 0] : turnedBack(q[`joint${i + 1}`], before.angularVelocity);
    v[`joint${i + 1}`] = angularVelocity.map((part, k) => part - carried[k]);
  });
  return Object.freeze({ model, state: Object.freeze({ q: Object.freeze(q), v: Object.freeze(v) }) });
}

/** p* q */
function relative([w, x, y, z]: EulerParameters, [qw, qx, qy, qz]: EulerParameters): readonly number[] {
  return [
    w * qw + x * qx + y * qy + z * qz,
    w * qx - x * qw - (y * qz - z * qy),
    w * qy - y * qw - (z * qx - x * qz),
    w * qz - z * qw - (x * qy - y * qx),
  ];
}

/** q* u q, for |q| = 1: u - w t + v × t with t = 2 v × u */
function turnedBack([w, x, y, z]: readonly number[], [a, b, c]: Triple): Triple {
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a - w * tx + (y * tz - z * ty), b - w * ty + (z * tx - x * tz), c - w * tz + (x * ty - y * tx)];
}
