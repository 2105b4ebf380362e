import { planFlexible } from "../../src/elements/flexible/plan-flexible.js";
import type { FlexiblePlan, ModalIntegrals, StationShape } from "../../src/elements/flexible/flexible-plan.js";
import type { Flexible } from "../../src/model/flexible.js";
import { by, crossDual, dotDual, dual, multiply, nothing, plus, type Dual, type Dual3 } from "./flexible-dual.js";
import { noShapes, shapeAmplitudes, shapeIntegrals, sumOf, type ShapeIntegrals } from "./flexible-shapes.js";
import { add, cross, scale, type M3, type V3 } from "./numbers.js";
import type { NumericModel } from "./numeric-model.js";

/** A body in plain numbers, rigid ones as those without modes: all that its kinetic energy and its forces follow from. */
export interface OracleBody {
  readonly modes: number;
  readonly mass: number;
  readonly com: V3;
  /** Of the undeformed body about its frame's origin. */
  readonly inertia: M3;
  /** Pairs of modes that draw the body in. */
  readonly pairs: FlexiblePlan["pairs"];
  /** Sums over the terms of the plan. */
  readonly integrals: ModalIntegrals;
  readonly shapes: ShapeIntegrals;
  /** m × m, row by row. */
  readonly stiffness: readonly number[];
  readonly damping: readonly number[];
  readonly station: (position: V3) => StationShape;
}

/** How a body moves: of its frame in its own axes, and its modes. */
export interface BodyMotion {
  readonly V: V3;
  readonly W: V3;
  readonly eta: readonly number[];
  readonly etadot: readonly number[];
}

/** What the motion does to a body: the derivatives of T, in the order of `BodyMotion`. */
export interface BodyForces {
  readonly force: V3;
  /** About the frame's origin. */
  readonly torque: V3;
  readonly modal: readonly number[];
}

const noIntegrals: ModalIntegrals = {
  mass: [],
  translation: [],
  first: [],
  second: [],
  shortening: [],
  shorteningFirst: [],
  mixed: [],
  shorteningSecond: [],
};

const rigid: Omit<OracleBody, "mass" | "com" | "inertia"> = {
  modes: 0,
  pairs: [],
  integrals: noIntegrals,
  shapes: noShapes,
  stiffness: [],
  damping: [],
  station: () => {
    throw new Error("a rigid body has no stations");
  },
};

const weighted = (terms: readonly { readonly scale: number; readonly values: readonly number[] }[]): number[] => {
  const length = Math.max(0, ...terms.map(({ values }) => values.length));
  return Array.from({ length }, (_, i) => terms.reduce((sum, { scale, values }) => sum + scale * values[i], 0));
};

/** Moments about the origin from those about the mass centre. */
function inertiaAboutOrigin({
  mass,
  com,
  inertia,
}: Pick<NumericModel["bodies"][number], "mass" | "com" | "inertia">): M3 {
  const [xx, yy, zz, xy, xz, yz] = inertia;
  const [x, y, z] = com;
  return [
    [xx + mass * (y * y + z * z), xy - mass * x * y, xz - mass * x * z],
    [xy - mass * x * y, yy + mass * (x * x + z * z), yz - mass * y * z],
    [xz - mass * x * z, yz - mass * y * z, zz + mass * (x * x + y * y)],
  ];
}

/** Shapes at a place take integrals along the beam: once each is enough. */
function remembered(station: OracleBody["station"]): OracleBody["station"] {
  const known = new Map<string, StationShape>();
  return (position) => {
    const key = position.join();
    const shape = known.get(key) ?? station(position);
    known.set(key, shape);
    return shape;
  };
}

