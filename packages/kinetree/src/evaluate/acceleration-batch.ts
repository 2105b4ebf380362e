import { evaluatorOptionTypes } from "./option-checks.js";
import { checkOptions } from "../errors/option-types.js";
import { RequestError } from "../errors/kinetree-error.js";
import { Instance } from "../kernel/instance.js";
import { link } from "../kernel/link.js";
import { requireLength } from "../linalg/shape.js";
import type { Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";
import { isPlanned } from "../topology/has-closures.js";
import type { Topology } from "../topology/types.js";
import { closedAccelerationBatch } from "./closed-acceleration-batch.js";
import { noLoops, requireTree, type Formulation, type FormulationName } from "../formulation/formulation.js";
import { formulationFor } from "../formulation/formulations.js";
import { makeHost } from "../formulation/hosts.js";
import { parameterValues } from "../state/parameter-values.js";
import { buildSkeleton } from "../formulation/skeleton/skeleton.js";
import { traceDynamics } from "../formulation/trace-dynamics.js";
import { TreeProgram } from "../formulation/tree/tree-program.js";

/** Accelerations of many states of one model, two at a time; one by one with loops. States stay until they are overwritten. */
export interface AccelerationBatch {
  readonly count: number;
  readonly nq: number;
  readonly nv: number;
  /**
   * Floating-point operations per state: additions, multiplications, divisions and square roots, one each. With loops those of the
   * equations chosen last, without the choice and dense solves; 0 before a state was computed.
   */
  readonly flops: number;
  readonly memoryBytes: number;
  /** Puts a state in place k; tau and t are zero if left out, contacts have no memory. Only k and the lengths are checked. */
  readonly set: (k: number, q: ArrayLike<number>, v: ArrayLike<number>, tau?: ArrayLike<number>, t?: number) => void;
  /** Sets named parameters for all places; the rest stay. Results follow when they are computed again. */
  readonly setParameters: (values: Readonly<Record<string, number>>) => void;
  /**
   * Computes place k, and with it its neighbour (k with its last bit flipped). Refuses places with open loops and singular poses, whose
   * accelerations are NaN, once the others are computed.
   */
  readonly evaluate: (k: number) => void;
  readonly evaluateAll: () => void;
  /** out[i] = v̇ of place k, as last computed. */
  readonly read: (out: Float64Array, k: number) => void;
}

/** Compiles the accelerations of a model, with places for `count` states. Set a place before you read it. */
export function createAccelerationBatch(
  model: Model,
  count: number,
  options: { readonly formulation?: FormulationName } = {},
): AccelerationBatch {
  requirePlaces(count);
  checkOptions(options, evaluatorOptionTypes);
  const topology = buildTopology(model);
  const { formulation } = formulationFor(options.formulation, model, topology);
  // `>>> 0` changes negative, fractional and missing numbers.
  const requirePlace = (k: number): void => {
    if (k >>> 0 !== k || k >= count) throw noPlace(k, count);
  };
  if (formulation.coordinates === "absolute" || isPlanned(model, topology, formulation))
    return closedAccelerationBatch(model, topology, formulation, count, requirePlace);
  const { tree, vdot, instance, compute, offsetOf } = compile(model, topology, formulation, Math.ceil(count / 2));
  const { nq, nv } = tree.skeleton;
  const setParameters = parameterSetter(model, instance);
  setParameters({});
  const { f64, work } = instance;
  const states = Array.from({ length: Math.ceil(count / 2) }, (_, block) => instance.state(block));
  const parameters = instance.parameters();
  const [atT, atQ, atV, atTau, atVdot] = [tree.t, tree.q, tree.v, tree.tau, vdot].map((rec) => offsetOf(rec) / 8);
  const write = (start: number, values: ArrayLike<number>): void => {
    for (let i = 0; i < values.length; i++) f64[start + 2 * i] = values[i];
  };
  const rest = new Float64Array(nv);
  const block = (k: number): number => {
    requirePlace(k);
    return states[k >> 1];
  };
  const place = (k: number): number => block(k) / 8 + (k & 1);
  const put = (at: number, q: ArrayLike<number>, v: ArrayLike<number>, tau: ArrayLike<number>, t: number): void => {
    f64[at + atT] = t;
    write(at + atQ, q);
    write(at + atV, v);
    write(at + atTau, tau);
  };
  return {
    count,
    nq,
    nv,
    flops: instance.artifact.flops["dynamics"],
    memoryBytes: instance.memory.buffer.byteLength,
    set: (k, q, v, tau = rest, t = 0) => {
      const at = place(k);
      requireLength("q", q, nq);
      requireLength("v", v, nv);
      requireLength("tau", tau, nv);
      put(at, q, v, tau, t);
      // The last place of an odd number has no neighbour: it fills both lanes, so that no lane computes with zeros.
      if (k === count - 1 && (k & 1) === 0) put(at + 1, q, v, tau, t);
    },
    setParameters,
    evaluate: (k) => compute(block(k), parameters, work),
    evaluateAll: () => {
      for (const state of states) compute(state, parameters, work);
    },
    read: (out, k) => {
      const at = place(k) + atVdot;
      requireLength("accelerations", out, nv);
      for (let i = 0; i < nv; i++) out[i] = f64[at + 2 * i];
    },
  };
}

/** Forward dynamics with memory for so many pairs of states. */
function compile(model: Model, topology: Topology, formulation: Formulation, blocks: number) {
  requireTree(model, topology, formulation, "forward dynamics");
  const tree = new TreeProgram(buildSkeleton(model, topology));
  const vdot = tree.program.state({ vdot: tree.skeleton.nv });
  const { accelerate: finish } = traceDynamics(formulation, tree, "dynamics", vdot, noLoops);
  const name = "accelerations";
  const { artifact, offsetOf } = link(tree.program, (linkage) => linkage.module.export(finish(linkage), name));
  const instance = new Instance(artifact, { blocks, hosts: makeHost });
  return { tree, vdot, instance, compute: instance.entries[name], offsetOf };
}

/** Sets named parameters; parameters given before stay. */
function parameterSetter(model: Model, instance: Instance): AccelerationBatch["setParameters"] {
  const given: Record<string, number> = {};
  return (values) => {
    const all = parameterValues(model, { ...given, ...values });
    Object.assign(given, values);
    all.forEach((value, i) => instance.setParameter(i, value));
    instance.prologue();
  };
}

function requirePlaces(count: number): void {
  if (Number.isInteger(count) && count >= 1) return;
  const message = `count is ${count}, must be a whole number of at least 1: the number of states to keep.`;
  throw new RequestError({ code: "no-states", subject: "count", value: count, message });
}

const noPlace = (k: number, count: number): RequestError =>
  new RequestError({
    code: "no-such-place",
    subject: "k",
    value: k,
    message: `k is ${k}, must be a whole number from 0 to ${count - 1}: the batch keeps ${count} states.`,
  });
