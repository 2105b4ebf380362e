import { subtract, type Vec3 } from "./placement.js";

/** 1 in front of a face, -1 behind it, 0 in its plane. */
export type Side = -1 | 0 | 1;

/** Half a unit in the last place of 1. */
const HALF_UNIT = 2 ** -53;
/** Of the determinant below, beside the sum of its parts without signs; 7 and a little, J. R. Shewchuk, 1997. */
const MOST_ERROR = 8 * HALF_UNIT;

/**
 * The side of the face a, b, c that a point is on, without rounding errors. Coordinates are whole numbers below 2^50, so
 * that their differences are exact; where floating point leaves the sign of the determinant open, long integers tell.
 */
export function faceSide(a: Vec3, b: Vec3, c: Vec3): (point: Vec3) => Side {
  const [ux, uy, uz] = subtract(b, a);
  const [vx, vy, vz] = subtract(c, a);
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const bound = [uy * vz, uz * vy, uz * vx, ux * vz, ux * vy, uy * vx].map(Math.abs);
  const [bx, by, bz] = [bound[0] + bound[1], bound[2] + bound[3], bound[4] + bound[5]];
  return (point) => {
    const [x, y, z] = subtract(point, a);
    const rough = normal[0] * x + normal[1] * y + normal[2] * z;
    const error = MOST_ERROR * (bx * Math.abs(x) + by * Math.abs(y) + bz * Math.abs(z));
    if (error === 0) return 0;
    if (rough > error) return 1;
    return rough < -error ? -1 : exactSide([ux, uy, uz], [vx, vy, vz], [x, y, z]);
  };
}

function exactSide(u: Vec3, v: Vec3, w: Vec3): Side {
  const [[ux, uy, uz], [vx, vy, vz], [wx, wy, wz]] = [u, v, w].map((vector) => vector.map(BigInt));
  const sum = (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
  return sum > 0n ? 1 : sum < 0n ? -1 : 0;
}