export function oracleBody(body: NumericModel["bodies"][number]): OracleBody {
  const common = { mass: body.mass, com: body.com, inertia: inertiaAboutOrigin(body) };
  if (!body.flexible) return { ...rigid, ...common };
  const plan = planFlexible(body.flexible as Flexible, (real) => real as number);
  const integral = (key: keyof ModalIntegrals): number[] =>
    weighted(plan.inertia.map((term) => ({ scale: term.scale as number, values: term.integrals[key] })));
  const integrals: ModalIntegrals = {
    mass: integral("mass"),
    translation: integral("translation"),
    first: integral("first"),
    second: integral("second"),
    shortening: integral("shortening"),
    shorteningFirst: integral("shorteningFirst"),
    mixed: integral("mixed"),
    shorteningSecond: integral("shorteningSecond"),
  };
  return {
    ...common,
    modes: plan.modes,
    pairs: plan.pairs,
    integrals,
    shapes: shapeIntegrals(plan.modes, plan.pairs, integrals),
    stiffness: weighted(plan.stiffness.map((term) => ({ scale: term.scale as number, values: term.matrix }))),
    damping: plan.damping as readonly number[],
    station: remembered(plan.station),
  };
}

/** ½ ∫ |V + W × r + ṙ|² dm, r = x + Σ Ψ ζ, by its integrals. */
function kineticEnergy(body: OracleBody, V: Dual3, W: Dual3, zeta: readonly Dual[], zetadot: readonly Dual[]): Dual {
  const { mass, com, inertia, shapes } = body;
  // ∫ r dm and its rate in the body's axes, ∫ r rᵀ dm, and ∫ r ṙᵀ dm
  const h: Dual[] = com.map((x) => dual(mass * x));
  const hdot: Dual[] = [nothing, nothing, nothing];
  const trace = (inertia[0][0] + inertia[1][1] + inertia[2][2]) / 2;
  const rr: Dual[] = inertia.flatMap((row, a) => row.map((x, b) => dual((a === b ? trace : 0) - x)));
  const ru: Dual[] = Array.from({ length: 9 }, () => nothing);
  let own = nothing;
  const accumulate = (into: Dual[], at: number, factor: number, of: Dual): void => {
    if (factor !== 0) into[at] = plus(into[at], by(factor, of));
  };
  for (let i = 0; i < shapes.count; i++) {
    own = plus(own, by(1 / 2, multiply(zetadot[i], sumOf(shapes.mass[i], zetadot))));
    for (let a = 0; a < 3; a++) {
      accumulate(h, a, shapes.translation[3 * i + a], zeta[i]);
      accumulate(hdot, a, shapes.translation[3 * i + a], zetadot[i]);
      for (let b = 0; b < 3; b++) {
        const at = 3 * a + b;
        accumulate(rr, at, shapes.first[9 * i + at], zeta[i]);
        accumulate(rr, 3 * b + a, shapes.first[9 * i + at], zeta[i]);
        accumulate(ru, at, shapes.first[9 * i + at], zetadot[i]);
        const terms = shapes.second[i][at];
        if (terms.length === 0) continue;
        rr[at] = plus(rr[at], multiply(zeta[i], sumOf(terms, zeta)));
        ru[at] = plus(ru[at], multiply(zeta[i], sumOf(terms, zetadot)));
      }
    }
  }
  // |W × r|² = W·W r·r − (W·r)², and W·(r × ṙ)
  const traceR = plus(plus(rr[0], rr[4]), rr[8]);
  let spin = multiply(dotDual(W, W), traceR);
  for (let a = 0; a < 3; a++)
    for (let b = 0; b < 3; b++) spin = plus(spin, by(-1, multiply(multiply(W[a], W[b]), rr[3 * a + b])));
  const turn = [plus(ru[5], by(-1, ru[7])), plus(ru[6], by(-1, ru[2])), plus(ru[1], by(-1, ru[3]))] as const;
  const first = [h[0], h[1], h[2]] as const;
  const rate = [hdot[0], hdot[1], hdot[2]] as const;
  return [
    by(mass / 2, dotDual(V, V)),
    dotDual(V, crossDual(W, first)),
    dotDual(V, rate),
    by(1 / 2, spin),
    dotDual(W, turn),
    own,
  ].reduce(plus);
}

/** T as a function of the list V, W, η̇, η: 6 + 2 m numbers with their rates; derivatives by the entry `along`. */
function energyAlong(body: OracleBody, list: readonly number[], rates: readonly number[], along: number): Dual {
  const at = (k: number): Dual => dual(list[k], k === along ? 1 : 0, rates[k]);
  const range = (start: number): Dual[] => Array.from({ length: body.modes }, (_, j) => at(start + j));
  const { zeta, zetadot } = shapeAmplitudes(body.pairs, range(6 + body.modes), range(6));
  return kineticEnergy(body, [at(0), at(1), at(2)], [at(3), at(4), at(5)], zeta, zetadot);
}

