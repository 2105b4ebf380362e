import { axisAngle } from "kinetree";
import { refuse, requireNames } from "./options.js";
import { pendulumStart } from "./start.js";

/*
 * The n-body pendulum: rigid bodies one after the other on spherical joints, the first on a fixed point.
 * See also, in ../run: system.ts (its equations and the four ways to solve them), simulate.ts (runs), operations.ts
 * (operation counts), model.ts (the same as a model); and ../drawing (pictures).
 */

/** Relative error of a unit length and of moments of inertia that counts as rounding. */
const ROUNDING = 1e-9;

/** Three numbers along the axes of the named frame. */
export type Triple = readonly [number, number, number];

/** Euler parameters w, x, y, z of a body's orientation in the world. */
export type EulerParameters = readonly [number, number, number, number];

/** One body of the pendulum; vectors are in its own frame, whose axes are its principal axes of inertia. */
export interface PendulumBody {
  /** From the joint that carries it to the joint of the next body [m]. */
  readonly span: Triple;
  /** From the joint that carries it to its mass centre [m]. */
  readonly centre: Triple;
  /** [kg] */
  readonly mass: number;
  /** Principal moments about the mass centre [kg m²]. */
  readonly inertia: Triple;
  /** At the start: w, x, y, z, of length 1; turns body coordinates into world coordinates. */
  readonly orientation: EulerParameters;
  /** At the start, along the body's axes [rad/s]. */
  readonly angularVelocity: Triple;
  /** Edges of the box that is drawn around the middle of the span, along the body's axes [m]. */
  readonly box: Triple;
}

/** A pendulum of n equal bodies, or of the bodies that are listed. */
export interface PendulumOptions {
  /** Number of bodies. Default: that of `bodies`, or 3. */
  readonly n?: number;
  /** What differs from the common values below, body by body from the fixed point on. */
  readonly bodies?: readonly Partial<PendulumBody>[];
  /** Of a body, down its z axis: a homogeneous box of `width` by `depth` [m]. Default 1. */
  readonly length?: number;
  /** Edge of the box along the body's x axis [m]. Default 0.2. */
  readonly width?: number;
  /** Edge of the box along the body's y axis [m]. Default 0.1. */
  readonly depth?: number;
  /** Of one body [kg]. Default 1. */
  readonly mass?: number;
  /** Of every body at the start. Default: lifted by 60 degrees about the world's y axis. */
  readonly orientation?: EulerParameters;
  /** Of every body at the start, along its own axes [rad/s]. Default: 1 rad/s about the world's z axis. */
  readonly angularVelocity?: Triple;
  /** Acceleration of free fall in the world [m/s²]. Default [0, 0, -9.81]. */
  readonly gravity?: Triple;
  /** The fixed point in the world [m]. Default [0, 0, 0]. */
  readonly pivot?: Triple;
}

/** An n-body pendulum: what it is made of, and the state that it starts from. */
export interface Pendulum {
  readonly n: number;
  readonly bodies: readonly PendulumBody[];
  readonly gravity: Triple;
  readonly pivot: Triple;
  /**
   * The 14 n unknowns X = [R, V, P, S] at the start: 3 n positions and 3 n velocities of mass centres, 4 n Euler parameters, 4 n
   * rates of these.
   */
  readonly state: Float64Array;
}

const lifted = axisAngle([0, 1, 0], -Math.PI / 3) as EulerParameters;
const optionNames = [
  "n",
  "bodies",
  "length",
  "width",
  "depth",
  "mass",
  "orientation",
  "angularVelocity",
  "gravity",
  "pivot",
];
const bodyNames = ["span", "centre", "mass", "inertia", "orientation", "angularVelocity", "box"];

