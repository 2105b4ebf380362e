import { AUGMENTED_HOST, makeAugmentedHost } from "../../../src/formulation/augmented/host.js";
import {
  traceAugmented,
  type AugmentedContext,
  type AugmentedDynamics,
} from "../../../src/formulation/augmented/augmented.js";
import {
  makeAugmentedProjection,
  type AugmentedProjectionData,
} from "../../../src/formulation/augmented/projection-host.js";
import type { AugmentedOptions } from "../../../src/formulation/augmented/options.js";
import type { Evaluator } from "../../../src/evaluate/evaluator-types.js";
import { explode } from "../../../src/formulation/loops/absolute/explode.js";
import { traceLoads } from "../../../src/formulation/loads/loads.js";
import { parameterValues } from "../../../src/state/parameter-values.js";
import { buildSkeleton } from "../../../src/formulation/skeleton/skeleton.js";
import type { State } from "../../../src/state/state.js";
import { TreeProgram } from "../../../src/formulation/tree/tree-program.js";
import { Instance, type EntryFunction } from "../../../src/kernel/instance.js";
import { link } from "../../../src/kernel/link.js";
import type { Rec } from "../../../src/kernel/record.js";
import { evaluateReal, parameterDefaults } from "../../../src/model/evaluate-real.js";
import type { Model } from "../../../src/model/types.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { matrixOfQuaternion, type M3, type V3 } from "../../support/numbers.js";

const cross = (a: ArrayLike<number>, b: ArrayLike<number>): V3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const plus = (a: ArrayLike<number>, b: ArrayLike<number>): V3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const minus = (a: ArrayLike<number>, b: ArrayLike<number>): V3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const turned = (R: M3, v: ArrayLike<number>): V3 =>
  [0, 1, 2].map((i) => R[i][0] * v[0] + R[i][1] * v[1] + R[i][2] * v[2]) as unknown as V3;
const turnedBack = (R: M3, v: ArrayLike<number>): V3 =>
  [0, 1, 2].map((j) => R[0][j] * v[0] + R[1][j] * v[1] + R[2][j] * v[2]) as unknown as V3;

/** A mechanism with every body on its own, compiled, on one pair of samples. */
export class Exploded {
  readonly model: Model;
  readonly dynamics: AugmentedDynamics;
  readonly nq: number;
  readonly nv: number;
  readonly flops: number;
  readonly #tree: TreeProgram;
  readonly #vdot: Rec;
  readonly #instance: Instance;
  readonly #offsetOf: (rec: Rec) => number;

  constructor(model: Model, options: Partial<AugmentedOptions> = {}, context: Partial<AugmentedContext> = {}) {
    this.model = explode(model);
    const tree = (this.#tree = new TreeProgram(buildSkeleton(this.model, buildTopology(this.model))));
    ({ nq: this.nq, nv: this.nv } = tree.skeleton);
    this.#vdot = tree.program.state({ vdot: this.nv });
    tree.begin("dynamics");
    this.dynamics = traceAugmented(tree, traceLoads(tree), this.#vdot, options, context);
    const { artifact, offsetOf } = link(tree.program, (linkage) => {
      linkage.module.export(this.dynamics.accelerate(linkage), "evaluate");
      const { settle } = this.dynamics;
      if (settle) linkage.module.export(settle.finish(linkage), "settle");
    });
    this.#offsetOf = offsetOf;
    this.flops = artifact.flops["dynamics"];
    this.#instance = new Instance(artifact, {
      hosts: (spec, instance) => {
        const data = structuredClone(spec.data) as AugmentedProjectionData;
        return spec.kind === AUGMENTED_HOST
          ? makeAugmentedHost(data, instance)
          : makeAugmentedProjection(data, instance);
      },
    });
    parameterValues(this.model, {}).forEach((value, i) => this.#instance.setParameter(i, value));
    this.#instance.prologue();
  }

  /** Sets a parameter of the model, in one lane or in both. */
  setParameter(name: string, value: number, lane?: 0 | 1): void {
    this.#instance.setParameter(
      this.model.parameters.findIndex((each) => each.name === name),
      value,
      lane,
    );
    this.#instance.prologue();
  }

