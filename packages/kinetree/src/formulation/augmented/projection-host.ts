import type { EntryFunction, Instance } from "../../kernel/instance.js";
import { moveInto } from "../joints/move.js";
import { speedPlaces, type AugmentedData } from "./host.js";
import { JointEquations } from "./joint-equations.js";
import { copyLane, gather, gatherFrom, lanesAgree, scatterTo } from "./lanes.js";
import { SPEEDS } from "./structure.js";

export const AUGMENTED_PROJECTION = "augmented projection";

export interface AugmentedProjectionData extends AugmentedData {
  /** Entry point that computes errors and blocks from q. */
  readonly entry: string;
}

/** Newton steps after which errors that have not converged are left as they are. */
const MOST_STEPS = 4;
/** Errors below this are rounding, in mechanisms of some metres. */
const SETTLED = 1e-13;

/** The nearest pose without errors and speeds that keep it, by the mass matrix: G̃ U = −E, δ = G U. Singular poses stay. */
export function makeAugmentedProjection(data: AugmentedProjectionData, instance: Instance): EntryFunction {
  const { structure, at, entry } = data;
  const { f64 } = instance;
  const { nq, nv, isCopy, improve, improveSpeeds } = laneProjection(data, f64);
  return (state, parameters, work) => {
    if (structure.rows === 0) return;
    const assemble = instance.entries[entry];
    assemble(state, parameters, work);
    const isSame = isCopy(state);
    for (let step = 0; step < MOST_STEPS; step++) {
      const first = improve(state, 0);
      if (isSame && first) copyLane(f64, (state + at.q) / 8, nq);
      const second = !isSame && improve(state, 1);
      if (!first && !second) break;
      assemble(state, parameters, work);
    }
    improveSpeeds(state, 0);
    if (isSame) copyLane(f64, (state + at.v) / 8, nv);
    else improveSpeeds(state, 1);
  };
}

function laneProjection(data: AugmentedData, f64: Float64Array) {
  const { structure, at } = data;
  const { rows, blockSize } = structure;
  const [nq, nv] = [(SPEEDS + 1) * structure.bodies, SPEEDS * structure.bodies];
  const equations = new JointEquations(data);
  const v = new Float64Array(nv);
  const delta = new Float64Array(nv);
  const speedAt = speedPlaces(data);
  // Steps come body after body, wherever the speeds of the bodies are.
  const nodes = data.coordinates.map((q, body) => ({ motion: "free" as const, q, v: SPEEDS * body, nv: SPEEDS }));
  const q = new Float64Array(nq);

  const isCopy = (state: number): boolean =>
    lanesAgree(f64, (state + at.q) / 8, nq) &&
    lanesAgree(f64, (state + at.v) / 8, nv) &&
    lanesAgree(f64, (state + at.K) / 8, blockSize) &&
    lanesAgree(f64, (state + at.C) / 8, blockSize);

  /** One Newton step of a lane; false once it has converged. */
  const improve = (state: number, lane: number): boolean => {
    const phi = (state + at.phi) / 8 + lane;
    let most = 0;
    for (let k = 0; k < rows; k++) most = Math.max(most, Math.abs(f64[phi + 2 * k]));
    if (!(most > SETTLED)) return false;
    load(state, lane);
    for (let k = 0; k < rows; k++) equations.V[k] = -f64[phi + 2 * k];
    if (!equations.solve()) return false;
    delta.fill(0);
    equations.addLoads(delta);
    const first = (state + at.q) / 8 + lane;
    gather(q, f64, first);
    moveInto(q, { nodes }, q, delta);
    for (let i = 0; i < nq; i++) f64[first + 2 * i] = q[i];
    return true;
  };

  const load = (state: number, lane: number): void => {
    gather(equations.K, f64, (state + at.K) / 8 + lane);
    gather(equations.C, f64, (state + at.C) / 8 + lane);
    equations.U.fill(0);
    equations.V.fill(0);
  };

  const improveSpeeds = (state: number, lane: number): void => {
    load(state, lane);
    gatherFrom(v, f64, (state + at.v) / 8 + lane, speedAt);
    equations.takeRates(v);
    if (!equations.solve()) return;
    equations.addLoads(v);
    scatterTo(f64, (state + at.v) / 8 + lane, v, speedAt);
  };

  return { nq, nv, isCopy, improve, improveSpeeds };
}
