import type { Num } from "../../../graph/graph.js";
import { neg } from "../../../graph/num.js";
import type { Rec } from "../../../kernel/record.js";
import type { SpatialFields } from "../../../spatial/inertia.js";
import { mat3, mulMatVec } from "../../../spatial/mat3.js";
import { add3, cross3, sub3, vec3, zero3, type Vec3 } from "../../../spatial/vec3.js";
import type { PoseFields } from "../../skeleton/records.js";
import type { ClosureTrace } from "../closures/closure-trace.js";
import type { ClosureFrame, FrameClosure } from "../closures/closures.js";

type One = { x: readonly Num[] };
type Points = { outer: readonly Num[]; inner: readonly Num[] };

/** Two points that must coincide, with rows along the axes of the base: the inner point's motion less the outer one's. */
export class MeetingTrace {
  readonly #trace: ClosureTrace;
  readonly #closure: FrameClosure;
  #made: Rec<Points> | null = null;

  constructor(trace: ClosureTrace, closure: FrameClosure) {
    this.#trace = trace;
    this.#closure = closure;
  }

  get #program() {
    return this.#trace.tree.program;
  }

  #pose({ node }: ClosureFrame): Rec<PoseFields> {
    const { base } = this.#closure;
    return node === base ? this.#program.zeros<PoseFields>({ R: 9, p: 3 }) : this.#trace.base(base).pose(node);
  }

  #arm({ p }: ClosureFrame): Rec<One> {
    return this.#program.constants<One>({ x: [...p] });
  }

  /** Which of the two points stand still in the base, as part of a name. */
  get #still(): readonly [outer: boolean, inner: boolean] {
    const { outer, inner, base } = this.#closure;
    return [outer.node === base, inner.node === base];
  }

  #points(): Rec<Points> {
    if (this.#made) return this.#made;
    const { outer, inner } = this.#closure;
    const [isOuterStill, isInnerStill] = this.#still;
    const inputs = {
      outerPose: this.#pose(outer),
      innerPose: this.#pose(inner),
      outerArm: this.#arm(outer),
      innerArm: this.#arm(inner),
    };
    const at = (pose: PoseFields, arm: Vec3): Vec3 => add3(vec3(pose.p), mulMatVec(mat3(pose.R), arm));
    const { points } = this.#program.step(`meeting points ${isOuterStill} ${isInnerStill}`, inputs, (x) => ({
      points: {
        outer: [...(isOuterStill ? vec3(x.outerArm.x) : at(x.outerPose, vec3(x.outerArm.x)))],
        inner: [...(isInnerStill ? vec3(x.innerArm.x) : at(x.innerPose, vec3(x.innerArm.x)))],
      },
    }));
    return (this.#made = points);
  }

  residual(): Rec<One> {
    return this.#program.step("meeting residual", { points: this.#points() }, ({ points }) => ({
      out: { x: [...sub3(vec3(points.inner), vec3(points.outer))] },
    })).out;
  }

  /** @param columns motions of a node at the base's origin, [angular, linear] for each of its speeds */
  entries(columns: Rec<{ S: readonly Num[] }>, count: number, onOuter: boolean): Rec<{ K: readonly Num[] }> {
    const inputs = { points: this.#points(), columns };
    return this.#program.step(`meeting entries ${count} ${onOuter}`, inputs, ({ points, columns }) => {
      const point = vec3(onOuter ? points.outer : points.inner);
      const motions = Array.from({ length: count }, (_, i) =>
        add3(vec3(columns.S, 6 * i + 3), cross3(vec3(columns.S, 6 * i), point)),
      );
      return { K: { K: [0, 1, 2].flatMap((k) => motions.map((v) => (onOuter ? neg(v[k]) : v[k]))) } };
    }).K;
  }

  bias(): Rec<One> {
    const { outer, inner, base } = this.#closure;
    const [isOuterStill, isInnerStill] = this.#still;
    const kinematics = this.#trace.base(base);
    const inputs = {
      outerPose: this.#pose(outer),
      innerPose: this.#pose(inner),
      outerArm: this.#arm(outer),
      innerArm: this.#arm(inner),
      outerVelocity: kinematics.velocity(outer.node),
      innerVelocity: kinematics.velocity(inner.node),
      outerBias: kinematics.bias(outer.node),
      innerBias: kinematics.bias(inner.node),
    };
    const of = (pose: PoseFields, arm: Vec3, velocity: SpatialFields, bias: SpatialFields): Vec3 => {
      const omega = vec3(velocity.angular);
      const inNode = add3(vec3(bias.linear), add3(cross3(vec3(bias.angular), arm), cross3(omega, cross3(omega, arm))));
      return mulMatVec(mat3(pose.R), inNode);
    };
    return this.#program.step(`meeting bias ${isOuterStill} ${isInnerStill}`, inputs, (x) => {
      const A = isOuterStill ? zero3 : of(x.outerPose, vec3(x.outerArm.x), x.outerVelocity, x.outerBias);
      const B = isInnerStill ? zero3 : of(x.innerPose, vec3(x.innerArm.x), x.innerVelocity, x.innerBias);
      return { out: { x: [...sub3(B, A)] } };
    }).out;
  }
}
