import type { Instance } from "../../kernel/instance.js";
import { ClosureRows } from "./closure-rows.js";
import { SparseLu } from "./sparse-lu.js";
import { eliminationOrder } from "./elimination-order.js";
import { LaneMemory } from "./lane-memory.js";
import { columnScale, Partition } from "./partition.js";
import { PARTITION_STATUS, type PartitionedData } from "./partition-data.js";
import { retractFreeInto, startOfStepInto } from "./step-chart.js";

/** Residuals that are as small as a few roundings of the mechanism's size cannot be made smaller. */
const ROUNDING = 32 * Number.EPSILON;
/** Where rounding ends progress above that, residuals of this part of the size are still closed. */
const CLOSED = 1e-11;
/** Redundant rows may be open by what the others are open, magnified by the lever arms between them. */
const CONTRADICTION = 1e-8;
const MOST_ITERATIONS = 20;
/** An iteration that leaves more than this of the residual has outlived its factors. */
const SLOW = 0.25;
/**
 * The choice is poor where its determinant has fallen to this part of what it was. Dependent coordinates are the steeper
 * functions of the others the smaller it is, and a step's error grows with its inverse to the order of the method.
 */
const POOR = 0.6;
/** A start of a step this near to the last one, relative to the size, is the same. */
const SAME_START = 1e-12;

/** One lane's way back onto the closures: independent δ and speeds stay, the others follow. */
export class SettlingLane {
  readonly memory: LaneMemory;
  readonly partition: Partition;
  readonly #data: PartitionedData;
  readonly #closures: ClosureRows;
  readonly #q: Float64Array;
  readonly #q0: Float64Array;
  readonly #anchor: Float64Array;
  readonly #given: Float64Array;
  readonly #delta: Float64Array;
  readonly #v: Float64Array;
  readonly #b: Float64Array;
  readonly #lu: SparseLu;
  #size = 1;
  #iteration = 0;
  #residual = Infinity;
  #isFresh = false;
  #isActive = false;
  #isOpen = false;
  #isPoor = false;

