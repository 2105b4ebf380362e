import type { Num } from "../../../graph/graph.js";
import { abs, add, div, max, mul, neg, sub } from "../../../graph/num.js";
import type { Fields, Rec } from "../../../kernel/record.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { ClosureSet } from "../closures/block-structure.js";
import type { ClosureTrace } from "../closures/closure-trace.js";
import type { Closure } from "../closures/closures.js";
import { rowsAlike } from "../closures/rows-alike.js";
import type { Compound } from "../closures/compounds.js";
import { CompoundRows, type FollowFields, type One } from "./compound-rows.js";

/** Inputs of a step by name; the fields of each are those of its record. */
type Named = Readonly<Record<string, Fields>>;

/** K restricted to the rows of a set. */
interface SetMatrix {
  /** Numbers of the closures that the rows belong to. */
  readonly numbers: readonly number[];
  /** For each row, the place of its closure among `numbers`, and the row within the closure. */
  readonly rows: readonly { readonly closure: number; readonly at: number }[];
  /** Speeds of the columns: those of the set first, in the order of its pivots. */
  readonly speeds: readonly number[];
  readonly inputs: Readonly<Record<string, Rec>>;
  /** All that `entry` captures, so that no key can forget a part of it. */
  readonly shape: string;
  readonly entry: (x: Named, row: number, column: number) => Num;
}

/** v = G y: closures are solved set by set (block triangular), by LU without pivoting, since sets are in the order of pivots. */
export class CompoundKinematics {
  readonly compound: Compound;
  readonly rows: CompoundRows;
  readonly #follows = new Map<number, Rec<FollowFields>>();
  readonly #factors = new Map<ClosureSet, Rec<One>>();
  readonly #matrices = new Map<ClosureSet, SetMatrix>();
  readonly #nodeOf = new Map<number, Node>();

  constructor(trace: ClosureTrace, compound: Compound) {
    this.compound = compound;
    this.rows = new CompoundRows(trace, compound);
    const { nodes } = trace.tree.skeleton;
    for (const index of compound.nodes)
      for (let k = 0; k < nodes[index].nv; k++) this.#nodeOf.set(nodes[index].v + k, nodes[index]);
  }

  get tree() {
    return this.rows.trace.tree;
  }

  nodeOf(speed: number): Node {
    return this.#nodeOf.get(speed) as Node;
  }

