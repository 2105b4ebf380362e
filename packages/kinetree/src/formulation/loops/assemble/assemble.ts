import { aNumber, aText, checkOptions, listOf, recordOf, type OptionTypes } from "../../../errors/option-types.js";
import { RequestError } from "../../../errors/kinetree-error.js";
import { unknownName } from "../../../errors/unknown-name.js";
import { leastSquaresMinimumNorm } from "../../../linalg/least-squares.js";
import { lu, luDeterminantSign } from "../../../linalg/lu.js";
import { newMatrix } from "../../../linalg/matrix.js";
import { speedKinds } from "../../../model/speed-kinds.js";
import type { Model } from "../../../model/types.js";
import { buildTopology } from "../../../topology/build-topology.js";
import type { Topology } from "../../../topology/types.js";
import { moveInto } from "../../joints/move.js";
import { speedName } from "../../../state/speed-name.js";
import type { State } from "../../../state/state.js";
import { closureEvaluatorOf, ClosureEvaluator, type ClosureValues } from "../closures/closure-evaluator.js";
import { eliminate, planLoops, rowNamed, type ClosureRow } from "../closures/loop-plan.js";
import type { Closure } from "../closures/closures.js";

/** How a mechanism is put together. */
export interface AssembleOptions {
  /** Values of named parameters; the model's own for those left out. */
  readonly parameters?: Readonly<Record<string, number>>;
  /** Joints whose coordinates and speeds stay as they are given; the others move, as little as they can. */
  readonly pinned?: readonly string[];
  /** Joints whose speeds stay as they are given; those of `pinned` if left out. */
  readonly pinnedSpeeds?: readonly string[];
}

const optionTypes: OptionTypes<AssembleOptions> = {
  parameters: recordOf(aNumber),
  pinned: listOf(aText),
  pinnedSpeeds: listOf(aText),
};

/** A closed pose, and how it was reached. */
export interface Assembly {
  readonly state: State;
  /** Largest residual of the closures, before and after [m, or rad for directions]. */
  readonly before: number;
  readonly after: number;
  readonly iterations: number;
  /** Coordinates that moved by more than rounding, by the names of their speeds; the farthest first. */
  readonly moved: readonly { readonly name: string; readonly by: number }[];
  /** Redundant rows of closures. They carry no load. */
  readonly redundant: readonly ClosureRow[];
  /** Ways in which the mechanism can move from here. */
  readonly degreesOfFreedom: number;
}

/** Residuals below this part of the mechanism's size are closed: rounding of a chain of some ten rotations. */
const CLOSED = 1e-13;
/** Residuals above it at the end are open, whatever the reason. */
const OPEN = 1e-9;
const MOST_ITERATIONS = 200;
/** Longest move in one iteration [rad, or mechanism sizes]: Newton may not leap to another branch. */
const LONGEST_MOVE = 0.2;
/** Sizes of matrices beyond which the least move gives way to the move of the dependent coordinates alone. */
const LARGE = 2e5;
/** Dead points are looked for in mechanisms of up to so many rows, and only from poses well away from them. */
const MOST_JUDGED = 300;
const WELL_AWAY = 1e-4;

/**
 * Closes the loops of a mechanism: from the pose as drawn to the nearest closed one, by Newton's method with short steps that
 * each bring the residual down, so that the side of a dead point on which the mechanism was drawn is kept. The speeds become
 * those nearest to the given ones that keep it closed.
 */
export function assemble(model: Model, given: State, options: AssembleOptions = {}): Assembly {
  checkOptions(options, optionTypes);
  return assembleIn(model, buildTopology(model), given, options);
}

export function assembleIn(model: Model, topology: Topology, given: State, options: AssembleOptions): Assembly {
  return assembleBy(closureEvaluatorOf(model, topology, options.parameters), model, topology, given, options);
}

/** Closes the loops of a mechanism again and again, compiled once: for a pose that is being moved. */
export function createAssembler(model: Model): (given: State, options?: AssembleOptions) => Assembly {
  const topology = buildTopology(model);
  const evaluator = new ClosureEvaluator(model, topology);
  return (given, options = {}) => {
    checkOptions(options, optionTypes);
    evaluator.setParameters(options.parameters ?? {});
    return assembleBy(evaluator, model, topology, given, options);
  };
}