/** Describes an n-body pendulum; `nBodyPendulum({ n: 10 })` has ten equal boxes in line, lifted and turning. */
export function nBodyPendulum(options: PendulumOptions = {}): Pendulum {
  requireNames("pendulum", options, optionNames);
  const { bodies: given = [], length = 1, width = 0.2, depth = 0.1, mass = 1 } = options;
  const n = options.n ?? (given.length || 3);
  if (!(Number.isInteger(n) && n >= 1)) throw refuse("pendulum", "n", n, "must be a whole number from 1 on");
  if (given.length > n)
    throw refuse("pendulum", "bodies", given.length, `lists more bodies than n = ${n}; raise n or leave it out`);
  const gravity = triple("pendulum", "gravity", options.gravity ?? [0, 0, -9.81]);
  const pivot = triple("pendulum", "pivot", options.pivot ?? [0, 0, 0]);
  for (const [name, size] of Object.entries({ length, width, depth, mass })) positive("pendulum", name, size);
  const common: Common = {
    span: [0, 0, -length],
    centre: [0, 0, -length / 2],
    mass,
    inertia: boxInertia(mass, width, depth, length),
    orientation: options.orientation ?? lifted,
    angularVelocity: options.angularVelocity ?? null,
    box: [width, depth, length],
  };
  const bodies = Array.from({ length: n }, (_, i) => readBody(`pendulum, body ${i + 1}`, common, given[i] ?? {}));
  const described = { n, bodies: Object.freeze(bodies), gravity, pivot };
  return Object.freeze({ ...described, state: pendulumStart(described) });
}

/** What bodies have where nothing else is said; an angular velocity of null is 1 rad/s about the world's z axis. */
type Common = Omit<PendulumBody, "angularVelocity"> & { readonly angularVelocity: Triple | null };

/** A body with what was left out filled in; a mass of its own scales the common inertia, unless that is given too. */
function readBody(subject: string, common: Common, given: Partial<PendulumBody>): PendulumBody {
  requireNames(subject, given, bodyNames);
  const mass = positive(subject, "mass", given.mass ?? common.mass);
  const scale = mass / common.mass;
  const [x, y, z] = common.inertia;
  const inertia = triple(subject, "inertia", given.inertia ?? [x * scale, y * scale, z * scale]);
  inertia.forEach((moment) => positive(subject, "inertia", moment));
  const sum = inertia[0] + inertia[1] + inertia[2];
  if (inertia.some((moment) => 2 * moment > sum * (1 + ROUNDING)))
    throw refuse(
      subject,
      "inertia",
      inertia,
      "breaks the triangle inequality: no moment exceeds the sum of the others",
    );
  const orientation = given.orientation ?? common.orientation;
  const size = orientation.reduce((total, parameter) => total + parameter * parameter, 0);
  if (!(orientation.length === 4 && Math.abs(Math.sqrt(size) - 1) < ROUNDING))
    throw refuse(
      subject,
      "orientation",
      orientation,
      "must be four numbers w, x, y, z of length 1; divide by its length",
    );
  const box = triple(subject, "box", given.box ?? common.box);
  box.forEach((edge) => positive(subject, "box", edge));
  return Object.freeze({
    span: triple(subject, "span", given.span ?? common.span),
    centre: triple(subject, "centre", given.centre ?? common.centre),
    mass,
    inertia,
    orientation,
    angularVelocity: triple(
      subject,
      "angularVelocity",
      given.angularVelocity ?? common.angularVelocity ?? vertical(orientation),
    ),
    box,
  });
}

/** The world's z axis along the axes of a body. */
const vertical = ([w, x, y, z]: EulerParameters): Triple => [
  2 * (x * z - w * y),
  2 * (y * z + w * x),
  w * w - x * x - y * y + z * z,
];

const boxInertia = (mass: number, x: number, y: number, z: number): Triple => [
  (mass * (y * y + z * z)) / 12,
  (mass * (x * x + z * z)) / 12,
  (mass * (x * x + y * y)) / 12,
];

function positive(subject: string, name: string, value: number): number {
  if (!(value > 0 && value < Infinity)) throw refuse(subject, name, value, "must be a number above 0");
  return value;
}

function triple(subject: string, name: string, value: Triple): Triple {
  if (!(Array.isArray(value) && value.length === 3 && value.every(Number.isFinite)))
    throw refuse(subject, name, value, "must be three finite numbers");
  return value;
}
