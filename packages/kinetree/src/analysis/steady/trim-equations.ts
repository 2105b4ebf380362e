import { RequestError } from "../../errors/kinetree-error.js";
import { unknownName } from "../../errors/unknown-name.js";
import { CouplerReduction } from "../../evaluate/coupler-reduction.js";
import { requirePoint, type OperatingPoint } from "../../evaluate/operating-point.js";
import { internalStateCount } from "../../formulation/joints/cut-turns.js";
import { moveInto } from "../../formulation/joints/move.js";
import { jointOf } from "../../formulation/joints/node-joints.js";
import { createAssembler } from "../../formulation/loops/assemble/assemble.js";
import { buildSkeleton, type Skeleton } from "../../formulation/skeleton/skeleton.js";
import { matVec, newMatrix, type Matrix } from "../../linalg/matrix.js";
import type { Model } from "../../model/types.js";
import { speedName } from "../../state/speed-name.js";
import { neutralState } from "../../state/state.js";
import { buildTopology } from "../../topology/build-topology.js";
import { hasClosures } from "../../topology/has-closures.js";
import { DynamicsDerivatives } from "../dynamics-derivatives.js";
import type { Pin } from "../free-directions.js";
import { elementStates } from "../../elements/states/element-states.js";
import { shaftPlaces } from "../internal-states.js";
import { settledStates, type StateRates } from "../settled-states.js";
import { columnsOf, place } from "../linear-kinematics.js";
import { createLinearize, type Linearization } from "../linearize.js";
import { planSteadyDirections, speedsOf, type Ignorable, type SteadyDirection } from "./steady-directions.js";
import type { TrimValues } from "./trim-step.js";

/** What a steady motion is to be like: see `TrimOptions`. */
export interface TrimTarget {
  readonly speeds?: Readonly<Record<string, number | readonly (number | null)[]>>;
  readonly ignorable?: readonly Ignorable[];
  readonly pinned?: readonly Pin[];
  readonly commands?: readonly string[];
  readonly forces?: readonly Pin[];
  readonly parameters?: Readonly<Record<string, number>>;
}

/** A state with its inputs. */
export type TrimPoint = OperatingPoint & { readonly tau: Float64Array; readonly u: Float64Array };

/** The equations of a steady motion; unknowns are [δ, δv, δz] of the linearisation, then commands and forces. */
export interface TrimEquations {
  readonly begin: (start: Partial<OperatingPoint>) => TrimPoint;
  readonly at: (point: TrimPoint) => TrimValues;
  /** The point moved by size · x, with loops and couplers kept; null where they cannot be. */
  readonly moved: (point: TrimPoint, x: Float64Array, size: number) => TrimPoint | null;
}

