import { beamGroups } from "../elements/flexible/beam-groups.js";
import { beamStiffnesses } from "../elements/flexible/beam-plan.js";
import { KinetreeError } from "../errors/kinetree-error.js";
import { createEvaluator } from "../evaluate/evaluator.js";
import { beamTips, LARGE_BENDING, tipDeflection } from "../formulation/flexible/beam-tips.js";
import { flexiblePlaces } from "../formulation/flexible/flexible-stations.js";
import { choleskyInto, choleskySolveInto } from "../linalg/cholesky.js";
import { newMatrix } from "../linalg/matrix.js";
import { evaluateReal, parameterDefaults } from "../model/evaluate-real.js";
import type { Model } from "../model/types.js";
import { neutralState } from "../state/state.js";
import { buildTopology } from "../topology/build-topology.js";
import { hasClosures } from "../topology/has-closures.js";
import type { Topology } from "../topology/types.js";
import type { ModelWarning } from "./model-warnings.js";

/**
 * The beam that what acts on it bends furthest beyond what linear modes describe, in the pose that is drawn. An estimate for trees: joints
 * without springs give way as they would in the first instant, all others hold. What a motion does, its result says.
 */
export function aboutBending(model: Model): ModelWarning[] {
  if (!model.bodies.some(({ flexible }) => flexible?.kind === "beam")) return [];
  const topology = buildTopology(model);
  if (hasClosures(model, topology)) return [];
  const amplitudes = staticAmplitudes(model, topology);
  if (amplitudes === null) return [];
  const far = beamTips(model, topology)
    .map((tip) => ({ beam: tip.beam, bent: tipDeflection(tip, amplitudes) }))
    .filter(({ bent }) => bent > LARGE_BENDING)
    .sort((a, b) => b.bent - a.bent);
  if (far.length === 0) return [];
  const [{ beam, bent }, ...others] = far;
  const and = others.length === 0 ? "" : `, and ${others.length} more too far`;
  const message =
    `beam "${beam}": what acts on it as it is drawn bends its end by about ${bent.toPrecision(2)} of its length${and}; beyond ` +
    `${LARGE_BENDING} its linear modes are inaccurate. Cut it into more pieces, with corrections of force and torque at each cut.`;
  const modelPath = ["bodies", model.bodies.findIndex(({ name }) => name === beam), "flexible"];
  return [{ code: "large-bending", path: `bodies.${beam}.flexible`, modelPath, value: bent, message }];
}

/** Coordinates with the amplitudes at which elastic forces hold what acts; null where the model cannot be evaluated. */
function staticAmplitudes(model: Model, topology: Topology): Float64Array | null {
  const forces = forcesOnAmplitudes(model, topology);
  if (forces === null) return null;
  const values = parameterDefaults(model);
  const q = new Float64Array(topology.counts.nq);
  for (const place of flexiblePlaces(model, topology)) {
    if (place.flexible.kind !== "beam") continue;
    const resistance = beamStiffnesses(place.flexible);
    for (const { direction, start, basis } of beamGroups(place.flexible))
      basis.stiffness.forEach((k, i) => {
        const at = start + i;
        q[place.q + at] = -forces[place.v + at] / (k * evaluateReal(resistance[direction], values));
      });
  }
  return q;
}

/** Generalised forces that are missing along all speeds at rest, less the inertia of the joints that give way. */
function forcesOnAmplitudes(model: Model, { tree, counts: { nv } }: Topology): Float64Array | null {
  const yielding = tree.flatMap(({ joint, vStart, nv: speeds }) => {
    const { kind, coordinates } = model.joints[joint];
    if (kind === "flexible" || coordinates.some(({ stiffness }) => stiffness !== 0)) return [];
    return Array.from({ length: speeds }, (_, i) => vStart + i);
  });
  try {
    const evaluator = createEvaluator(model);
    const state = neutralState(model);
    const forces = evaluator.bias(state);
    const M = evaluator.massMatrix(state);
    const n = yielding.length;
    const own = newMatrix(n, n);
    yielding.forEach((i, row) => yielding.forEach((j, col) => (own.data[row * n + col] = M.data[i * nv + j])));
    const L = newMatrix(n, n);
    if (choleskyInto(L, own) !== -1) return null;
    const right = Float64Array.from(yielding, (i) => -forces[i]);
    const accelerations = choleskySolveInto(new Float64Array(n), L, right);
    yielding.forEach((j, k) => {
      for (let i = 0; i < nv; i++) forces[i] += M.data[i * nv + j] * accelerations[k];
    });
    return forces;
  } catch (error) {
    // A model that cannot be simulated is told elsewhere.
    if (error instanceof KinetreeError) return null;
    throw error;
  }
}