function assembleBy(
  evaluator: ClosureEvaluator,
  model: Model,
  topology: Topology,
  given: State,
  options: AssembleOptions,
): Assembly {
  const pinned = speedsOf(model, topology, options.pinned ?? []);
  const start = evaluator.at(given);
  const size = sizeOf(start);
  const closing: Closing = { evaluator, given, pinned, size, scale: scales(model, topology, size) };
  const side = new DeadPoint(start, pinned);
  let reached = close(closing, LONGEST_MOVE);
  // On the other side of a dead point: the same way again in shorter steps, which cannot jump over it.
  if (side.isPassed(reached.values)) reached = close(closing, LONGEST_MOVE / 10);
  const { q, values, iterations } = reached;
  const [before, after] = [largest(start.phi), largest(values.phi)];
  if (!(after <= OPEN * size) || side.isPassed(values)) throw cannotClose(evaluator, reached, options.pinned ?? []);
  const pose = { t: given.t, q };
  const [overturned] = evaluator.overturned(pose);
  if (overturned) throw wrongWayRound(overturned);
  const plan = planLoops(evaluator, pose);
  return {
    state: { t: given.t, q, v: consistentSpeeds(model, topology, evaluator, values, given.v, options, size) },
    before,
    after,
    iterations,
    moved: coordinatesMoved(model, topology, given.q, q),
    redundant: plan.redundant,
    degreesOfFreedom: plan.independent.length,
  };
}

interface Closing {
  readonly evaluator: ClosureEvaluator;
  readonly given: State;
  readonly pinned: ReadonlySet<number>;
  readonly size: number;
  readonly scale: Float64Array;
}

/** Newton's method with line search, from the given pose. */
function close({ evaluator, given, pinned, size, scale }: Closing, longest: number) {
  const { skeleton } = evaluator;
  const q = Float64Array.from(given.q);
  const trial = new Float64Array(q.length);
  let values = evaluator.at(given);
  let iterations = 0;
  for (; largest(values.phi) > CLOSED * size && iterations < MOST_ITERATIONS; iterations++) {
    const step = leastMove(values, values.phi, pinned, scale);
    const reach = step.reduce((most, x, i) => Math.max(most, Math.abs(x) / scale[i]), 0);
    if (!(reach > 0)) break;
    const now = norm(values.phi);
    let there: ClosureValues | null = null;
    let length = Math.min(1, longest / reach);
    for (let tries = 0; there === null && tries < 30; tries++, length /= 2) {
      moveInto(trial, skeleton, q, step, -length);
      const tried = evaluator.at({ ...given, q: trial });
      if (norm(tried.phi) < now * (1 - 0.1 * length)) there = tried;
    }
    // Within rounding of closed the residual falls no more.
    if (there === null) break;
    q.set(trial);
    values = there;
  }
  return { q, values, iterations };
}

/**
 * A dead point is passed where the determinant of the closures, by the coordinates that are not pinned, changes its sign. Only where the
 * closures determine all of these: with more of them, or with less rank in the drawn pose, the minor of some may change its sign on the
 * way between poses of one side.
 */
class DeadPoint {
  readonly #rows: readonly number[];
  readonly #columns: readonly number[];
  readonly #sign: number;

  constructor(start: ClosureValues, pinned: ReadonlySet<number>) {
    const left = withoutColumns(start, pinned);
    const factors = eliminate(left);
    const moving = new Set(left.sparse.flatMap((row) => [...row.keys()]));
    const isDetermined = pinned.size > 0 && factors.rank === moving.size;
    const isKnown = isDetermined && factors.rank <= MOST_JUDGED && factors.smallest > WELL_AWAY * factors.largest;
    this.#rows = isKnown ? factors.pivotRows : [];
    this.#columns = factors.pivotColumns;
    this.#sign = this.#signOf(start);
  }