export function createTrimEquations(model: Model, target: TrimTarget): TrimEquations {
  const { ignorable = [], pinned = [], commands = [], forces = [], parameters = {} } = target;
  const topology = buildTopology(model);
  const skeleton = buildSkeleton(model, topology);
  const { nv } = skeleton;
  const nameOf = (speed: number): string => speedName(model, topology, speed);
  const prescribed = prescribedSpeeds(skeleton, target.speeds ?? {});
  const held = pinned.flatMap((pin) => [...speedsOf(skeleton, pin, "pinned")]);
  const pushed = forces.flatMap((pin) => [...speedsOf(skeleton, pin, "force along")]);
  const commanded = commands.map((name) => actuatorIndex(model, name));
  // A speed that is given is not also to vanish.
  const given = new Set(prescribed.map(([speed]) => speed));
  /** Shafts go on turning. */
  const angles = shaftPlaces(model).map(({ angle }) => angle);
  const directionsAt = planSteadyDirections(skeleton, ignorable, nameOf);
  const linearizeAt = createLinearize(model, { inputs: "forces", parameters });
  const byCommands = commands.length > 0 ? createLinearize(model, { inputs: "actuators", parameters }) : null;
  const follow = followerOf(model, skeleton, parameters);
  const settle = settlerOf(model, parameters);
  const keep = (point: TrimPoint): TrimPoint | null => {
    const closed = follow(point);
    return closed && settle(closed);
  };
  let start: Float64Array = new Float64Array(0);
  let last: { readonly point: TrimPoint; readonly found: Linearization } | null = null;
  const foundAt = (point: TrimPoint): Linearization => {
    if (last?.point !== point) last = { point, found: linearizeAt(point) };
    return last.found;
  };

  const begin = ({ t = 0, q, v, z, tau, u }: Partial<OperatingPoint>): TrimPoint => {
    const neutral = neutralState(model, parameters);
    const states = internalStateCount(model, topology);
    const point = {
      t,
      q: Float64Array.from(q ?? neutral.q),
      v: Float64Array.from(v ?? neutral.v),
      ...(states > 0 ? { z: Float64Array.from(z ?? new Float64Array(states)) } : {}),
      tau: Float64Array.from(tau ?? new Float64Array(nv)),
      u: Float64Array.from(u ?? new Float64Array(model.actuators.length)),
    };
    for (const [speed, value] of prescribed) point.v[speed] = value;
    requirePoint(model, topology, point);
    const closed = keep(point);
    if (!closed) throw new Error("a start is closed or refused");
    start = closed.q;
    return closed;
  };

  const at = (point: TrimPoint): TrimValues => {
    const found = foundAt(point);
    const { A, B, independent, coordinates, speeds, vdot, zdot } = found;
    const n = independent.length;
    const { still, ignorable: going } = directionsAt(point.q, point.v);
    const isGiven = ({ along }: SteadyDirection): boolean => [...given].some((speed) => along[speed] === 1);
    const goesOn = ({ along }: SteadyDirection): boolean =>
      prescribed.some(([i, value]) => along[i] === 1 && value !== 0);
    const moved = new Float64Array(nv);
    for (const node of skeleton.nodes) jointOf(node).chart.differenceInto(moved, start, point.q, node);
    const rows: Row[] = [
      ...Array.from(independent, (i, k): Row => ({
        name: `acceleration of ${nameOf(i)}`,
        value: vdot[i],
        by: rowOf(A, n + k),
      })),
      ...[...zdot.keys()]
        .filter((k) => !angles.includes(k))
        .map((k): Row => ({
          name: `rate of state "${found.states[2 * n + k]}"`,
          value: zdot[k],
          by: rowOf(A, 2 * n + k),
        })),
      ...still
        .filter((direction) => !isGiven(direction))
        .map(({ along, turning, name }): Row => ({
          name: `speed of ${name}`,
          value: dot(along, point.v),
          by: sum(matTransposed(speeds, along), matTransposed(coordinates, turning)),
        })),
      ...prescribed.map(([speed, value]): Row => ({
        name: `speed of ${nameOf(speed)}`,
        value: point.v[speed] - value,
        by: rowOf(speeds, speed),
      })),
      ...held.map((i): Row => ({ name: `position of ${nameOf(i)}`, value: moved[i], by: rowOf(coordinates, i) })),
    ];
    const inputs = inputColumns(found, byCommands?.(point) ?? null);
    const J = newMatrix(rows.length, A.cols + inputs.cols);
    rows.forEach(({ by }, i) => J.data.set(by, i * J.cols));
    place(J, 0, A.cols, lower(inputs, n));
    return {
      residuals: Float64Array.from(rows, ({ value }) => value),
      names: rows.map(({ name }) => name),
      J,
      coordinates: n,
      ignorable: [
        ...[...going, ...still.filter(goesOn)].flatMap(({ along, name }) => {
          const x = new Float64Array(J.cols);
          independent.forEach((i, k) => (x[k] = along[i]));
          // A dependent coordinate goes on as those do that it follows.
          return x.some((value) => value !== 0) ? [{ name, x }] : [];
        }),
        ...angles.map((k) => ({
          name: found.states[2 * n + k],
          x: new Float64Array(J.cols).fill(1, 2 * n + k, 2 * n + k + 1),
        })),
      ],
      vdot: Float64Array.from(independent, (i) => vdot[i]),
      zdot,
    };

    function inputColumns(byForces: Linearization, byCommand: Linearization | null): Matrix {
      const out = newMatrix(B.rows, commanded.length + pushed.length);
      if (byCommand) place(out, 0, 0, columnsOf(byCommand.B, Int32Array.from(commanded)));
      place(out, 0, commanded.length, columnsOf(byForces.B, Int32Array.from(pushed)));
      return out;
    }
  };

  const moved = (point: TrimPoint, x: Float64Array, size: number): TrimPoint | null => {
    const { coordinates, speeds, independent } = foundAt(point);
    const scaled = x.map((value) => size * value);
    const states = scaled.subarray(0, coordinates.cols);
    const delta = matVec(coordinates, states);
    const v = matVec(speeds, states).map((dv, i) => point.v[i] + dv);
    const q = moveInto(point.q.slice(), skeleton, point.q, delta);
    const [tau, u] = [point.tau.slice(), point.u.slice()];
    commanded.forEach((index, k) => (u[index] += scaled[coordinates.cols + k]));
    pushed.forEach((index, k) => (tau[index] += scaled[coordinates.cols + commanded.length + k]));
    const remembered = scaled.subarray(2 * independent.length, coordinates.cols);
    const z = point.z?.map((value, i) => value + (remembered[i] ?? 0));
    return keep({ ...point, q, v, tau, u, ...(z ? { z } : {}) });
  };
  return { begin, at, moved };
}

