import type { Num } from "../../../graph/graph.js";
import { abs, add, div, max, mul, neg, sub } from "../../../graph/num.js";
import type { Rec } from "../../../kernel/record.js";
import { mat3, mulMatVec } from "../../../spatial/mat3.js";
import { add3, cross3, dot3, vec3 } from "../../../spatial/vec3.js";
import { jointOf } from "../../joints/node-joints.js";
import type { PoseFields } from "../../skeleton/records.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { ClosureSet } from "../closures/block-structure.js";
import type { ClosureTrace } from "../closures/closure-trace.js";
import type { Closure, FrameClosure } from "../closures/closures.js";
import type { Compound } from "../closures/compounds.js";
import { isMeeting } from "../closures/meetings.js";
import { MeetingTrace } from "./meeting-trace.js";

type One = { x: readonly Num[] };
type Entries = { K: readonly Num[] };
/** [angular, linear] motion of a node for each of its speeds, at the origin and along the axes of the compound's parent. */
export type ColumnFields = { S: readonly Num[] };
/** How a speed follows the independent ones. */
export type FollowFields = { g: readonly Num[] };

/** One row or column of a set, by the closure's number and the row within it, or by the node and the speed within it. */
interface SetEntry {
  readonly of: number;
  readonly at: number;
}

/** Everything about a compound that follows from its coordinates, made when first asked for. */
export class CompoundKinematics {
  readonly trace: ClosureTrace;
  readonly compound: Compound;
  /** The closures as the compound's parent sees them. */
  readonly closures: readonly Closure[];
  readonly #columns = new Map<number, Rec<ColumnFields>>();
  readonly #entries = new Map<string, Rec<Entries>>();
  readonly #follows = new Map<number, Rec<FollowFields>>();
  readonly #factors = new Map<ClosureSet, Rec<One>>();
  readonly #nodeOf = new Map<number, Node>();
  readonly #meetings: readonly (MeetingTrace | null)[];

