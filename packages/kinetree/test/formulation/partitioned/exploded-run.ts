import { traceLoads } from "../../../src/formulation/loads/loads.js";
import { explode } from "../../../src/formulation/loops/absolute/explode.js";
import { makePartitionedHost } from "../../../src/formulation/partitioned/host.js";
import { partitionSlots, type PartitionSlots } from "../../../src/formulation/partitioned/partition-data.js";
import { tracePartitioned, type PartitionedDynamics } from "../../../src/formulation/partitioned/partitioned.js";
import { buildSkeleton } from "../../../src/formulation/skeleton/skeleton.js";
import type { State } from "../../../src/state/state.js";
import { TreeProgram } from "../../../src/formulation/tree/tree-program.js";
import { Code, I32 } from "../../../src/kernel/code.js";
import { Instance, type EntryFunction } from "../../../src/kernel/instance.js";
import { link } from "../../../src/kernel/link.js";
import type { Rec } from "../../../src/kernel/record.js";
import type { Model } from "../../../src/model/types.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { add, apply, cross, dot, matrixOfQuaternion, scale, type V3 } from "../../support/numbers.js";

/** A model in absolute coordinates at work, with a Runge-Kutta method of fourth order written out in plain numbers. */
export class ExplodedRun {
  readonly model: Model;
  readonly topology: ReturnType<typeof buildTopology>;
  readonly traced: PartitionedDynamics;
  readonly slots: PartitionSlots;
  readonly nq: number;
  readonly nv: number;
  readonly rows: number;
  readonly #tree: TreeProgram;
  readonly #vdot: Rec;
  readonly #instance: Instance;
  readonly #offsetOf: (rec: Rec) => number;