interface Row {
  readonly name: string;
  readonly value: number;
  readonly by: Float64Array;
}

/** Puts coordinates and speeds onto loops and couplers. */
function followerOf(
  model: Model,
  { topology }: Skeleton,
  parameters: Readonly<Record<string, number>>,
): (point: TrimPoint) => TrimPoint | null {
  if (!hasClosures(model, topology)) {
    const reduction = new CouplerReduction(model, topology, parameters);
    return (point) => {
      const q = reduction.follow(point.q.slice());
      return { ...point, q, v: reduction.unfold(point.v.slice(), reduction.jetsAt(q)) };
    };
  }
  const close = createAssembler(model);
  let isFirst = true;
  return (point) => {
    try {
      const { q, v } = close(point, { parameters, pinned: [], pinnedSpeeds: [] }).state;
      isFirst = false;
      return { ...point, q, v };
    } catch (error) {
      if (isFirst || !(error instanceof RequestError)) throw error;
      return null; // too far for this step: a shorter one is tried
    }
  };
}

/** Takes internal states back from beyond the bounds of their laws, where Newton's method would leave them. */
function settlerOf(model: Model, parameters: Readonly<Record<string, number>>): (point: TrimPoint) => TrimPoint {
  if (elementStates(model).length === 0) return (point) => point;
  const derivatives = new DynamicsDerivatives(model, "inverse", ["z"], hasClosures(model, buildTopology(model)));
  derivatives.setParameters(parameters);
  return (point) => {
    if (!point.z || !point.q.every(Number.isFinite)) return point;
    const ratesAt = (z: Float64Array): StateRates => {
      derivatives.at({ ...point, z });
      return { rates: derivatives.stateRates(), byZ: derivatives.stateJacobian("z") };
    };
    return { ...point, z: settledStates(point.z, ratesAt, "stuck") };
  };
}

function prescribedSpeeds(
  skeleton: Skeleton,
  speeds: NonNullable<TrimTarget["speeds"]>,
): readonly (readonly [number, number])[] {
  return Object.entries(speeds).flatMap(([name, given]) => {
    const own = speedsOf(skeleton, name, "speed of");
    const values = typeof given === "number" ? [given] : given;
    const isRight = values.length === own.length && values.every((x) => x === null || Number.isFinite(x));
    if (!isRight) {
      const message = `joint "${name}" is given ${JSON.stringify(given)} as its speeds, must be ${own.length} numbers, null for those to be found.`;
      throw new RequestError({ code: "wrong-speeds", subject: `joint "${name}"`, value: given, message });
    }
    return values.flatMap((value, k) => (value === null ? [] : [[own[k], value] as const]));
  });
}

function actuatorIndex({ actuators }: Model, name: string): number {
  const names = actuators.map((actuator) => actuator.name);
  const index = names.indexOf(name);
  if (index < 0) throw unknownName("actuator", name, names);
  return index;
}

const rowOf = ({ cols, data }: Matrix, i: number): Float64Array => data.slice(i * cols, (i + 1) * cols);

/** Rows of accelerations and rates of states. */
const lower = ({ cols, data, rows }: Matrix, first: number): Matrix => ({
  rows: rows - first,
  cols,
  data: data.slice(first * cols),
});

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((total, x, i) => total + x * b[i], 0);

const sum = (a: Float64Array, b: Float64Array): Float64Array => a.map((x, i) => x + b[i]);

function matTransposed(A: Matrix, x: Float64Array): Float64Array {
  const out = new Float64Array(A.cols);
  for (let i = 0; i < A.rows; i++)
    if (x[i] !== 0) for (let j = 0; j < A.cols; j++) out[j] += x[i] * A.data[i * A.cols + j];
  return out;
}
