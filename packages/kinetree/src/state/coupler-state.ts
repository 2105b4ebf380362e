import { RequestError } from "../errors/kinetree-error.js";
import { anObject, requireType } from "../errors/option-types.js";
import type { Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";
import type { Topology } from "../topology/types.js";
import { coefficientsOf, couplingsOf, jetsAt, type Coupling, type Slot } from "./couplings.js";

/** Tolerance of a driven coordinate or speed, relative to its size or to 1. */
const COUPLER_TOLERANCE = 1e-9;

interface Motion {
  readonly q: Float64Array;
  readonly v: Float64Array;
}

/** Values of named parameters; the model's own for those left out. */
type Parameters = Readonly<Record<string, number>>;

/** The state with every driven coordinate and speed set to the value that its coupler gives it. */
export function followCouplers<S extends Motion>(model: Model, state: S, parameters: Parameters = {}): S {
  requireType(state, anObject, "state");
  const followed = { ...state, q: Float64Array.from(state.q), v: Float64Array.from(state.v) };
  followCouplersIn(model, buildTopology(model), followed, parameters, () => true);
  return followed;
}

/** The same in place, for the coordinates and speeds that `follows` selects. */
export function followCouplersIn(
  model: Model,
  topology: Topology,
  { q, v }: Motion,
  parameters: Parameters,
  follows: (part: "q" | "v", place: number) => boolean,
): void {
  const couplings = couplingsOf(model, topology);
  if (couplings.length === 0) return;
  const coefficients = coefficientsOf(model, couplings, parameters);
  // One after the other, because a driven coordinate may drive the next.
  couplings.forEach(({ driven }, k) => {
    if (follows("q", driven.q)) q[driven.q] = jetsAt(couplings, coefficients, q)[k][0];
  });
  const jets = jetsAt(couplings, coefficients, q);
  couplings.forEach((coupling, k) => {
    if (follows("v", coupling.driven.v)) v[coupling.driven.v] = speedOf(coupling, jets[k][1], v);
  });
}

const speedOf = ({ root }: Coupling, first: number, v: Float64Array): number => (root === null ? 0 : first * v[root.v]);

/** Refuses a state that breaks a coupler: equations of a coupled mechanism keep the initial violation. */
export function requireCouplers(
  model: Model,
  topology: Topology,
  q: Float64Array,
  v: Float64Array,
  parameters: Parameters = {},
): void {
  const couplings = couplingsOf(model, topology);
  if (couplings.length === 0) return;
  const jets = jetsAt(couplings, coefficientsOf(model, couplings, parameters), q);
  couplings.forEach((coupling, k) => {
    const { driven } = coupling;
    requireEqual(model, topology, coupling, "coordinate", q[driven.q], jets[k][0]);
    requireEqual(model, topology, coupling, "speed", v[driven.v], speedOf(coupling, jets[k][1], v));
  });
}

function requireEqual(
  model: Model,
  topology: Topology,
  { kind, name, driven, driving }: Coupling,
  what: "coordinate" | "speed",
  given: number,
  wanted: number,
): void {
  if (Math.abs(given - wanted) <= COUPLER_TOLERANCE * Math.max(1, Math.abs(given), Math.abs(wanted))) return;
  const source =
    driving === null ? "the coupler holds it at" : `the ${nameOf(model, topology, what, driving)} makes it`;
  const message =
    `${kind} "${name}": the ${nameOf(model, topology, what, driven)} is ${given}, but ${source} ${wanted}. ` +
    `Leave it out in stateFromJoints, or let followCouplers(model, state) set it.`;
  throw new RequestError({ code: "coupler-broken", subject: `${kind} "${name}"`, value: [given, wanted], message });
}

/** A coordinate or speed in messages: with its number where the joint has several. */
function nameOf(model: Model, { tree }: Topology, what: "coordinate" | "speed", { v }: Slot): string {
  const place = tree.find(({ vStart, nv }) => v >= vStart && v < vStart + nv);
  if (!place) return `${what} ${v}`;
  const number = place.nv === 1 ? "" : ` ${v - place.vStart}`;
  return `${what}${number} of joint "${model.joints[place.joint].name}"`;
}