  constructor(data: PartitionedData, instance: Instance, lane: 0 | 1) {
    this.#data = data;
    this.memory = new LaneMemory(data, instance, lane);
    this.#closures = new ClosureRows(data);
    const order = eliminationOrder(this.#closures.index, data.bodies.length);
    this.partition = new Partition(data, this.memory, order);
    const { nq, nv, rows } = data;
    [this.#q, this.#q0, this.#anchor] = [new Float64Array(nq), new Float64Array(nq), new Float64Array(nq)];
    [this.#given, this.#delta, this.#v] = [new Float64Array(nv), new Float64Array(nv), new Float64Array(nv)];
    const most = Math.min(rows, nv);
    this.#b = new Float64Array(most);
    this.#lu = new SparseLu(most);
  }

  /** Looks at a state as the integrator has made it. Gives whether coordinates have to be chosen first. */
  begin(state: number): boolean {
    const { memory } = this;
    memory.at(state);
    memory.readInto(this.#q, "q");
    memory.readInto(this.#delta, "delta");
    memory.readInto(this.#v, "v");
    this.#given.set(this.#delta);
    startOfStepInto(this.#q0, this.#data, this.#q, this.#delta);
    this.#isPoor = false;
    if (!this.partition.isChosen) return true;
    this.partition.read();
    this.#measure();
    this.#restart();
    return this.partition.number("pending") !== 0 && this.#isNewStep();
  }

  #measure(): void {
    let far = 0;
    for (const { q } of this.#data.bodies)
      for (let i = 0; i < 3; i++) far = Math.max(far, Math.abs(this.#q[q + i]), Math.abs(this.#q0[q + i]));
    this.#size = this.partition.length + far;
  }

  /** All stages of a step have the same dependent coordinates, or the method would lose its order there. */
  #isNewStep(): boolean {
    this.memory.readInto(this.#anchor, "partition", this.partition.slots.anchor);
    return this.#anchor.some((x, i) => !(Math.abs(x - this.#q0[i]) <= SAME_START * this.#size));
  }

  #restart(): void {
    this.#iteration = 0;
    this.#residual = Infinity;
    this.#isFresh = false;
    this.#isActive = true;
    this.#isOpen = false;
  }

  /** Puts the start of the step where the position entry looks: loops are closed there. */
  showStart(): void {
    this.memory.write("q", this.#q0);
  }

  /** Chooses coordinates at the start of the step, whose closures have been evaluated; then begins from the given state. */
  choose(): void {
    this.#closures.read(this.memory);
    const status = this.partition.choose(this.#closures, this.#q0);
    this.partition.setNumber("status", status);
    // A singular pose keeps the old choice, and is looked at again when the next step begins.
    if (status !== PARTITION_STATUS.good) this.memory.write("partition", this.#q0, this.partition.slots.anchor);
    this.#measure();
    this.#delta.set(this.#given);
    retractFreeInto(this.#q, this.#data, this.#q0, this.#delta);
    this.memory.write("q", this.#q);
    this.#restart();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** One iteration at the closures that have been evaluated; gives whether q has moved, so that they have to be again. */
  improve(): boolean {
    if (!this.#isActive) return false;
    const { partition } = this;
    this.#closures.read(this.memory);
    const residual = this.#residualOfKept();
    const floor = ROUNDING * this.#size;
    const isSlow = residual > SLOW * this.#residual;
    const ends = residual <= floor || (this.#isFresh && isSlow) || this.#iteration === MOST_ITERATIONS;
    if (ends || !(residual < Infinity)) {
      this.#isActive = false;
      this.#isOpen = !(residual <= Math.max(floor, CLOSED * this.#size));
      return false;
    }
    this.#closures.byDeltas(this.#data, this.#q, this.#delta);
    if (this.#iteration === 0 || isSlow) {
      if (!this.#factor(this.#closures.P, partition.placeOfDelta, "coordinate")) {
        this.#isActive = false;
        this.#isOpen = true;
        return false;
      }
      this.#isFresh = true;
    } else this.#isFresh = false;
    for (let i = 0; i < partition.rank; i++) {
      const row = partition.rows[i];
      this.#b[i] = -this.#closures.phi[row] * this.#closures.scaleOf(row, partition.length);
    }
    this.#lu.solve(this.#b);
    for (let i = 0; i < partition.rank; i++) {
      const column = partition.deltas[i];
      this.#delta[column] += this.#b[i] * columnScale(column, partition.length);
    }
    retractFreeInto(this.#q, this.#data, this.#q0, this.#delta);
    this.memory.write("q", this.#q);
    this.#residual = residual;
    this.#iteration++;
    return true;
  }

  #residualOfKept(): number {
    const { rows, rank, length } = this.partition;
    let most = 0;
    for (let i = 0; i < rank; i++) {
      const size = Math.abs(this.#closures.phi[rows[i]]) * this.#closures.scaleOf(rows[i], length);
      if (!(size <= most)) most = size; // keeps NaN
      if (Number.isNaN(most)) return most;
    }
    return most;
  }

  #factor(K: Float64Array, places: Int32Array, what: "coordinate" | "speed"): boolean {
    const { partition } = this;
    partition.assemble(this.#lu, this.#closures, K, places);
    const isSolvable = this.#lu.factor();
    const ratio = this.#lu.ratioTo(partition.number(`${what}Mantissa`), partition.number(`${what}Exponent`));
    if (!(ratio >= POOR)) this.#isPoor = true;
    // Behind a fold of the dependent coordinates Newton's method may end on the other branch.
    return isSolvable && !(ratio < 0 && what === "coordinate");
  }

  /** Dependent speeds from K v + drift = 0, then everything to memory, with what there is to say about it. */
  finish(): void {
    const { partition, memory } = this;
    const isSolved = !this.#isOpen && this.#settleSpeeds();
    if (!isSolved) this.#spoil();
    memory.write("delta", this.#delta);
    memory.write("v", this.#v);
    const wasSingular = partition.number("status") === PARTITION_STATUS.rankChanged;
    const contradicts = isSolved && this.#contradicts();
    if (this.#isOpen || !isSolved) partition.setNumber("status", PARTITION_STATUS.open);
    else if (contradicts) partition.setNumber("status", PARTITION_STATUS.contradiction);
    else if (!wasSingular || !this.#isPoor) partition.setNumber("status", PARTITION_STATUS.good);
    const isSound = isSolved && !contradicts;
    memory.set("quality", 0, isSound ? this.#lu.smallest / this.#lu.largest : 0);
    if (this.#isPoor && partition.number("pending") === 0) {
      partition.setNumber("pending", 1);
      memory.write("partition", this.#q0, partition.slots.anchor);
    }
  }

  #settleSpeeds(): boolean {
    const { partition } = this;
    if (!this.#factor(this.#closures.K, partition.placeOfSpeed, "speed")) return false;
    // The second time takes back what rounding left the first time.
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0; i < partition.rank; i++) {
        const row = partition.rows[i];
        const rate = this.#closures.rateOf(row, this.#closures.K, this.#v);
        this.#b[i] = -rate * this.#closures.scaleOf(row, partition.length);
      }
      this.#lu.solve(this.#b);
      for (let i = 0; i < partition.rank; i++) {
        const column = partition.speeds[i];
        this.#v[column] += this.#b[i] * columnScale(column, partition.length);
      }
    }
    return true;
  }

  #contradicts(): boolean {
    const { partition } = this;
    const { phi } = this.#closures;
    for (let row = 0; row < phi.length; row++)
      if (!partition.isKept(row)) {
        const size = Math.abs(phi[row]) * this.#closures.scaleOf(row, partition.length);
        if (!(size <= CONTRADICTION * this.#size)) return true;
      }
    return false;
  }

  /** A state that cannot be closed is no state: the step is refused, or the run ends there. */
  #spoil(): void {
    const { partition } = this;
    for (let i = 0; i < partition.rank; i++) {
      this.#delta[partition.deltas[i]] = NaN;
      this.#v[partition.speeds[i]] = NaN;
    }
  }
}
