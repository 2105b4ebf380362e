import { RequestError, SimulationError } from "../errors/kinetree-error.js";
import { requireTree, type Formulation } from "../formulation/formulation.js";
import { requireLength } from "../linalg/shape.js";
import { parameterValues } from "../state/parameter-values.js";
import type { Model } from "../model/types.js";
import type { State } from "../state/state.js";
import type { Topology } from "../topology/types.js";
import type { AccelerationBatch } from "./acceleration-batch.js";
import { NOT_FINITE, stateDynamics, type StateDynamics } from "./closed-dynamics.js";
import type { ParameterValues } from "./evaluator-algorithm.js";

/** A state with the forces that act in it, and its accelerations. */
interface Place extends State {
  t: number;
  readonly tau: Float64Array;
  readonly vdot: Float64Array;
  isSet: boolean;
}

/**
 * Accelerations of many states of a model with loops. Which rows count and which speeds are independent follows from each state, so
 * states are computed one by one, with the bits of an evaluator. Open loops and singular poses are refused once all others are computed.
 * @param requirePlace refuses numbers that are no place
 */
export function closedAccelerationBatch(
  model: Model,
  topology: Topology,
  formulation: Formulation,
  count: number,
  requirePlace: (k: number) => void,
): AccelerationBatch {
  requireTree(model, topology, formulation, "forward dynamics");
  const { nq, nv } = topology.counts;
  const parameters: ParameterValues = {
    values: Float64Array.from(model.parameters, ({ value }) => value),
    version: 0,
  };
  const given: Record<string, number> = {};
  const dynamics = stateDynamics(model, topology, formulation, parameters) as StateDynamics;
  const u = new Float64Array(model.actuators.length);
  const rest = new Float64Array(nv);
  const places = Array.from({ length: count }, (): Place => ({
    t: 0,
    q: new Float64Array(nq),
    v: new Float64Array(nv),
    tau: new Float64Array(nv),
    vdot: new Float64Array(nv).fill(NaN),
    isSet: false,
  }));
  const placeOf = (k: number): Place => {
    requirePlace(k);
    return places[k];
  };
  /** Why place k has no accelerations, where not even the numbers tell; null if it has. */
  const compute = (k: number): RequestError | null => {
    const place = places[k];
    if (!place.isSet) return null;
    place.vdot.fill(NaN);
    try {
      dynamics.evaluateInto(place.vdot, place, place.tau, u);
    } catch (error) {
      if (error instanceof RequestError) return inPlace(k, error);
      // As with trees: the numbers tell, and the other places go on.
      if (!(error instanceof SimulationError) || error.code !== NOT_FINITE) throw error;
    }
    return null;
  };
  return {
    count,
    nq,
    nv,
    get flops() {
      return dynamics.size().flops;
    },
    get memoryBytes() {
      return dynamics.size().bytes + Float64Array.BYTES_PER_ELEMENT * count * (nq + 3 * nv);
    },
    set: (k, q, v, tau = rest, t = 0) => {
      const place = placeOf(k);
      requireLength("q", q, nq);
      requireLength("v", v, nv);
      requireLength("tau", tau, nv);
      place.t = t;
      place.q.set(q);
      place.v.set(v);
      place.tau.set(tau);
      place.isSet = true;
    },
    setParameters: (values) => {
      parameters.values.set(parameterValues(model, { ...given, ...values }));
      Object.assign(given, values);
      parameters.version++;
    },
    evaluate: (k) => {
      requirePlace(k);
      const refused = compute(k);
      if ((k ^ 1) < count) compute(k ^ 1);
      if (refused) throw refused;
    },
    evaluateAll: () => {
      const refused = places.map((_, k) => compute(k)).find((each) => each !== null);
      if (refused) throw refused;
    },
    read: (out, k) => {
      const { vdot } = placeOf(k);
      requireLength("accelerations", out, nv);
      out.set(vdot);
    },
  };
}

const inPlace = (k: number, { code, subject, value, message }: RequestError): RequestError =>
  new RequestError({ code, subject, value, message: `place ${k}: ${message}` });
