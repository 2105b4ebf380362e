import type { Body } from "kinetree";
import { Matrix4, Quaternion, Vector3 } from "three";
import { plain, vectorOf } from "../base/plain.js";

/** Quadratic convergence makes six sweeps plenty; the bound is there for NaN. */
const MOST_SWEEPS = 30;

/** Principal moments of a symmetric tensor (xx, yy, zz, xy, xz, yz) and the turn of their axes, by Jacobi's rotations. */
export function principalAxes(tensor: readonly number[]): { readonly moments: Vector3; readonly turn: Quaternion } {
  const [xx, yy, zz, xy, xz, yz] = tensor;
  const a = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    if (a[0][1] === 0 && a[0][2] === 0 && a[1][2] === 0) break;
    rotateAway(a, axes, 0, 1);
    rotateAway(a, axes, 0, 2);
    rotateAway(a, axes, 1, 2);
  }
  const column = (k: number): Vector3 => new Vector3(axes[0][k], axes[1][k], axes[2][k]);
  const [x, y] = [column(0), column(1)];
  // The third from the first two, so that the axes are right-handed.
  const basis = new Matrix4().makeBasis(x, y, x.clone().cross(y));
  return { moments: new Vector3(a[0][0], a[1][1], a[2][2]), turn: new Quaternion().setFromRotationMatrix(basis) };
}

/** A := Jᵀ A J, V := V J with the rotation J in the plane (p, q) that makes A[p][q] zero. */
function rotateAway(a: number[][], v: number[][], p: number, q: number): void {
  if (a[p][q] === 0) return;
  const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  const r = 3 - p - q;
  const [apr, aqr] = [a[p][r], a[q][r]];
  a[p][p] -= t * a[p][q];
  a[q][q] += t * a[p][q];
  a[p][q] = a[q][p] = 0;
  a[p][r] = a[r][p] = c * apr - s * aqr;
  a[q][r] = a[r][q] = s * apr + c * aqr;
  for (const row of v) [row[p], row[q]] = [c * row[p] - s * row[q], s * row[p] + c * row[q]];
}

/** Half-axes [m] of the homogeneous ellipsoid with a mass and principal moments: I₁ = m (b² + c²) / 5 and so on. */
export function halfAxes(mass: number, { x, y, z }: Vector3): Vector3 {
  // Moments that no body can have (unphysical on purpose) would give roots of negative numbers.
  const axis = (twice: number): number => Math.sqrt(Math.max(0, (2.5 * twice) / mass));
  return new Vector3(axis(y + z - x), axis(z + x - y), axis(x + y - z));
}

/** Where the ellipsoid of a body is in its frame, for a ball of radius 1; null for a body without mass or inertia. */
export function ellipsoidOf(body: Body): Matrix4 | null {
  const mass = plain(body.mass);
  if (!(mass > 0)) return null;
  const { moments, turn } = principalAxes(body.inertia.map(plain));
  const axes = halfAxes(mass, moments);
  const largest = Math.max(axes.x, axes.y, axes.z);
  if (!(largest > 0)) return null;
  // A slender rod's ellipsoid is a needle: kept thick enough to see.
  axes.max(new Vector3().setScalar(0.02 * largest));
  return new Matrix4().compose(vectorOf(body.com), turn, axes);
}
