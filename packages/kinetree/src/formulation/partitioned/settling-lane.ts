import type { Instance } from "../../kernel/instance.js";
import { poseChart, type Place } from "../joints/charts.js";
import { choosePartition } from "./choose.js";
import { ClosureRows } from "./closure-rows.js";
import { eliminationOrder } from "./elimination-order.js";
import { LaneMemory } from "./lane-memory.js";
import { Partition } from "./partition.js";
import { PARTITION_STATUS, type PartitionedData } from "./partition-data.js";
import { columnScale, SquarePart, type DependentKind } from "./square-part.js";

/** Residuals that are as small as a few roundings of the mechanism's size cannot be made smaller. */
const ROUNDING = 32 * Number.EPSILON;
/** Where rounding ends progress above that, residuals of this part of the size are still closed. */
const CLOSED = 1e-11;
/** Redundant rows may be open as far as the others are, magnified by the lever arms between them. */
const CONTRADICTION = 1e-8;
const MOST_ITERATIONS = 20;
/** An iteration that leaves more than this of the residual has outlived its factors. */
const SLOW = 0.25;
/**
 * The choice is poor where its determinant has fallen to this part of its first value. Dependent coordinates are the steeper
 * functions of the others the smaller it is, and a step's error grows with its inverse to the order of the method.
 */
const POOR = 0.6;
/** Or where they follow the others so many times more steeply along the motion: next to a singular pose determinants are small for any choice. */
const STEEPER = 1.5;
/** A start of a step this near to the last one, relative to the size, is the same. */
const SAME_START = 1e-12;

/** One lane's way back onto the closures: independent δ and speeds stay, the others follow. */
export class SettlingLane {
  /** Coordinates have to be chosen before the loops can be closed. */
  mustChoose = false;
  readonly #memory: LaneMemory;
  readonly #partition: Partition;
  readonly #data: PartitionedData;
  readonly #closures: ClosureRows;
  readonly #records: { readonly [record in "q" | "delta" | "v"]: number };
  readonly #places: readonly Place[];
  readonly #q: Float64Array;
  readonly #q0: Float64Array;
  readonly #anchor: Float64Array;
  readonly #given: Float64Array;
  readonly #delta: Float64Array;
  readonly #v: Float64Array;
  readonly #b: Float64Array;
  readonly #squares: Readonly<Record<DependentKind, SquarePart>>;
  #isIdle = false;
  #size = 1;
  #iteration = 0;
  #residual = Infinity;
  #isFresh = false;
  #isActive = false;
  #isOpen = false;
  #isPoor = false;