  #matrix(set: ClosureSet): SetMatrix {
    let matrix = this.#matrices.get(set);
    if (!matrix) this.#matrices.set(set, (matrix = this.#makeMatrix(set)));
    return matrix;
  }

  #makeMatrix(set: ClosureSet): SetMatrix {
    const { closures, trace } = this.rows;
    const owners = set.rows.map((row) =>
      closures.findIndex(({ first, rows }) => row >= first && row < first + rows.length),
    );
    const numbers = [...new Set(owners)];
    const rows = set.rows.map((row, i) => {
      const closure = closures[owners[i]];
      return { closure: numbers.indexOf(owners[i]), at: trace.rowsOf(closure).indexOf(row - closure.first) };
    });
    const speeds = [...new Set([...set.columns, ...this.#speedsMetBy(numbers)])];
    const nodes = [...new Set(speeds.map((v) => this.nodeOf(v)))];
    const inputs: Record<string, Rec> = {};
    const sizes = new Map<string, number>();
    numbers.forEach((number, n) =>
      nodes.forEach((node, l) => {
        const rec = this.rows.entries(number, node);
        if (!rec) return;
        inputs[`K${n}_${l}`] = rec;
        sizes.set(`K${n}_${l}`, node.nv);
      }),
    );
    const columns = speeds.map((v) => ({ node: nodes.indexOf(this.nodeOf(v)), at: v - this.nodeOf(v).v }));
    const entry = (x: Named, row: number, column: number): Num => {
      const name = `K${rows[row].closure}_${columns[column].node}`;
      const nv = sizes.get(name);
      return nv === undefined ? 0 : x[name]["K"][rows[row].at * nv + columns[column].at];
    };
    return { numbers, rows, speeds, inputs, shape: JSON.stringify([rows, columns, [...sizes]]), entry };
  }

  #speedsMetBy(closures: readonly number[]): readonly number[] {
    return [...this.#nodeOf]
      .filter(([, node]) => closures.some((number) => this.rows.entries(number, node)))
      .map(([v]) => v);
  }

  /** L and U of a set's own columns, pivots inverted. */
  #factor(set: ClosureSet): Rec<One> {
    const known = this.#factors.get(set);
    if (known) return known;
    const n = set.rows.length;
    const { inputs, shape, entry } = this.#matrix(set);
    const { lu } = this.tree.program.step(`factor ${n} ${shape}`, inputs, (x) => {
      const A = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => entry(x, i, j)));
      for (let k = 0; k < n; k++) {
        const inverse = div(1, A[k][k]);
        for (let i = k + 1; i < n; i++) {
          const factor = mul(A[i][k], inverse);
          A[i][k] = factor;
          for (let j = k + 1; j < n; j++) A[i][j] = sub(A[i][j], mul(factor, A[k][j]));
        }
        A[k][k] = inverse;
      }
      return { lu: { x: A.flat() } };
    });
    this.#factors.set(set, lu);
    return lu;
  }

  /**
   * The least pivot of a set, relative to the largest entry of its row and those beside it: 0 where the set cannot be solved or a row
   * vanishes, 1 at best.
   */
  quality(set: ClosureSet): Rec<One> {
    const n = set.rows.length;
    const { inputs, shape, entry, speeds } = this.#matrix(set);
    const all = { ...inputs, lu: this.#factor(set) };
    const beside = this.#rowsBeside(set);
    return this.tree.program.step(`quality ${n} ${JSON.stringify(beside)} ${shape}`, all, (x: Named) => {
      const lu = x["lu"]["x"];
      const largestOf = (k: number): Num => speeds.reduce<Num>((most, _, j) => larger(most, entry(x, k, j)), 0);
      const inverses = Array.from({ length: n }, (_, k) =>
        mul(abs(lu[k * n + k]), beside[k].map(largestOf).reduce(max)),
      );
      return { out: { x: [div(1, inverses.reduce(max, 1))] } };
    }).out;
  }

  /** For each row of a set, the rows of the set that measure the same kind of quantity for the same closure. */
  #rowsBeside({ rows }: ClosureSet): readonly (readonly number[])[] {
    const { keptRows } = this.rows.trace;
    const groups = rowsAlike(this.rows.trace).map((group) => group.map((k) => keptRows[k]));
    return rows.map((row) => {
      const group = groups.find((each) => each.includes(row)) ?? [row];
      return rows.flatMap((each, k) => (group.includes(each) ? [k] : []));
    });
  }

  /** The row of G for a speed. */
  follow(speed: number): Rec<FollowFields> {
    const { independent, sets } = this.compound;
    const place = independent.indexOf(speed);
    if (place >= 0 && !this.#follows.has(speed)) {
      const g = independent.map((_, j) => (j === place ? 1 : 0));
      this.#follows.set(speed, this.tree.program.constants<FollowFields>({ g }));
    }
    // All sets at once: each needs those before it.
    if (!this.#follows.has(speed)) for (const set of sets) this.#followSet(set);
    return this.#follows.get(speed) as Rec<FollowFields>;
  }

  /** K_d G_d = −K_i G_i */
  #followSet(set: ClosureSet): void {
    const { independent } = this.compound;
    const n = set.rows.length;
    const { inputs, shape, entry, speeds } = this.#matrix(set);
    // Speeds of later sets meet the closures of this one, but not its rows: their entries vanish in every pose.
    const isBefore = (v: number): boolean => this.#follows.has(v) || independent.includes(v);
    const before = speeds.slice(n).flatMap((v, j) => (isBefore(v) ? [{ v, j }] : []));
    const rows = Object.fromEntries(before.map(({ v, j }) => [`G${j}`, this.follow(v)]));
    const all = { ...inputs, ...rows, lu: this.#factor(set) };
    const name = `follow ${n} ${independent.length} ${shape} ${before.map(({ j }) => j).join()}`;
    const outputs = this.tree.program.step(name, all, (x: Named) => {
      const columns = independent.map((_, c) =>
        solveFactored(
          x["lu"]["x"],
          set.rows.map((_, i) =>
            neg(before.reduce<Num>((sum, { j }) => add(sum, mul(entry(x, i, n + j), x[`G${j}`]["g"][c])), 0)),
          ),
        ),
      );
      return Object.fromEntries(set.columns.map((_, i) => [`out${i}`, { g: columns.map((column) => column[i]) }]));
    });
    set.columns.forEach((v, i) => this.#follows.set(v, outputs[`out${i}`]));
  }

  /** x with K x = −b, by dependent speed, independent ones being 0: corrections for residuals b, accelerations for biases. */
  solve(right: (closure: Closure) => Rec<One>): ReadonlyMap<number, Rec<One>> {
    const found = new Map<number, Rec<One>>();
    for (const set of this.compound.sets) {
      const n = set.rows.length;
      const { inputs, shape, entry, speeds, numbers, rows } = this.#matrix(set);
      const before = speeds.slice(n).flatMap((v, j) => (found.has(v) ? [{ v, j }] : []));
      const all = {
        ...inputs,
        ...Object.fromEntries(numbers.map((number, k) => [`b${k}`, right(this.rows.closures[number])])),
        ...Object.fromEntries(before.map(({ v, j }) => [`x${j}`, found.get(v) as Rec<One>])),
        lu: this.#factor(set),
      };
      const name = `solve ${n} ${shape} ${before.map(({ j }) => j).join()}`;
      const outputs = this.tree.program.step(name, all, (x: Named) => {
        const b = rows.map(({ closure, at }) => Object.values(x[`b${closure}`])[0][at]);
        const known = b.map((value, i) =>
          neg(before.reduce((sum, { j }) => add(sum, mul(entry(x, i, n + j), x[`x${j}`]["x"][0])), value)),
        );
        const solution = solveFactored(x["lu"]["x"], known);
        return Object.fromEntries(solution.map((value, i) => [`out${i}`, { x: [value] }]));
      });
      set.columns.forEach((v, i) => found.set(v, outputs[`out${i}`]));
    }
    return found;
  }
}

/** The larger magnitude, without looking at zeros. */
const larger = (most: Num, value: Num): Num => (value === 0 ? most : most === 0 ? abs(value) : max(most, abs(value)));

/** Solves L U x = b in place of b. */
function solveFactored(lu: readonly Num[], b: Num[]): Num[] {
  const n = b.length;
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) b[i] = sub(b[i], mul(lu[i * n + j], b[j]));
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) b[i] = sub(b[i], mul(lu[i * n + j], b[j]));
    b[i] = mul(b[i], lu[i * n + i]);
  }
  return b;
}
