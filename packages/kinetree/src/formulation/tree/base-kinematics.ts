import type { Rec } from "../../kernel/record.js";
import { addSpatial, spatialFields, spatialFrom, type SpatialFields } from "../../spatial/inertia.js";
import { identity3, mat3 } from "../../spatial/mat3.js";
import { composePose, motionToInner, vectorToInner } from "../../spatial/placement.js";
import { add3, vec3, zero3 } from "../../spatial/vec3.js";
import { jointOf, velocityAcceleration } from "../joints/node-joints.js";
import type { PoseFields } from "../skeleton/records.js";
import type { Node } from "../skeleton/skeleton.js";
import type { TreeProgram } from "./tree-program.js";

/** Poses and motions of nodes relative to a common base: closures depend on nothing else, and the frames are cheaper. */
export class BaseKinematics {
  readonly #tree: TreeProgram;
  readonly base: number;
  readonly #poses = new Map<number, Rec<PoseFields>>();
  readonly #velocities = new Map<number, Rec<SpatialFields>>();
  readonly #biases = new Map<number, Rec<SpatialFields>>();
  readonly #still: Rec<SpatialFields>;

  constructor(tree: TreeProgram, base: number) {
    this.#tree = tree;
    this.base = base;
    this.#still = tree.program.zeros<SpatialFields>({ angular: 3, linear: 3 });
  }

  /** Records are made for ancestors first. */
  #along<R>(made: Map<number, R>, node: number, make: (node: Node) => R): R {
    const missing: number[] = [];
    const { nodes } = this.#tree.skeleton;
    for (let i = node; i !== this.base && !made.has(i); i = nodes[i].parent) missing.push(i);
    for (const i of missing.reverse()) made.set(i, make(nodes[i]));
    return made.get(node) as R;
  }

  /** Orientation and origin in the base; not for the base itself. */
  pose(node: number): Rec<PoseFields> {
    const { program, frames } = this.#tree;
    return this.#along(this.#poses, node, ({ index, parent }) => {
      const { key, rec, rebuild } = frames[index];
      const inputs = { frame: rec, posture: this.#tree.posture(index) };
      const fields = ({ R, p }: ReturnType<typeof composePose>): PoseFields => ({ R: R.flat(), p: [...p] });
      if (parent === this.base)
        return program.step(`pose root ${key}`, inputs, ({ frame, posture }) => ({
          pose: fields(composePose({ R: identity3, p: zero3 }, rebuild(frame, posture))),
        })).pose;
      const carrier = this.#poses.get(parent) as Rec<PoseFields>;
      return program.step(`pose ${key}`, { ...inputs, parent: carrier }, ({ frame, posture, parent }) => ({
        pose: fields(composePose({ R: mat3(parent.R), p: vec3(parent.p) }, rebuild(frame, posture))),
      })).pose;
    });
  }

  /** Angular velocity, and velocity of the origin, in the node's axes. */
  velocity(node: number): Rec<SpatialFields> {
    if (node === this.base) return this.#still;
    const { program, frames } = this.#tree;
    return this.#along(this.#velocities, node, (n) => {
      const { key, rec, rebuild } = frames[n.index];
      const inputs = {
        frame: rec,
        posture: this.#tree.posture(n.index),
        parent: this.#velocities.get(n.parent) ?? this.#still,
        rate: this.#tree.rate(n.index),
      };
      return program.step(`velocity in base ${key}`, inputs, ({ frame, posture, parent, rate: { rate } }) => {
        const carried = motionToInner(rebuild(frame, posture), spatialFrom(parent));
        return { velocity: spatialFields(addSpatial(carried, jointOf(n).relative(n, { frame, posture }, rate))) };
      }).velocity;
    });
  }

  /** Acceleration that the speeds alone cause, in the node's axes. */
  bias(node: number): Rec<SpatialFields> {
    if (node === this.base) return this.#still;
    const { program, frames } = this.#tree;
    this.velocity(node);
    return this.#along(this.#biases, node, (n) => {
      const { key, rec, rebuild } = frames[n.index];
      const inputs = {
        frame: rec,
        posture: this.#tree.posture(n.index),
        carrier: this.#velocities.get(n.parent) ?? this.#still,
        rate: this.#tree.rate(n.index),
        parent: this.#biases.get(n.parent) ?? this.#still,
        sway: this.#tree.flexible.sway(n),
      };
      return program.step(`bias in base ${key}`, inputs, (x) => {
        const X = rebuild(x.frame, x.posture);
        const omega_parent = vec3(x.carrier.angular);
        const omega = add3(vectorToInner(X, omega_parent), jointOf(n).relative(n, x, x.rate.rate).angular);
        const c = velocityAcceleration(n, X, x, omega_parent, omega);
        const swaying = { angular: vec3(x.sway.rate), linear: vec3(x.sway.rate, 3) };
        return { bias: spatialFields(addSpatial(motionToInner(X, spatialFrom(x.parent)), addSpatial(c, swaying))) };
      }).bias;
    });
  }
}
