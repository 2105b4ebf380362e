import { KinetreeError, matchChannels, RequestError, type Model, type State } from "kinetree";
import { coordinateMover } from "kinetree/tools";
import type { KeptModes } from "./model-modes.js";
import type { Poser } from "./poser.js";
import type { Rows, RunColumns } from "./protocol.js";
import { positionColumns, quaternionColumns } from "./row-columns.js";

type Parameters = Readonly<Record<string, number>>;

/** Rows of one swing; the last is the first again. */
const ROWS = 49;
/** Step along a mode by which its displacements are measured, as a part of its largest speed. */
const SMALL = 1e-5;
/** Weight of a rotation relative to a displacement: model sizes per radian. */
const TURN = 0.25;

/** One swing of a mode over a period of 1 s, its largest displacement that share of the model's size. */
export function modeMotion(
  poser: Poser,
  { modes, state, pinned }: KeptModes,
  index: number,
  size: number,
  parameters: Parameters,
): { readonly columns: RunColumns; readonly rows: Rows } {
  const mode = modes[index];
  if (mode === undefined)
    throw new RequestError({
      code: "unknown-mode",
      subject: "modes",
      value: index,
      message: `there is no mode ${index + 1}: ${modes.length} were found. Compute the modes again.`,
    });
  const { shape, shapeIm } = mode;
  const move = coordinateMover(poser.model, poser.topology);
  const moved: Moved = (speeds, by) => ({ ...state, q: move(state.q, speeds, by) });
  const reach = size / Math.max(reachOf(poser, state, moved, shape, parameters), 1e-300);
  const columns = columnsOf(poser);
  const width = columns.names.length;
  const { nq } = poser.topology.counts;
  const rows: Rows = { run: 0, t: new Float64Array(ROWS), values: new Float64Array(ROWS * width) };
  const speeds = new Float64Array(shape.length);
  for (let i = 0; i < ROWS; i++) {
    const phase = (2 * Math.PI * i) / (ROWS - 1);
    for (let k = 0; k < speeds.length; k++) speeds[k] = shape[k] * Math.sin(phase) + shapeIm[k] * Math.cos(phase);
    const q = closed(poser, moved(speeds, reach), parameters, pinned);
    rows.t[i] = i / (ROWS - 1);
    rows.values.set(q.q, i * width);
    rows.values.set(poser.poses(q, parameters), i * width + nq);
  }
  return { columns, rows };
}

/** The state, moved along speeds times a size. */
type Moved = (speeds: Float64Array, size: number) => State;

/** Loops stay closed to first order along a mode; further out they are put together again, where that is possible. */
function closed(poser: Poser, state: State, parameters: Parameters, pinned: readonly string[]): State {
  if (!poser.hasLoops) return state;
  try {
    return poser.close(state, parameters, pinned).state;
  } catch (error) {
    if (!(error instanceof KinetreeError)) throw error;
    return state;
  }
}

/** Largest displacement along a mode of amplitude 1, as a share of the model's size; turns count, too. */
function reachOf(poser: Poser, state: State, moved: Moved, shape: Float64Array, parameters: Parameters): number {
  const largest = shape.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  if (largest === 0) return 1;
  const step = SMALL / largest;
  const points = pointsOf(poser.model);
  const before = poser.poses(state, parameters);
  const after = poser.poses(moved(shape, step), parameters);
  const size = extent(points, before);
  let most = 0;
  for (const { body, at } of points) {
    const [a, b] = [placeOf(before, body, at), placeOf(after, body, at)];
    most = Math.max(most, Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) / size);
  }
  for (let body = 0; body < before.length / 7; body++) {
    const o = 7 * body + 3;
    let turned = 0;
    for (let k = 0; k < 4; k++) turned += (after[o + k] - before[o + k]) ** 2;
    most = Math.max(most, TURN * 2 * Math.sqrt(turned));
  }
  return most / step;
}

interface BodyPoint {
  readonly body: number;
  readonly at: readonly number[];
}

/** Points that show how a body moves: its frame, its mass centre and its joints. */
function pointsOf({ bodies, joints }: Model): readonly BodyPoint[] {
  const index = new Map(bodies.map(({ name }, i) => [name, i]));
  const plain = (vector: readonly unknown[]): readonly number[] => vector.map((x) => (typeof x === "number" ? x : 0));
  return [
    ...bodies.flatMap(({ com }, body) => [
      { body, at: [0, 0, 0] },
      { body, at: plain(com) },
    ]),
    ...joints.flatMap(({ parent, X_parent_joint }) => {
      const body = index.get(parent);
      return body === undefined ? [] : [{ body, at: plain(X_parent_joint.position) }];
    }),
  ];
}

function placeOf(poses: Float64Array, body: number, [x, y, z]: readonly number[]): readonly [number, number, number] {
  const o = 7 * body;
  const [w, a, b, c] = [poses[o + 3], poses[o + 4], poses[o + 5], poses[o + 6]];
  const [tx, ty, tz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
  return [
    poses[o] + x + w * tx + b * tz - c * ty,
    poses[o + 1] + y + w * ty + c * tx - a * tz,
    poses[o + 2] + z + w * tz + a * ty - b * tx,
  ];
}

/** Largest extent of points along an axis [m]; 1 for a model that is one point. */
function extent(points: readonly BodyPoint[], poses: Float64Array): number {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (const { body, at } of points)
    placeOf(poses, body, at).forEach((x, axis) => {
      low[axis] = Math.min(low[axis], x);
      high[axis] = Math.max(high[axis], x);
    });
  const size = Math.max(...high.map((x, axis) => x - low[axis]));
  return size > 0 && Number.isFinite(size) ? size : 1;
}

/** Coordinates, then position and quaternion of each body, as `Poser.poses` has them. */
function columnsOf({ model, topology }: Poser): RunColumns {
  const { nq } = topology.counts;
  const coordinates = nq === 0 ? [] : matchChannels(model, topology, "q");
  const poses = model.bodies.flatMap(({ name }) => [...positionColumns(name), ...quaternionColumns(name)]);
  return {
    run: 0,
    names: [...coordinates.map(({ name }) => name), ...poses],
    units: [...coordinates.map(({ unit }) => unit), ...poses.map((name) => (name.startsWith("pos") ? "m" : ""))],
    position: Int32Array.from(model.bodies, (_, i) => nq + 7 * i),
    quaternion: Int32Array.from(model.bodies, (_, i) => nq + 7 * i + 3),
  };
}
