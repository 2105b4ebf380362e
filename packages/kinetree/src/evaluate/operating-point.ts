import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";
import { requireState, requireVector } from "./evaluator-checks.js";
import type { Inputs } from "./evaluator-types.js";
import type { State } from "../state/state.js";

/** A state with external inputs, zero where left out. */
export interface OperatingPoint extends State, Inputs {}

/** Refuses wrong lengths, NaN and infinite values, and quaternions that are not of length 1. */
export function requirePoint(model: Model, topology: Topology, point: OperatingPoint): void {
  requireState(model, topology, point);
  if (point.tau) requireVector("tau", point.tau, topology.counts.nv);
  if (point.u) requireVector("u", point.u, model.actuators.length);
}
