import type { Num } from "../../../graph/graph.js";
import { add, neg } from "../../../graph/num.js";
import type { Rec } from "../../../kernel/record.js";
import { mat3, mulMatVec } from "../../../spatial/mat3.js";
import { add3, cross3, dot3, vec3 } from "../../../spatial/vec3.js";
import { jointOf } from "../../joints/node-joints.js";
import type { Node } from "../../skeleton/skeleton.js";
import type { ClosureTrace } from "../closures/closure-trace.js";
import type { Closure, CoordinateClosure, FrameClosure } from "../closures/closures.js";
import type { Compound } from "../closures/compounds.js";
import { isMeeting } from "../closures/meetings.js";
import { MeetingTrace } from "./meeting-trace.js";

export type One = { x: readonly Num[] };
/** Derivatives of a closure's rows by the speeds of a node: rows by speeds. */
export type Entries = { K: readonly Num[] };
/** Row of G: a speed by the independent ones. */
export type FollowFields = { g: readonly Num[] };
/** [angular, linear] motion of a node for each of its speeds, at the origin and along the axes of the compound's parent. */
type ColumnFields = { S: readonly Num[] };
type WrenchFields = { on: readonly Num[] };

/** The rows of a compound's closures as its parent sees them: φ, entries of K, γ, each traced when first needed. */
export class CompoundRows {
  readonly trace: ClosureTrace;
  readonly closures: readonly Closure[];
  readonly #parent: number;
  readonly #columns = new Map<number, Rec<ColumnFields>>();
  readonly #entries = new Map<string, Rec<Entries> | null>();
  readonly #wrenches = new Map<Closure, Rec<WrenchFields>>();
  readonly #meetings: readonly (MeetingTrace | null)[];

  constructor(trace: ClosureTrace, { parent, closures }: Compound) {
    this.trace = trace;
    this.#parent = parent;
    this.closures = closures.map((closure) => (closure.kind === "frames" ? { ...closure, base: parent } : closure));
    const kept = new Set(trace.keptRows);
    this.#meetings = this.closures.map((closure, i) =>
      isMeeting(closures[i], parent, (row) => kept.has(row)) ? new MeetingTrace(trace, closure as FrameClosure) : null,
    );
  }

  get #program() {
    return this.trace.tree.program;
  }

  /** φ of a closure's rows. */
  residual(closure: Closure): Rec<One> {
    const meeting = this.#meetings[this.closures.indexOf(closure)];
    if (meeting) return meeting.residual();
    if (closure.kind === "frames") return this.trace.frames(closure).phi as unknown as Rec<One>;
    const parts = this.trace.coordinate(closure);
    return this.#program.step("coordinate residual", { parts }, ({ parts }) => ({ out: { x: parts.phi } })).out;
  }

  /** ∂φ/∂t of a closure's rows: of prescribed motions. */
  drift(closure: Closure): Rec<One> {
    if (closure.kind === "frames") return this.#program.zeros<One>({ x: this.trace.rowsOf(closure).length });
    const parts = this.trace.coordinate(closure);
    return this.#program.step("coordinate drift", { parts }, ({ parts }) => ({ out: { x: parts.drift } })).out;
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

  /** Entries of K in the rows of a closure, by its number, and the columns of a node; null where all of them vanish. */
  entries(number: number, node: Node): Rec<Entries> | null {
    const key = `${number} ${node.index}`;
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const closure = this.closures[number];
    const isEmpty = this.trace.rowsOf(closure).length === 0;
    const made = isEmpty
      ? null
      : closure.kind === "coordinate"
        ? this.#coupled(closure, node)
        : this.#framed(closure, this.#meetings[number], node);
    this.#entries.set(key, made);
    return made;
  }

  #coupled(closure: CoordinateClosure, node: Node): Rec<Entries> | null {
    const speeds = Array.from({ length: node.nv }, (_, k) => node.v + k);
    const [driven, driving] = [closure.driven.v, closure.driving?.v ?? -1].map((v) => speeds.indexOf(v));
    if (driven < 0 && driving < 0) return null;
    const entry = (k: number, slope: Num): Num => (k === driven ? 1 : k === driving ? slope : 0);
    if (driving < 0) return this.#program.constants<Entries>({ K: speeds.map((_, k) => entry(k, 0)) });
    const parts = this.trace.coordinate(closure);
    const name = node.nv === 1 ? "coupled entry" : `coupled entries ${node.nv} ${driven} ${driving}`;
    return this.#program.step(name, { parts }, ({ parts }) => ({
      K: { K: speeds.map((_, k) => entry(k, parts.slope[0])) },
    })).K;
  }

  /** K = wrenchᵀ S, with the opposite sign on the outer path. */
  #framed(closure: FrameClosure, meeting: MeetingTrace | null, { index, nv }: Node): Rec<Entries> | null {
    const onOuter = closure.outerPath.includes(index);
    if (!onOuter && !closure.innerPath.includes(index)) return null;
    if (meeting) return meeting.entries(this.#columnsOf(index), nv, onOuter);
    const count = this.trace.rowsOf(closure).length;
    const inputs = { wrench: this.#wrench(closure), columns: this.#columnsOf(index) };
    return this.#program.step(`compound entries ${count} ${nv} ${onOuter}`, inputs, ({ wrench, columns }) => ({
      K: {
        K: Array.from({ length: count * nv }, (_, e) => {
          const [k, i] = [Math.floor(e / nv), e % nv];
          const power = add(
            dot3(vec3(wrench.on, 6 * k), vec3(columns.S, 6 * i)),
            dot3(vec3(wrench.on, 6 * k + 3), vec3(columns.S, 6 * i + 3)),
          );
          return onOuter ? neg(power) : power;
        }),
      },
    })).K;
  }

  #columnsOf(index: number): Rec<ColumnFields> {
    const known = this.#columns.get(index);
    if (known) return known;
    const { tree } = this.trace;
    const node = tree.skeleton.nodes[index];
    const { key, rec } = tree.frames[index];
    const pose = this.trace.base(this.#parent).pose(index);
    const inputs = { frame: rec, posture: tree.posture(index), pose };
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

  /** Wrenches of a closure's rows at the origin of the compound's parent. */
  #wrench(closure: FrameClosure): Rec<WrenchFields> {
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
}