  constructor(trace: ClosureTrace, compound: Compound) {
    this.trace = trace;
    this.compound = compound;
    this.closures = compound.closures.map((closure) =>
      closure.kind === "frames" ? { ...closure, base: compound.parent } : closure,
    );
    const kept = new Set(trace.keptRows);
    this.#meetings = this.closures.map((closure, i) =>
      isMeeting(compound.closures[i], compound.parent, (row) => kept.has(row))
        ? new MeetingTrace(trace, closure as FrameClosure)
        : null,
    );
    const { nodes } = trace.tree.skeleton;
    for (const index of compound.nodes)
      for (let k = 0; k < nodes[index].nv; k++) this.#nodeOf.set(nodes[index].v + k, nodes[index]);
  }

  get #program() {
    return this.trace.tree.program;
  }

  nodeOf(speed: number): Node {
    return this.#nodeOf.get(speed) as Node;
  }

  pose(node: number): Rec<PoseFields> {
    return this.trace.base(this.compound.parent).pose(node);
  }

  columns(index: number): Rec<ColumnFields> {
    const known = this.#columns.get(index);
    if (known) return known;
    const { tree } = this.trace;
    const node = tree.skeleton.nodes[index];
    const { key, rec } = tree.frames[index];
    const inputs = { frame: rec, posture: tree.posture(index), pose: this.pose(index) };
    const { S } = this.#program.step(`compound columns ${key}`, inputs, ({ frame, posture, pose }) => {
      const R = mat3(pose.R);
      const columns = jointOf(node)
        .columns(node, frame, posture)
        .map(({ angular, linear }) => {
          const turn = mulMatVec(R, angular);
          return [...turn, ...add3(mulMatVec(R, linear), cross3(vec3(pose.p), turn))];
        });
      return { S: { S: columns.flat() } };
    });
    this.#columns.set(index, S);
    return S;
  }

  /** Derivatives of a closure's rows by the speeds of a node: rows by speeds; null where they are none. */
  entries(number: number, node: Node): Rec<Entries> | null {
    const closure = this.closures[number];
    const count = this.trace.rowsOf(closure).length;
    if (count === 0) return null;
    const key = `${number} ${node.index}`;
    const known = this.#entries.get(key);
    if (known) return known;
    let made: Rec<Entries>;
    if (closure.kind === "coordinate") {
      const { driven, driving } = closure;
      if (driven.v === node.v) made = this.#program.constants<Entries>({ K: [1] });
      else if (driving && driving.v === node.v) {
        const parts = this.trace.coordinate(closure);
        made = this.#program.step("coupled entry", { parts }, ({ parts }) => ({ K: { K: parts.slope } })).K;
      } else return null;
    } else {
      const onOuter = closure.outerPath.includes(node.index);
      if (!onOuter && !closure.innerPath.includes(node.index)) return null;
      const meeting = this.#meetings[number];
      if (meeting) {
        const met = meeting.entries(this.columns(node.index), node.nv, onOuter);
        this.#entries.set(key, met);
        return met;
      }
      const inputs = { wrench: this.#wrench(closure), columns: this.columns(node.index) };
      made = this.#program.step(`compound entries ${count} ${node.nv} ${onOuter}`, inputs, ({ wrench, columns }) => ({
        K: {
          K: Array.from({ length: count * node.nv }, (_, e) => {
            const [k, i] = [Math.floor(e / node.nv), e % node.nv];
            const power = add(
              dot3(vec3(wrench.on, 6 * k), vec3(columns.S, 6 * i)),
              dot3(vec3(wrench.on, 6 * k + 3), vec3(columns.S, 6 * i + 3)),
            );
            return onOuter ? neg(power) : power;
          }),
        },
      })).K;
    }
    this.#entries.set(key, made);
    return made;
  }

  readonly #wrenches = new Map<Closure, Rec<{ on: readonly Num[] }>>();

  /** Wrenches of a closure's rows at the origin of the compound's parent. */
  #wrench(closure: FrameClosure): Rec<{ on: readonly Num[] }> {
    const known = this.#wrenches.get(closure);
    if (known) return known;
    const count = this.trace.rowsOf(closure).length;
    const inputs = { wrench: this.trace.frames(closure).wrench };
    const { on } = this.#program.step(`wrench at parent ${count}`, inputs, ({ wrench }) => ({
      on: {
        on: Array.from({ length: count }, (_, k) => {
          const force = vec3(wrench.force, 3 * k);
          return [...add3(vec3(wrench.torque, 3 * k), cross3(vec3(wrench.point), force)), ...force];
        }).flat(),
      },
    }));
    this.#wrenches.set(closure, on);
    return on;
  }

  /** φ of a closure's rows. */
  residual(closure: Closure): Rec<One> {
    const meeting = this.#meetings[this.closures.indexOf(closure)];
    if (meeting) return meeting.residual();
    if (closure.kind === "frames") return this.trace.frames(closure).phi as unknown as Rec<One>;
    const parts = this.trace.coordinate(closure);
    return this.#program.step("coordinate residual", { parts }, ({ parts }) => ({ out: { x: parts.phi } })).out;
  }

  /** γ of a closure's rows. */
  bias(closure: Closure): Rec<One> {
    const meeting = this.#meetings[this.closures.indexOf(closure)];
    if (meeting) return meeting.bias();
    if (closure.kind === "frames") return this.trace.bias(closure) as unknown as Rec<One>;
    const parts = this.trace.coordinate(closure);
    const name = `coordinate bias ${this.trace.rowsOf(closure).length}`;
    return this.#program.step(name, { parts }, ({ parts }) => ({ out: { x: parts.gamma } })).out;
  }

  /** Where the rows of a set are. */
  #rows({ rows }: ClosureSet): readonly SetEntry[] {
    return rows.map((row) => {
      const of = this.closures.findIndex(({ first, rows: all }) => row >= first && row < first + all.length);
      const closure = this.closures[of];
      return { of, at: this.trace.rowsOf(closure).indexOf(row - closure.first) };
    });
  }

  /** All speeds that the rows of a set meet, own ones first. */
  #speeds(set: ClosureSet): readonly number[] {
    const numbers = [...new Set(this.#rows(set).map(({ of }) => of))];
    const met = this.compound.nodes.flatMap((index) => {
      const node = this.trace.tree.skeleton.nodes[index];
      if (node.nv === 0 || !numbers.some((number) => this.entries(number, node))) return [];
      return Array.from({ length: node.nv }, (_, k) => node.v + k);
    });
    return [...set.columns, ...met.filter((v) => !set.columns.includes(v))];
  }

  /** Records of all entries that the rows of a set need, by name, and how to read an entry from them. */
  #matrix(set: ClosureSet) {
    const rows = this.#rows(set);
    const speeds = this.#speeds(set);
    const numbers = [...new Set(rows.map(({ of }) => of))];
    const nodes = [...new Set(speeds.map((v) => this.nodeOf(v)))];
    const inputs: Record<string, Rec<Entries>> = {};
    const sizes = new Map<string, number>();
    numbers.forEach((number, n) =>
      nodes.forEach((node, l) => {
        const rec = this.entries(number, node);
        if (!rec) return;
        inputs[`K${n}_${l}`] = rec;
        sizes.set(`K${n}_${l}`, node.nv);
      }),
    );
    const places = {
      rows: rows.map(({ of, at }) => ({ n: numbers.indexOf(of), at })),
      columns: speeds.map((v) => ({ l: nodes.indexOf(this.nodeOf(v)), at: v - this.nodeOf(v).v })),
    };
    // All that `entry` captures, so that no key can forget a part of it.
    const shape = JSON.stringify([places, [...sizes]]);
    const entry = (x: Readonly<Record<string, Entries>>, row: number, column: number): Num => {
      const { n, at } = places.rows[row];
      const { l, at: of } = places.columns[column];
      const name = `K${n}_${l}`;
      const nv = sizes.get(name);
      return nv === undefined ? 0 : x[name].K[at * nv + of];
    };
    return { inputs, shape, entry, speeds };
  }

  /** L and U of a set's own columns, pivots inverted. */
  factor(set: ClosureSet): Rec<One> {
    const known = this.#factors.get(set);
    if (known) return known;
    const n = set.rows.length;
    const { inputs, shape, entry } = this.#matrix(set);
    const { lu } = this.#program.step(`factor ${n} ${shape}`, inputs, (x) => {
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

  /** How the least pivot of a set compares with its row: 0 where the set cannot be solved, 1 at best. */
  quality(set: ClosureSet): Rec<One> {
    const n = set.rows.length;
    const { inputs, shape, entry, speeds } = this.#matrix(set);
    const all = { ...inputs, lu: this.factor(set) } as unknown as Record<string, Rec<Entries>>;
    return this.#program.step(`quality ${n} ${shape}`, all, (x) => {
      const lu = (x["lu"] as unknown as One).x;
      const parts = Array.from({ length: n }, (_, k) => {
        const largest = speeds.reduce<Num>((most, _, j) => larger(most, entry(x, k, j)), 0);
        return mul(abs(lu[k * n + k]), largest);
      });
      return {
        out: {
          x: [
            div(
              1,
              parts.reduce<Num>((most, part) => max(most, part), 1),
            ),
          ],
        },
      };
    }).out;
  }

  /** How a speed follows the independent ones. */
  follow(speed: number): Rec<FollowFields> {
    const known = this.#follows.get(speed);
    if (known) return known;
    const { independent } = this.compound;
    const place = independent.indexOf(speed);
    if (place >= 0) {
      const row = this.#program.constants<FollowFields>({ g: independent.map((_, j) => (j === place ? 1 : 0)) });
      this.#follows.set(speed, row);
      return row;
    }
    this.#followSets();
    return this.#follows.get(speed) as Rec<FollowFields>;
  }

  /** Set by set, since each needs those before it. */
  #followSets(): void {
    const count = this.compound.independent.length;
    for (const set of this.compound.sets) {
      if (this.#follows.has(set.columns[0])) continue;
      const n = set.rows.length;
      const { inputs, shape, entry, speeds } = this.#matrix(set);
      // Speeds of sets behind this one meet its closures, but not its rows: their entries vanish in every pose.
      const isBefore = (v: number): boolean => this.#follows.has(v) || this.compound.independent.includes(v);
      const before = speeds.slice(n).flatMap((v, j) => (isBefore(v) ? [{ v, j }] : []));
      const rows = Object.fromEntries(before.map(({ v, j }) => [`G${j}`, this.follow(v)]));
      const all = { ...inputs, ...rows, lu: this.factor(set) } as unknown as Record<string, Rec<Entries>>;
      const name = `follow ${n} ${count} ${shape} ${before.map(({ j }) => j).join()}`;
      const outputs = this.#program.step(name, all, (x) => {
        const g = x as unknown as Readonly<Record<string, FollowFields>>;
        const lu = (x["lu"] as unknown as One).x;
        const columns = Array.from({ length: count }, (_, c) =>
          substituteBack(
            lu,
            n,
            Array.from({ length: n }, (_, i) =>
              neg(before.reduce<Num>((sum, { j }) => add(sum, mul(entry(x, i, n + j), g[`G${j}`].g[c])), 0)),
            ),
          ),
        );
        return Object.fromEntries(set.columns.map((_, i) => [`out${i}`, { g: columns.map((column) => column[i]) }]));
      }) as unknown as Readonly<Record<string, Rec<FollowFields>>>;
      set.columns.forEach((v, i) => this.#follows.set(v, outputs[`out${i}`]));
    }
  }

  /**
   * x of the dependent speeds with K x = −b, those of the independent ones being 0: corrections of the coordinates for residuals
   * b, accelerations for biases. Records by speed; independent ones are not there.
   */
  solve(right: (closure: Closure) => Rec<One>): ReadonlyMap<number, Rec<One>> {
    const found = new Map<number, Rec<One>>();
    for (const set of this.compound.sets) {
      const n = set.rows.length;
      const { inputs, shape, entry, speeds } = this.#matrix(set);
      const rows = this.#rows(set);
      const numbers = [...new Set(rows.map(({ of }) => of))];
      const before = speeds.slice(n).flatMap((v, j) => (found.has(v) ? [{ v, j }] : []));
      const all = {
        ...inputs,
        ...Object.fromEntries(numbers.map((number, k) => [`b${k}`, right(this.closures[number])])),
        ...Object.fromEntries(before.map(({ v, j }) => [`x${j}`, found.get(v) as Rec<One>])),
        lu: this.factor(set),
      } as unknown as Record<string, Rec<Entries>>;
      const name = `solve ${n} ${shape} ${before.map(({ j }) => j).join()}`;
      const outputs = this.#program.step(name, all, (x) => {
        const one = x as unknown as Readonly<Record<string, One>>;
        const b = rows.map(({ of, at }) => Object.values(one[`b${numbers.indexOf(of)}`])[0][at]);
        const solution = substituteBack(
          one["lu"].x,
          n,
          b.map((value, i) =>
            neg(before.reduce<Num>((sum, { j }) => add(sum, mul(entry(x, i, n + j), one[`x${j}`].x[0])), value)),
          ),
        );
        return Object.fromEntries(solution.map((value, i) => [`out${i}`, { x: [value] }]));
      }) as unknown as Readonly<Record<string, Rec<One>>>;
      set.columns.forEach((v, i) => found.set(v, outputs[`out${i}`]));
    }
    return found;
  }
}

/** The larger magnitude, without looking at zeros. */
const larger = (most: Num, value: Num): Num => (value === 0 ? most : most === 0 ? abs(value) : max(most, abs(value)));

/** Solves L U x = b in place of b. */
function substituteBack(lu: readonly Num[], n: number, b: Num[]): Num[] {
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) b[i] = sub(b[i], mul(lu[i * n + j], b[j]));
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) b[i] = sub(b[i], mul(lu[i * n + j], b[j]));
    b[i] = mul(b[i], lu[i * n + i]);
  }
  return b;
}