  constructor(whole: Model) {
    this.model = explode(whole);
    this.topology = buildTopology(this.model);
    const skeleton = buildSkeleton(this.model, this.topology);
    const tree = (this.#tree = new TreeProgram(skeleton));
    this.#vdot = tree.program.state({ vdot: skeleton.nv });
    [this.nq, this.nv] = [skeleton.nq, skeleton.nv];
    this.traced = tracePartitioned(tree, traceLoads(tree), this.#vdot);
    this.rows = this.traced.closures.reduce((sum, { rows }) => sum + rows.length, 0);
    this.slots = partitionSlots({ rows: this.rows, nq: this.nq, nv: this.nv });
    const { artifact, offsetOf } = link(tree.program, (linkage) => {
      const put = (name: string, index: number): void => {
        linkage.module.add(new Code([I32, I32, I32]).get(0).get(1).get(2).call(index), name);
      };
      put("test accelerate", this.traced.accelerate(linkage));
      if (this.traced.settle) put("test settle", this.traced.settle.finish(linkage));
    });
    this.#offsetOf = offsetOf;
    this.#instance = new Instance(artifact, { hosts: makePartitionedHost });
    whole.parameters.forEach(({ value }, i) => this.#instance.setParameter(i, value));
    this.#instance.prologue();
  }

  write(rec: Rec, values: ArrayLike<number>, lanes: readonly (0 | 1)[] = [0, 1]): void {
    const at = (this.#instance.state() + this.#offsetOf(rec)) / 8;
    for (const lane of lanes) for (let i = 0; i < values.length; i++) this.#instance.f64[at + 2 * i + lane] = values[i];
  }

  read(rec: Rec, lane: 0 | 1 = 0): Float64Array {
    const at = (this.#instance.state() + this.#offsetOf(rec)) / 8 + lane;
    return Float64Array.from({ length: rec.layout.size }, (_, i) => this.#instance.f64[at + 2 * i]);
  }

  #run(name: string): void {
    (this.#instance.exports[name] as EntryFunction)(
      this.#instance.state(),
      this.#instance.parameters(),
      this.#instance.work,
    );
  }

  partition(slot: keyof PartitionSlots, lane: 0 | 1 = 0): number {
    return this.read(this.traced.partition, lane)[this.slots[slot]];
  }

  put({ t, q, v }: State, delta: Float64Array = new Float64Array(this.nv), lanes: readonly (0 | 1)[] = [0, 1]): void {
    this.write(this.#tree.t, [t], lanes);
    this.write(this.#tree.q, q, lanes);
    this.write(this.#tree.delta, delta, lanes);
    this.write(this.#tree.v, v, lanes);
  }

  /** v̇ of what has been put. */
  accelerate(): Float64Array {
    this.#run("test accelerate");
    return this.vdot(0);
  }

  lambda(lane: 0 | 1 = 0): Float64Array {
    return this.traced.lambda ? this.read(this.traced.lambda, lane) : new Float64Array(0);
  }

  /** v̇ as it was last computed. */
  vdot(lane: 0 | 1): Float64Array {
    return this.read(this.#vdot, lane);
  }

  /** q, δ and v as they are. */
  lane(lane: 0 | 1): { q: Float64Array; delta: Float64Array; v: Float64Array } {
    const { q, delta, v } = this.#tree;
    return { q: this.read(q, lane), delta: this.read(delta, lane), v: this.read(v, lane) };
  }

  /** Puts what has been put back onto the closures. */
  settle(): { q: Float64Array; delta: Float64Array; v: Float64Array } {
    this.#run("test settle");
    return this.lane(0);
  }

  /** One step of the classical Runge-Kutta method on [δ, v], with the state settled at every stage. */
  step(state: State, h: number): State {
    const { nv } = this;
    const y0 = [new Float64Array(nv), state.v] as const;
    const slope = (at: State, delta: Float64Array): readonly [Float64Array, Float64Array] => {
      this.put(at, delta);
      return [this.#deltaRates(at.q, delta, at.v), this.accelerate()];
    };
    const stage = (ks: readonly (readonly [Float64Array, Float64Array])[], weights: readonly number[], c: number) => {
      const [delta, v] = y0.map((y, part) =>
        y.map((x, i) => x + h * ks.reduce((sum, k, s) => sum + weights[s] * k[part as 0 | 1][i], 0)),
      );
      this.put({ t: state.t + c * h, q: this.retract(state.q, delta), v }, delta);
      const settled = this.settle();
      return { state: { t: state.t + c * h, q: settled.q, v: settled.v }, delta: settled.delta };
    };
    const k1 = slope(state, y0[0]);
    const s2 = stage([k1], [0.5], 0.5);
    const k2 = slope(s2.state, s2.delta);
    const s3 = stage([k2], [0.5], 0.5);
    const k3 = slope(s3.state, s3.delta);
    const s4 = stage([k3], [1], 1);
    const k4 = slope(s4.state, s4.delta);
    return stage([k1, k2, k3, k4], [1 / 6, 1 / 3, 1 / 3, 1 / 6], 1).state;
  }

  retract(q0: Float64Array, delta: Float64Array): Float64Array {
    const q = q0.slice();
    for (const { qStart: at, vStart: v } of this.topology.tree) {
      for (let i = 0; i < 3; i++) q[at + i] += delta[v + 3 + i];
      const [a, b, c] = [delta[v] / 2, delta[v + 1] / 2, delta[v + 2] / 2];
      const [w, x, y, z] = q0.slice(at + 3, at + 7);
      const turned = [
        w - a * x - b * y - c * z,
        x + w * a + y * c - z * b,
        y + w * b + z * a - x * c,
        z + w * c + x * b - y * a,
      ];
      const length = Math.hypot(...turned);
      q.set(
        turned.map((e) => e / length),
        at + 3,
      );
    }
    return q;
  }

  #deltaRates(q: Float64Array, delta: Float64Array, v: Float64Array): Float64Array {
    const rates = new Float64Array(this.nv);
    for (const { qStart, vStart: at } of this.topology.tree) {
      const three = (x: Float64Array, i: number): V3 => [x[i], x[i + 1], x[i + 2]];
      const [d, omega] = [three(delta, at), three(v, at)];
      rates.set(add(add(omega, scale(0.5, cross(d, omega))), scale(0.25 * dot(d, omega), d)), at);
      rates.set(apply(matrixOfQuaternion(q.subarray(qStart + 3, qStart + 7)), three(v, at + 3)), at + 3);
    }
    return rates;
  }
}
