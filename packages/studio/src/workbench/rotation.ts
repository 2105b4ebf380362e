/** Unit quaternion w, x, y, z. */
export type Quat = readonly [number, number, number, number];

/** Hamilton's product: first b, then a. */
function multiply([aw, ax, ay, az]: Quat, [bw, bx, by, bz]: Quat): Quat {
  return [
    aw * bw - ax * bx - ay * by - az * bz,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
  ];
}

/** The quaternion of length one along this one; no turn at all for zero. */
export function normalised([w, x, y, z]: Quat): Quat {
  const length = Math.hypot(w, x, y, z);
  return length > 0 ? [w / length, x / length, y / length, z / length] : [1, 0, 0, 0];
}

function turnAbout(axis: 0 | 1 | 2, angle: number): Quat {
  const half = angle / 2;
  const s = Math.sin(half);
  return [Math.cos(half), axis === 0 ? s : 0, axis === 1 ? s : 0, axis === 2 ? s : 0];
}

/** Roll, pitch and yaw [rad]: about x, then y, then z, all fixed. Pitch is within a quarter turn. */
export function rollPitchYaw(quat: Quat): readonly [number, number, number] {
  const [w, x, y, z] = normalised(quat);
  const sine = Math.max(-1, Math.min(1, 2 * (w * y - z * x)));
  // Straight up or down only the sum or difference of roll and yaw is defined: all of it is taken for yaw.
  if (Math.abs(sine) > 1 - 1e-12) return [0, Math.asin(sine), -2 * Math.sign(sine) * Math.atan2(x, w)];
  return [
    Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    Math.asin(sine),
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ];
}

export const fromRollPitchYaw = ([roll, pitch, yaw]: readonly [number, number, number]): Quat =>
  multiply(turnAbout(2, yaw), multiply(turnAbout(1, pitch), turnAbout(0, roll)));