  #signOf({ sparse }: ClosureValues): number {
    const n = this.#rows.length;
    const A = newMatrix(n, n);
    this.#rows.forEach((i, k) =>
      this.#columns.forEach((j, l) => {
        if (l < n) A.data[k * n + l] = sparse[i].get(j) ?? 0;
      }),
    );
    return luDeterminantSign(lu(A));
  }

  isPassed(values: ClosureValues): boolean {
    return this.#rows.length > 0 && this.#signOf(values) !== this.#sign;
  }
}

const withoutColumns = (values: ClosureValues, columns: ReadonlySet<number>): Pick<ClosureValues, "sparse"> => ({
  sparse:
    columns.size === 0 ? values.sparse : values.sparse.map((row) => new Map([...row].filter(([j]) => !columns.has(j)))),
});

/** The speeds nearest to the given ones that keep all closures closed. */
function consistentSpeeds(
  model: Model,
  topology: Topology,
  { closures }: ClosureEvaluator,
  values: ClosureValues,
  v: Float64Array,
  options: AssembleOptions,
  size: number,
): Float64Array {
  const pinned = speedsOf(model, topology, options.pinnedSpeeds ?? options.pinned ?? []);
  const rates = ratesOf(values, v);
  const out = Float64Array.from(v);
  const fastest = Math.max(1e-300, largest(v), largest(values.drift));
  if (largest(rates) <= 1e-14 * fastest * Math.max(1, size)) return out;
  const correction = leastMove(values, rates, pinned, scales(model, topology, size));
  for (let i = 0; i < v.length; i++) out[i] -= correction[i];
  const left = ratesOf(values, out);
  if (largest(left) <= 1e-9 * fastest * Math.max(1, size)) return out;
  throw speedsBreakLoop(closures, left, values.drift, v);
}

function speedsBreakLoop(
  closures: readonly Closure[],
  left: Float64Array,
  drift: Float64Array,
  v: Float64Array,
): RequestError {
  const worst = left.reduce((at, x, i) => (Math.abs(x) > Math.abs(left[at]) ? i : at), 0);
  const { closure, direction } = rowNamed(closures, worst);
  const moving = [...new Set(Array.from(drift, (x, i) => (x === 0 ? "" : rowNamed(closures, i).closure)))].filter(
    Boolean,
  );
  const [cause, fix] =
    moving.length === 0
      ? ["the given speeds", "Give fewer speeds and let the rest follow, or give such as the mechanism can have."]
      : [
          v.some((x) => x !== 0) ? "the given speeds and prescribed motions" : "the prescribed motions",
          `Motions are prescribed by ${moving.join(", ")}: leave one out and let that coordinate follow, or prescribe what ` +
            `the mechanism can do; give no speeds that differ from them.`,
        ];
  return new RequestError({
    code: "speeds-break-loop",
    subject: closure,
    value: left[worst],
    message:
      `${closure}: ${cause} would open it, ${direction} at ${left[worst]} a second, and the other speeds cannot make up ` +
      `for it. ${fix}`,
  });
}

/** The least x (measured in scales) with K x = b, pinned speeds left alone. */
function leastMove(
  values: ClosureValues,
  b: Float64Array,
  pinned: ReadonlySet<number>,
  scale: Float64Array,
): Float64Array {
  const nv = scale.length;
  const free = Array.from({ length: nv }, (_, i) => i).filter((i) => !pinned.has(i));
  const out = new Float64Array(nv);
  if (free.length === 0) return out;
  if (b.length * free.length > LARGE) return eliminate(withoutColumns(values, pinned)).solve(b, nv).x;
  const A = newMatrix(b.length, free.length);
  const place = new Map(free.map((j, k) => [j, k]));
  values.sparse.forEach((row, i) => {
    for (const [j, value] of row) {
      const k = place.get(j);
      if (k !== undefined) A.data[i * free.length + k] = value * scale[j];
    }
  });
  const { x } = leastSquaresMinimumNorm(A, b, 1e-9);
  free.forEach((j, k) => (out[j] = x[k] * scale[j]));
  return out;
}