  constructor(data: PartitionedData, instance: Instance, lane: 0 | 1) {
    this.#data = data;
    const memory = (this.#memory = new LaneMemory(data, instance, lane));
    this.#records = { q: memory.placeOf("q"), delta: memory.placeOf("delta"), v: memory.placeOf("v") };
    this.#places = data.bodies.map(({ q, v }) => ({ q, v, nv: 6 }));
    this.#closures = new ClosureRows(data, memory);
    this.#partition = new Partition(data, memory, eliminationOrder(this.#closures.index, data.bodies.length));
    this.#squares = {
      deltas: new SquarePart("deltas", this.#partition, this.#closures),
      speeds: new SquarePart("speeds", this.#partition, this.#closures),
    };
    const { nq, nv } = data;
    [this.#q, this.#q0, this.#anchor] = [new Float64Array(nq), new Float64Array(nq), new Float64Array(nq)];
    [this.#given, this.#delta, this.#v] = [new Float64Array(nv), new Float64Array(nv), new Float64Array(nv)];
    this.#b = new Float64Array(this.#partition.most);
  }

  /** Reads a state as the integrator has made it, from the block whose state section begins at this byte. */
  begin(state: number): void {
    const memory = this.#memory;
    const partition = this.#partition;
    memory.at(state);
    this.#isIdle = memory.isIdle;
    this.mustChoose = false;
    this.#isActive = false;
    this.#isOpen = false;
    if (this.#isIdle) return;
    memory.readInto(this.#q, this.#records.q);
    memory.readInto(this.#delta, this.#records.delta);
    memory.readInto(this.#v, this.#records.v);
    this.#given.set(this.#delta);
    // The step by −δ leads back to its start.
    this.#retractInto(this.#q0, this.#q, -1);
    this.#isPoor = false;
    this.mustChoose = !partition.isChosen;
    if (this.mustChoose) return;
    partition.read();
    this.#measure();
    this.#restart();
    this.mustChoose = partition.number(partition.slots.pending) !== 0 && this.#isNewStep();
  }

  #measure(): void {
    const q = this.#q;
    const q0 = this.#q0;
    let far = 0;
    for (const { q: at } of this.#data.bodies)
      for (let i = at; i < at + 3; i++) far = Math.max(far, Math.abs(q[i]), Math.abs(q0[i]));
    this.#size = this.#partition.length + far;
  }

  /** All stages of a step have the same dependent coordinates, or the method would lose its order there. */
  #isNewStep(): boolean {
    this.#partition.readAnchorInto(this.#anchor);
    return this.#anchor.some((x, i) => !(Math.abs(x - this.#q0[i]) <= SAME_START * this.#size));
  }

  #restart(): void {
    this.#iteration = 0;
    this.#residual = Infinity;
    this.#isFresh = false;
    this.#isActive = true;
    this.#isOpen = false;
  }

  /** A choice by which the loops did not close gives way to another one. */
  reconsider(): void {
    this.mustChoose = this.#isOpen;
  }

  /** Puts the start of the step where the position entry looks, if coordinates have to be chosen there: loops are closed. */
  showStart(): void {
    if (this.mustChoose) this.#memory.write(this.#records.q, this.#q0);
  }

  /** Chooses at the start of the step, whose closures have been evaluated, if it has to; then begins from the given state. */
  choose(): void {
    if (!this.mustChoose) return;
    const partition = this.#partition;
    this.#closures.readResiduals();
    this.#closures.readRates();
    const status = choosePartition(this.#data, partition, this.#closures, this.#squares, this.#q0);
    partition.setNumber(partition.slots.status, status);
    // A singular pose keeps the old choice, and is tried again at the start of the next step.
    if (status !== PARTITION_STATUS.good) partition.writeAnchor(this.#q0);
    this.#measure();
    this.#delta.set(this.#given);
    this.#retract();
    this.#restart();
  }

  /** One iteration at the closures that have been evaluated; gives whether q has moved, so that they have to be again. */
  improve(): boolean {
    if (!this.#isActive) return false;
    const closures = this.#closures;
    closures.readResiduals();
    if (this.#iteration === 0) closures.readRates();
    const residual = this.#residualOfKept();
    const floor = ROUNDING * this.#size;
    const isSlow = residual > SLOW * this.#residual;
    const ends = residual <= floor || (this.#isFresh && isSlow) || this.#iteration === MOST_ITERATIONS;
    if (ends || !(residual < Infinity)) {
      this.#isActive = false;
      this.#isOpen = !(residual <= Math.max(floor, CLOSED * this.#size));
      return false;
    }
    this.#isFresh = this.#iteration === 0 || isSlow;
    if (this.#isFresh) {
      if (this.#iteration > 0) closures.readRates();
      closures.byDeltas(this.#q, this.#delta);
      if (!this.#factor("deltas")) {
        this.#isActive = false;
        this.#isOpen = true;
        return false;
      }
    }
    const { rank, rows, length, deltas } = this.#partition;
    const b = this.#b;
    for (let i = 0; i < rank; i++) b[i] = -closures.phi[rows[i]] * closures.scaleOf(rows[i], length);
    this.#squares.deltas.lu.solve(b);
    addScaled(this.#delta, deltas, b, rank, length);
    this.#retract();
    this.#residual = residual;
    this.#iteration++;
    return true;
  }

  #retractInto(out: Float64Array, from: Float64Array, size: 1 | -1): void {
    for (const place of this.#places) poseChart.retractInto(out, from, this.#delta, size, place);
  }

  #retract(): void {
    this.#retractInto(this.#q, this.#q0, 1);
    this.#memory.write(this.#records.q, this.#q);
  }

  #residualOfKept(): number {
    const { rows, rank, length } = this.#partition;
    const closures = this.#closures;
    let most = 0;
    for (let i = 0; i < rank; i++) {
      const size = Math.abs(closures.phi[rows[i]]) * closures.scaleOf(rows[i], length);
      if (Number.isNaN(size)) return NaN;
      if (size > most) most = size;
    }
    return most;
  }

  #factor(kind: DependentKind): boolean {
    const partition = this.#partition;
    const { slots } = partition;
    const isCoordinate = kind === "deltas";
    const square = isCoordinate ? this.#squares.deltas : this.#squares.speeds;
    const isSolvable = square.factor();
    const mantissa = partition.number(isCoordinate ? slots.coordinateMantissa : slots.speedMantissa);
    const exponent = partition.number(isCoordinate ? slots.coordinateExponent : slots.speedExponent);
    const ratio = square.lu.ratioTo(mantissa, exponent);
    if (!(ratio >= POOR)) this.#isPoor = true;
    // Behind a fold of the dependent coordinates Newton's method may end on the other branch.
    return isSolvable && !(ratio < 0 && isCoordinate);
  }

  /** Dependent speeds from K v + drift = 0, then everything to memory, with the status. */
  finish(): void {
    if (this.#isIdle) return;
    const memory = this.#memory;
    const partition = this.#partition;
    const { slots } = partition;
    const isSolved = !this.#isOpen && this.#settleSpeeds();
    if (isSolved && this.#isSteep()) this.#isPoor = true;
    if (!isSolved) this.#spoil();
    memory.write(this.#records.delta, this.#delta);
    memory.write(this.#records.v, this.#v);
    const wasSingular = partition.number(slots.status) === PARTITION_STATUS.rankChanged;
    const contradicts = isSolved && this.#contradicts();
    if (this.#isOpen || !isSolved) partition.setNumber(slots.status, PARTITION_STATUS.open);
    else if (contradicts) partition.setNumber(slots.status, PARTITION_STATUS.contradiction);
    else if (!wasSingular || !this.#isPoor) partition.setNumber(slots.status, PARTITION_STATUS.good);
    const { lu } = this.#squares.speeds;
    const isSound = isSolved && !contradicts;
    partition.setQuality(isSound ? lu.smallest / lu.largest : 0);
    if (this.#isPoor && partition.number(slots.pending) === 0) {
      partition.setNumber(slots.pending, 1);
      partition.writeAnchor(this.#q0);
    }
  }

  #settleSpeeds(): boolean {
    if (this.#iteration > 0) this.#closures.readRates();
    if (!this.#factor("speeds")) return false;
    const { rank, rows, length, speeds } = this.#partition;
    const closures = this.#closures;
    const b = this.#b;
    const v = this.#v;
    // The second pass removes the rounding of the first.
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0; i < rank; i++) {
        const row = rows[i];
        b[i] = -closures.product(row, closures.drift[row], v) * closures.scaleOf(row, length);
      }
      this.#squares.speeds.lu.solve(b);
      addScaled(v, speeds, b, rank, length);
    }
    return true;
  }

  /** Whether dependent speeds have become much larger, compared with the others, than right after the choice. */
  #isSteep(): boolean {
    const partition = this.#partition;
    const { placeOfSpeed, length, slots } = partition;
    const v = this.#v;
    let [dependent, independent] = [0, 0];
    for (let i = 0; i < v.length; i++) {
      const size = Math.abs(v[i]) / columnScale(i, length);
      if (placeOfSpeed[i] < 0) independent = Math.max(independent, size);
      else dependent = Math.max(dependent, size);
    }
    if (!(dependent > 0)) return false;
    const steepness = dependent / independent;
    const first = partition.number(slots.steepness);
    if (first === 0) partition.setNumber(slots.steepness, Math.max(1, steepness));
    return first > 0 && steepness > STEEPER * first;
  }

  #contradicts(): boolean {
    const partition = this.#partition;
    const closures = this.#closures;
    const { phi } = closures;
    if (partition.rank === phi.length) return false;
    for (let row = 0; row < phi.length; row++)
      if (!partition.isKept(row)) {
        const size = Math.abs(phi[row]) * closures.scaleOf(row, partition.length);
        if (!(size <= CONTRADICTION * this.#size)) return true;
      }
    return false;
  }

  /** A state that cannot be closed is no state: the step is refused, or the run ends there. */
  #spoil(): void {
    const { rank, deltas, speeds } = this.#partition;
    for (let i = 0; i < rank; i++) {
      this.#delta[deltas[i]] = NaN;
      this.#v[speeds[i]] = NaN;
    }
  }
}

/** Adds the solution of a square part to the columns that it was solved for. */
function addScaled(to: Float64Array, columns: Int32Array, b: Float64Array, rank: number, length: number): void {
  for (let i = 0; i < rank; i++) to[columns[i]] += b[i] * columnScale(columns[i], length);
}