const listOf = ({ V, W, eta, etadot }: BodyMotion): number[] => [...V, ...W, ...etadot, ...eta];
const still = (body: OracleBody): number[] => new Array<number>(6 + 2 * body.modes).fill(0);

export const bodyKinetic = (body: OracleBody, motion: BodyMotion): number =>
  energyAlong(body, listOf(motion), still(body), -1).value;

/** ∂T/∂V, ∂T/∂W, ∂T/∂η̇: momenta in the body's axes. */
export function bodyMomentum(body: OracleBody, motion: BodyMotion): BodyForces {
  const gradient = (k: number): number => energyAlong(body, listOf(motion), still(body), k).x;
  return {
    force: [gradient(0), gradient(1), gradient(2)],
    torque: [gradient(3), gradient(4), gradient(5)],
    modal: Array.from({ length: body.modes }, (_, j) => gradient(6 + j)),
  };
}

/**
 * Forces that the motion takes, in the body's axes: Kirchhoff's equations (Lamb, Hydrodynamics, 1932, art. 124) for the frame,
 * Lagrange's for the modes.
 * @param rates of V and W in the body's axes, and of η̇
 */
export function bodyInertialForces(
  body: OracleBody,
  motion: BodyMotion,
  rates: { readonly V: V3; readonly W: V3; readonly etadot: readonly number[] },
): BodyForces {
  const { V, W, etadot } = motion;
  const along = [...rates.V, ...rates.W, ...rates.etadot, ...etadot];
  const gradient = Array.from({ length: 6 + 2 * body.modes }, (_, k) => energyAlong(body, listOf(motion), along, k));
  const part = (start: number, key: "x" | "xt"): V3 => [
    gradient[start][key],
    gradient[start + 1][key],
    gradient[start + 2][key],
  ];
  const [p, l] = [part(0, "x"), part(3, "x")];
  return {
    force: add(part(0, "xt"), cross(W, p)),
    torque: add(part(3, "xt"), add(cross(W, l), cross(V, p))),
    modal: etadot.map((_, j) => gradient[6 + j].xt - gradient[6 + body.modes + j].x),
  };
}

/** The symmetric matrix of T over V, W, η̇ at the given amplitudes, by polarisation. */
export function bodyMassMatrix(body: OracleBody, eta: readonly number[]): number[][] {
  const n = 6 + body.modes;
  const energy = (...places: readonly number[]): number => {
    const list = [...new Array<number>(n).fill(0), ...eta];
    for (const k of places) list[k] += 1;
    return energyAlong(body, list, still(body), -1).value;
  };
  const single = Array.from({ length: n }, (_, k) => energy(k));
  const upper = single.map((a, i) => single.map((b, j) => (j < i ? 0 : energy(i, j) - a - b)));
  return upper.map((row, i) => row.map((x, j) => (j < i ? upper[j][i] : x)));
}

/** ∫ (x + u) dm in the body's axes: where gravity pulls. */
export function firstMoment({ mass, com, integrals, modes: m }: OracleBody, eta: readonly number[]): V3 {
  const along = (a: number): number => {
    let total = 0;
    for (let j = 0; j < m; j++) {
      total += integrals.translation[3 * j + a] * eta[j];
      for (let i = 0; i < m; i++) total += (integrals.shortening[3 * (i * m + j) + a] * eta[i] * eta[j]) / 2;
    }
    return total;
  };
  return add(scale(mass, com), [along(0), along(1), along(2)]);
}

/** Its derivatives by the amplitudes. */
export const firstMomentSlope = ({ integrals, modes: m }: OracleBody, eta: readonly number[], j: number): V3 => {
  const along = (a: number): number =>
    integrals.translation[3 * j + a] +
    eta.reduce(
      (sum, x, i) =>
        sum + ((integrals.shortening[3 * (i * m + j) + a] + integrals.shortening[3 * (j * m + i) + a]) / 2) * x,
      0,
    );
  return [along(0), along(1), along(2)];
};
