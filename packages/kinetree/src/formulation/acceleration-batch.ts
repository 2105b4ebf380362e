import { RequestError } from "../errors/kinetree-error.js";
import { Instance } from "../kernel/instance.js";
import { link } from "../kernel/link.js";
import type { Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";
import { formulationNamed } from "./formulations.js";
import type { FormulationName } from "./formulation.js";
import { traceLoads } from "./loads.js";
import { buildSkeleton } from "./skeleton.js";
import { TreeProgram } from "./tree-program.js";

/**
 * Accelerations of many states of one model, two at a time: for sampling, optimisation and learning, where states come by the
 * hundred. States stay in the kernel's memory until they are overwritten.
 */
export interface AccelerationBatch {
  readonly count: number;
  readonly nq: number;
  readonly nv: number;
  /** Floating-point operations for one state: additions, multiplications, divisions and square roots, one each. */
  readonly flops: number;
  /** Bytes of the kernel's memory. */
  readonly memoryBytes: number;
  /** Puts a state in place k. Nothing is checked here: this is the fast road. */
  readonly set: (k: number, q: ArrayLike<number>, v: ArrayLike<number>, tau?: ArrayLike<number>) => void;
  /** Computes place k, and its neighbour (k with its last bit flipped) along with it. */
  readonly evaluate: (k: number) => void;
  readonly evaluateAll: () => void;
  /** out[i] = v̇ of place k, as last computed. */
  readonly read: (out: Float64Array, k: number) => void;
}

export function createAccelerationBatch(
  model: Model,
  count: number,
  options: { readonly formulation?: FormulationName } = {},
): AccelerationBatch {
  if (!Number.isInteger(count) || count < 1) {
    throw new RequestError({
      code: "no-states",
      subject: "count",
      value: count,
      message: `count is ${count}, must be a whole number of at least 1: the number of states to keep.`,
    });
  }
  const topology = buildTopology(model);
  const formulation = formulationNamed(options.formulation ?? "articulated");
  const reason = formulation.refuses(model, topology);
  if (reason !== null) {
    throw new RequestError({
      code: "formulation-refuses",
      subject: `formulation "${formulation.name}"`,
      message: reason,
    });
  }
  const tree = new TreeProgram(buildSkeleton(model, topology));
  const { nq, nv } = tree.skeleton;
  const vdot = tree.program.state({ vdot: nv });
  const finish = formulation.trace(tree.begin("dynamics"), traceLoads(tree), vdot);
  const name = "accelerations";
  const { artifact, offsetOf } = link(tree.program, (linkage) => linkage.module.export(finish(linkage), name));
  const blocks = Math.ceil(count / 2);
  const instance = new Instance(artifact, { blocks });
  model.parameters.forEach(({ value }, i) => instance.setParameter(i, value));
  instance.prologue();
  const { f64, work } = instance;
  const states = Array.from({ length: blocks }, (_, block) => instance.state(block));
  const parameters = instance.parameters();
  const compute = instance.entries[name];
  const [atQ, atV, atTau, atVdot] = [tree.q, tree.v, tree.tau, vdot].map((rec) => offsetOf(rec) / 8);
  const write = (start: number, values: ArrayLike<number>): void => {
    for (let i = 0; i < values.length; i++) f64[start + 2 * i] = values[i];
  };
  const place = (k: number): number => states[k >> 1] / 8 + (k & 1);
  const batch: AccelerationBatch = {
    count,
    nq,
    nv,
    flops: artifact.flops["dynamics"],
    memoryBytes: instance.memory.buffer.byteLength,
    set: (k, q, v, tau) => {
      const at = place(k);
      write(at + atQ, q);
      write(at + atV, v);
      if (tau) write(at + atTau, tau);
      // The last place of an odd number has no neighbour: it keeps itself company, so that no lane computes with zeros.
      if (k === count - 1 && (k & 1) === 0) {
        write(at + 1 + atQ, q);
        write(at + 1 + atV, v);
      }
    },
    evaluate: (k) => compute(states[k >> 1], parameters, work),
    evaluateAll: () => {
      for (let block = 0; block < blocks; block++) compute(states[block], parameters, work);
    },
    read: (out, k) => {
      const at = place(k) + atVdot;
      for (let i = 0; i < nv; i++) out[i] = f64[at + 2 * i];
    },
  };
  return batch;
}