const largest = (x: Float64Array): number => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const norm = (x: Float64Array): number => Math.sqrt(x.reduce((sum, value) => sum + value * value, 0));

/** The mechanism's size: the longest lever by which a coordinate moves a closure, at least that of a handful of millimetres. */
const sizeOf = ({ sparse }: ClosureValues): number =>
  sparse.reduce((most, row) => [...row.values()].reduce((m, value) => Math.max(m, Math.abs(value)), most), 1e-3);

/** A turn by one counts as much as a shift by the mechanism's size. */
function scales(model: Model, { tree, counts }: Topology, size: number): Float64Array {
  const out = new Float64Array(counts.nv).fill(1);
  for (const { joint, vStart } of tree)
    speedKinds(model.joints[joint]).forEach((kind, i) => {
      if (kind === "translation") out[vStart + i] = size;
    });
  return out;
}

/** φ̇ at these speeds. */
const ratesOf = ({ sparse, drift }: ClosureValues, v: Float64Array): Float64Array =>
  drift.map((x, i) => {
    let sum = x;
    for (const [j, value] of sparse[i]) sum += value * v[j];
    return sum;
  });

function speedsOf(model: Model, { tree }: Topology, joints: readonly string[]): ReadonlySet<number> {
  const known = tree.map(({ joint }) => model.joints[joint].name);
  const out = new Set<number>();
  for (const name of joints) {
    const index = known.indexOf(name);
    if (index < 0) throw unknownName("joint", name, known);
    const { vStart, nv } = tree[index];
    for (let i = 0; i < nv; i++) out.add(vStart + i);
  }
  return out;
}

/** Names of the speeds whose coordinates moved, with how far; a quaternion counts as a whole, with its first speed. */
function coordinatesMoved(model: Model, topology: Topology, from: Float64Array, to: Float64Array): Assembly["moved"] {
  return topology.tree
    .flatMap(({ qStart, vStart, nq, nv }) =>
      Array.from({ length: nq }, (_, i) => ({
        name: speedName(model, topology, vStart + Math.min(i, nv - 1)),
        by: to[qStart + i] - from[qStart + i],
      })),
    )
    .filter(({ by }) => Math.abs(by) > 1e-12)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
}

function cannotClose(
  { closures }: ClosureEvaluator,
  { values: { phi }, iterations }: ReturnType<typeof close>,
  pinned: readonly string[],
): RequestError {
  const worst = phi.reduce((at, x, i) => (Math.abs(x) > Math.abs(phi[at]) ? i : at), 0);
  const { closure, direction } = rowNamed(closures, worst);
  const open = [
    ...new Set(
      Array.from(phi, (x, i) => (Math.abs(x) > 0.1 * Math.abs(phi[worst]) ? rowNamed(closures, i).closure : "")),
    ),
  ].filter(Boolean);
  const fix =
    pinned.length > 0
      ? `Pin fewer joints than ${pinned.map((name) => `"${name}"`).join(", ")}, or give them values that the mechanism can have.`
      : "Look for lengths that do not fit together or for constraints that contradict each other, or draw the pose nearer to a closed one." +
        (iterations === 0
          ? " No small move of a joint brings it nearer: if the lengths fit, it is drawn at a dead point. Draw it a little to one side."
          : "");
  return new RequestError({
    code: "cannot-close",
    subject: closure,
    value: phi[worst],
    message:
      `${closure} cannot be closed: ${direction} is left at ${phi[worst]} in the nearest pose that was found` +
      `${open.length > 1 ? ` (open: ${open.join(", ")})` : ""}. ${fix}`,
  });
}

const wrongWayRound = ({ name, joint }: Closure): RequestError =>
  new RequestError({
    code: "closed-wrong-way",
    subject: `${joint < 0 ? "constraint" : "joint"} "${name}"`,
    value: name,
    message:
      `joint "${name}" closes the wrong way round in the pose nearest to the drawn one: its two frames are half a turn apart. ` +
      `Draw the pose with the axes of the joint pointing the same way.`,
  });
