import { eigenSymmetric } from "../../../linalg/eigen-symmetric.js";
import { matrixFromRows } from "../../../linalg/matrix.js";
import { massPropertyProblem } from "../../../model/bodies/mass-properties.js";
import { principalMoments, type Symmetric3 } from "../../../model/bodies/principal-moments.js";
import { add, compose, rotate, scale, subtract, type Placement, type Quat, type Vec3 } from "./placement.js";

/** Mass properties as a body of the model has them: inertia about the mass centre, along the axes of the frame. */
export interface Mass {
  readonly mass: number;
  readonly com: Vec3;
  /** xx, yy, zz, xy, xz, yz. */
  readonly inertia: Symmetric3;
}

export const noMass: Mass = Object.freeze({ mass: 0, com: [0, 0, 0] as const, inertia: [0, 0, 0, 0, 0, 0] as const });

export const principal = (mass: number, x: number, y: number, z: number): Mass => ({
  mass,
  com: [0, 0, 0],
  inertia: [x, y, z, 0, 0, 0],
});

/** The same mass in an outer frame: its inertia is turned with it. */
export function placed(X_outer_inner: Placement, { mass, com, inertia }: Mass): Mass {
  const centre = compose(X_outer_inner, { position: com, rotation: [1, 0, 0, 0] });
  return { mass, com: centre.position, inertia: turned(X_outer_inner.rotation, inertia) };
}

/** R I Rᵀ. */
export function turned(q: Quat, inertia: Symmetric3): Symmetric3 {
  const [xx, yy, zz, xy, xz, yz] = inertia;
  const columns = [rotate(q, [1, 0, 0]), rotate(q, [0, 1, 0]), rotate(q, [0, 0, 1])] as const;
  const entry = (i: 0 | 1 | 2, j: 0 | 1 | 2): number => {
    const [x, y, z] = columns;
    return (
      xx * x[i] * x[j] +
      yy * y[i] * y[j] +
      zz * z[i] * z[j] +
      xy * (x[i] * y[j] + y[i] * x[j]) +
      xz * (x[i] * z[j] + z[i] * x[j]) +
      yz * (y[i] * z[j] + z[i] * y[j])
    );
  };
  return [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)];
}

/** Several masses as one, by the parallel axis theorem. */
export function sumOf(parts: readonly Mass[]): Mass {
  const heavy = parts.filter(({ mass }) => mass !== 0);
  if (heavy.length === 1) return heavy[0];
  const mass = heavy.reduce((sum, part) => sum + part.mass, 0);
  if (mass === 0) return noMass;
  const moment = heavy.reduce<Vec3>((sum, part) => add(sum, scale(part.mass, part.com)), [0, 0, 0]);
  const com = scale(1 / mass, moment);
  const inertia: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];
  for (const part of heavy) {
    const [x, y, z] = subtract(part.com, com);
    const steiner = [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z];
    for (let i = 0; i < 6; i++) inertia[i] += part.inertia[i] + part.mass * steiner[i];
  }
  return { mass, com, inertia };
}

interface MassBounds {
  readonly boundmass: number;
  readonly boundinertia: number;
  readonly balanceinertia: boolean;
}

/** Least mass and moments, then equal moments where the triangle inequality is broken: as the file asks for, in MuJoCo's order. */
export function bounded(given: Mass, { boundmass, boundinertia, balanceinertia }: MassBounds): Mass {
  const mass = Math.max(given.mass, boundmass);
  let inertia = given.inertia;
  if (boundinertia > 0 && principalMoments(inertia)[0] < boundinertia) inertia = raised(inertia, boundinertia);
  const [low, middle, high] = principalMoments(inertia);
  if (balanceinertia && low + middle < high) {
    const mean = (low + middle + high) / 3;
    inertia = [mean, mean, mean, 0, 0, 0];
  }
  return { ...given, mass, inertia };
}

/** Σ max(λ, least) u uᵀ over the principal axes u. */
function raised([xx, yy, zz, xy, xz, yz]: Symmetric3, least: number): Symmetric3 {
  const { values, vectors } = eigenSymmetric(
    matrixFromRows([
      [xx, xy, xz],
      [xy, yy, yz],
      [xz, yz, zz],
    ]),
  );
  const entry = (i: number, j: number): number => {
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += Math.max(values[k], least) * vectors.data[3 * i + k] * vectors.data[3 * j + k];
    return sum;
  };
  return [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)];
}

/** Why no rigid body has these mass properties; null if one can, or if there is no mass at all. */
export function impossibility({ mass, inertia }: Mass): string | null {
  const isEmpty = mass === 0 && inertia.every((entry) => entry === 0);
  return isEmpty ? null : massPropertyProblem(mass, inertia);
}
