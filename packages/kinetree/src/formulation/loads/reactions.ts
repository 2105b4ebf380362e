import type { Num } from "../../graph/graph.js";
import { add, mul } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import { definitionOf } from "../../model/joints.js";
import { spatialFields, spatialFrom, type SpatialFields } from "../../spatial/inertia.js";
import { mat3, mulMatMat, mulMatVec, transpose3 } from "../../spatial/mat3.js";
import { add3, scale3, vec3, zero3, type Vec3 } from "../../spatial/vec3.js";
import { tableKeys } from "./table-keys.js";
import type { NodeLoads } from "../tree/node-loads.js";
import type { PoseFields } from "../skeleton/records.js";
import type { TreeProgram } from "../tree/tree-program.js";
import { ClosureTrace } from "../loops/closures/closure-trace.js";
import { cutLoad } from "./cut-loads.js";
import { closuresOf, rowCount, type Closure } from "../loops/closures/closures.js";

type Rows = { x: readonly Num[] };

/** Forces of closures for given multipliers: on the nodes, and as loads of the cut joints. */
export class Reactions {
  readonly #tree: TreeProgram;
  readonly #trace: ClosureTrace;
  readonly closures: readonly Closure[];
  /** Multipliers of all rows: a state record for the caller to fill. */
  readonly lambda: Rec;

  constructor(tree: TreeProgram) {
    this.#tree = tree;
    this.closures = closuresOf(tree.skeleton);
    this.#trace = new ClosureTrace(tree, this.closures);
    this.lambda = tree.program.state({ x: rowCount(this.closures) });
  }

  #multipliers({ first, rows }: Closure): Rec<Rows> {
    return this.#tree.program.slice<Rows>(this.lambda, first, { x: rows.length });
  }

  /** The loads with those of the closures added, or of some of them. */
  with(loads: NodeLoads, isWanted: (closure: Closure) => boolean = () => true): NodeLoads {
    const { program, skeleton } = this.#tree;
    const wrenches = new Map<number, Rec<SpatialFields>>();
    const efforts = new Map<number, Rec<{ tau: readonly Num[] }>>();
    const push = (v: number, lambda: Rec<Rows>, slope: Rec<Rows>): void => {
      const node = skeleton.nodes.find((each) => each.v <= v && v < each.v + each.nv);
      if (!node) return;
      const inputs = { effort: efforts.get(node.index) ?? loads.effort(node.index), lambda, slope };
      const own = v - node.v;
      const { effort } = program.step(`reaction along ${own} of ${node.nv}`, inputs, ({ effort, lambda, slope }) => ({
        effort: { tau: effort.tau.map((tau, k) => (k === own ? add(tau, mul(slope.x[0], lambda.x[0])) : tau)) },
      }));
      efforts.set(node.index, effort);
    };
    for (const closure of this.closures) {
      if (!isWanted(closure)) continue;
      const lambda = this.#multipliers(closure);
      if (closure.kind === "coordinate") {
        const parts = this.#trace.coordinate(closure);
        push(closure.driven.v, lambda, program.constants<Rows>({ x: [1] }));
        if (closure.driving) {
          const { slope } = program.step("reaction slope", { parts }, ({ parts }) => ({ slope: { x: parts.slope } }));
          push(closure.driving.v, lambda, slope);
        }
        continue;
      }
      for (const { node } of [closure.outer, closure.inner]) {
        if (node < 0) continue;
        const inputs = {
          sum: wrenches.get(node) ?? loads.wrench(node),
          rows: this.#trace.onNode(closure, node),
          lambda,
        };
        const { sum } = program.step(`reaction on node ${closure.rows.length}`, inputs, ({ sum, rows, lambda }) => {
          const start = spatialFrom(sum);
          const total = (first: number, from: Vec3): Vec3 =>
            lambda.x.reduce<Vec3>((all, l, k) => add3(all, scale3(l, vec3(rows.on, 6 * k + first))), from);
          return { sum: spatialFields({ angular: total(0, start.angular), linear: total(3, start.linear) }) };
        });
        wrenches.set(node, sum);
      }
    }
    return {
      effort: (node) => efforts.get(node) ?? loads.effort(node),
      armature: loads.armature,
      wrench: (node) => wrenches.get(node) ?? loads.wrench(node),
    };
  }

  /** Loads of the cut joints: torque and force that the parent exerts on the child, at and along the joint frame on the child. */
  jointLoads(out: Rec): void {
    const { program, skeleton } = this.#tree;
    const { joints } = skeleton.model;
    const keyOf = this.#tree.once("table keys", tableKeys);
    for (const joint of skeleton.topology.cuts) {
      // A free joint has no constraints, so no closure, but springs and drives act along it as along any other.
      const own = definitionOf(joints[joint]).closes === "nothing" ? cutLoad(this.#tree, joints[joint], keyOf) : null;
      const into = { load: program.slice(out, 6 * joint, { load: 6 }) };
      if (own) program.step("free cut joint load", { own }, ({ own }) => ({ load: { load: own.load } }), into);
    }
    for (const closure of this.closures) {
      if (closure.kind !== "frames" || closure.joint < 0) continue;
      const { inner, base, relation } = closure;
      const isBase = inner.node === base;
      const axes = mulMatMat(inner.R, transpose3(relation.innerAxes)); // R_node_joint
      const inputs = {
        wrench: this.#trace.frames(closure).wrench,
        pose: isBase ? program.zeros<PoseFields>({ R: 9, p: 3 }) : this.#trace.base(base).pose(inner.node),
        frame: program.constants<{ R: readonly Num[] }>({ R: axes.flat() }),
        lambda: this.#multipliers(closure),
        own: cutLoad(this.#tree, joints[closure.joint], keyOf) ?? program.zeros<{ load: readonly Num[] }>({ load: 6 }),
      };
      program.step(
        `cut joint load ${isBase} ${closure.rows.length}`,
        inputs,
        ({ wrench, pose, frame, lambda, own }) => {
          const total = (from: readonly Num[]): Vec3 =>
            lambda.x.reduce<Vec3>((all, l, k) => add3(all, scale3(l, vec3(from, 3 * k))), zero3);
          const R = isBase ? mat3(frame.R) : mulMatMat(mat3(pose.R), mat3(frame.R));
          const toJoint = transpose3(R);
          const held = [...mulMatVec(toJoint, total(wrench.torque)), ...mulMatVec(toJoint, total(wrench.force))];
          return { load: { load: held.map((x, k) => add(x, own.load[k])) } };
        },
        { load: program.slice(out, 6 * closure.joint, { load: 6 }) },
      );
    }
  }
}