  write(rec: Rec, values: ArrayLike<number>, lanes: readonly number[] = [0, 1]): void {
    const at = (this.#instance.state() + this.#offsetOf(rec)) / 8;
    for (const lane of lanes) for (let i = 0; i < values.length; i++) this.#instance.f64[at + 2 * i + lane] = values[i];
  }

  read(rec: Rec, lane = 0): Float64Array {
    const at = (this.#instance.state() + this.#offsetOf(rec)) / 8 + lane;
    return Float64Array.from({ length: rec.layout.size }, (_, i) => this.#instance.f64[at + 2 * i]);
  }

  setState({ t, q, v }: State, lanes: readonly number[] = [0, 1]): void {
    this.write(this.#tree.t, [t], lanes);
    this.write(this.#tree.q, q, lanes);
    this.write(this.#tree.v, v, lanes);
  }

  setCommands(u: ArrayLike<number>): void {
    this.write(this.#tree.u, u);
  }

  run(what: "evaluate" | "settle" = "evaluate"): void {
    const instance = this.#instance;
    (instance.exports[what] as EntryFunction)(instance.state(), instance.parameters(), instance.work);
  }

  /** Coordinates and speeds as they are. */
  state(lane = 0): State {
    return { t: 0, q: this.read(this.#tree.q, lane), v: this.read(this.#tree.v, lane) };
  }

  vdot(lane = 0): Float64Array {
    return this.read(this.#vdot, lane);
  }

  lambda(lane = 0): Float64Array {
    return this.read(this.dynamics.lambda, lane);
  }

  /** Places of a body's coordinates and speeds. */
  #places(body: number): { readonly q: number; readonly v: number } {
    const node = this.#tree.skeleton.nodes[this.#tree.skeleton.bodies[body].node];
    return { q: node.q, v: node.v };
  }

  /** The same motion as that of a state in joint coordinates. */
  stateOf(evaluator: Evaluator, state: State): State {
    const q = new Float64Array(this.nq);
    const v = new Float64Array(this.nv);
    const values = parameterDefaults(this.model);
    evaluator.bodies(state).forEach(({ position, quaternion, angularVelocity, linearVelocity }, body) => {
      const R = matrixOfQuaternion(quaternion as unknown as [number, number, number, number]);
      const arm = turned(
        R,
        this.model.bodies[body].com.map((x) => evaluateReal(x, values)),
      );
      const place = this.#places(body);
      q.set(plus(position, arm), place.q);
      q.set(quaternion, place.q + 3);
      v.set(turnedBack(R, angularVelocity), place.v);
      v.set(turnedBack(R, plus(linearVelocity, cross(angularVelocity, arm))), place.v + 3);
    });
    return { t: state.t, q, v };
  }

  /** Accelerations of the bodies' own speeds that go with those of joint coordinates. */
  vdotOf(evaluator: Evaluator, state: State, vdot: Float64Array, inputs: { u?: Float64Array } = {}): Float64Array {
    const out = new Float64Array(this.nv);
    const values = parameterDefaults(this.model);
    const motions = evaluator.bodies(state);
    evaluator.bodyAccelerations(state, vdot, inputs).forEach(({ angular, linear }, body) => {
      const { quaternion, angularVelocity: omega, linearVelocity } = motions[body];
      const R = matrixOfQuaternion(quaternion as unknown as [number, number, number, number]);
      const arm = turned(
        R,
        this.model.bodies[body].com.map((x) => evaluateReal(x, values)),
      );
      const a = plus(linear, plus(cross(angular, arm), cross(omega, cross(omega, arm))));
      const v = plus(linearVelocity, cross(omega, arm));
      const place = this.#places(body);
      out.set(turnedBack(R, angular), place.v);
      // d/dt of components along axes that turn: less ω × v.
      out.set(turnedBack(R, minus(a, cross(omega, v))), place.v + 3);
    });
    return out;
  }
}
