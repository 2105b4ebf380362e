import { coordinateRelations, type CoordinateRelation } from "../model/constraints/coordinate-relation.js";
import { evaluateReal, parameterDefaults } from "../model/evaluate-real.js";
import type { CoordinateRef, Model, Real } from "../model/types.js";
import type { Topology } from "../topology/types.js";

/** Where a plain coordinate and its rate stand in q and v. */
export interface Slot {
  readonly q: number;
  readonly v: number;
}

/** A coupler, gear, or rack and pinion of the model, by places in q and v. */
export interface Coupling {
  readonly kind: CoordinateRelation["kind"];
  readonly name: string;
  readonly driven: Slot;
  readonly driving: Slot | null;
  /** The coupling that drives the driving coordinate: number in the same list, less than the own one; -1 if none does. */
  readonly before: number;
  /** The independent coordinate at the start of the chain; null if the chain starts with one that is held. */
  readonly root: Slot | null;
  readonly polynomial: readonly Real[];
}

/**
 * The couplers, gears and racks of a model, each after the one that drives its driving coordinate. So every driven coordinate is a function
 * h of one independent coordinate: q_d = h(q_r), v_d = h′ v_r, v̇_d = h′ v̇_r + h″ v_r².
 */
export function couplingsOf(model: Model, { tree }: Topology): readonly Coupling[] {
  const places = new Map(tree.map((place) => [model.joints[place.joint].name, place]));
  const slotOf = ({ joint, coordinate }: CoordinateRef): Slot => {
    const place = places.get(joint);
    return { q: (place?.qStart ?? 0) + coordinate, v: (place?.vStart ?? 0) + coordinate };
  };
  const relations = coordinateRelations(model.constraints);
  const waiting = new Map(relations.map((relation) => [slotOf(relation.driven).v, relation]));
  const found: Coupling[] = [];
  const numberOf = new Map<number, number>();
  // Along a chain from the driven end; the model has been checked to have no circles.
  for (const start of relations) {
    const chain: CoordinateRelation[] = [];
    for (let at: typeof start | undefined = start; at && !numberOf.has(slotOf(at.driven).v);) {
      chain.push(at);
      at = at.driving === null ? undefined : waiting.get(slotOf(at.driving).v);
    }
    for (const { kind, name, driven, driving, polynomial } of chain.reverse()) {
      const from = driving === null ? null : slotOf(driving);
      const before = from === null ? -1 : (numberOf.get(from.v) ?? -1);
      const slot = slotOf(driven);
      numberOf.set(slot.v, found.length);
      found.push({
        kind,
        name,
        driven: slot,
        driving: from,
        before,
        root: before < 0 ? from : found[before].root,
        polynomial,
      });
    }
  }
  return found;
}

/** h and its first three derivatives. */
export type Jet = readonly [value: number, first: number, second: number, third: number];

/** The jet of each coupling's h at q; the value is that of its polynomial at the driving coordinate as q has it. */
export function jetsAt(
  couplings: readonly Coupling[],
  coefficients: readonly (readonly number[])[],
  q: Float64Array,
): readonly Jet[] {
  const jets: Jet[] = [];
  couplings.forEach(({ driving, before }, k) => {
    const p = polynomialJet(coefficients[k], driving === null ? 0 : q[driving.q]);
    if (driving === null) jets.push([p[0], 0, 0, 0]);
    else if (before < 0) jets.push(p);
    else jets.push(composed(p, jets[before]));
  });
  return jets;
}

/** Coefficients of every coupling, with these values of parameters and the model's own for the rest. */
export function coefficientsOf(
  model: Model,
  couplings: readonly Coupling[],
  parameters: Readonly<Record<string, number>>,
): readonly (readonly number[])[] {
  const values = new Map([...parameterDefaults(model), ...Object.entries(parameters)]);
  return couplings.map(({ polynomial }) => polynomial.map((coefficient) => evaluateReal(coefficient, values)));
}

/** By Horner's rule, derivatives along. */
function polynomialJet(coefficients: readonly number[], x: number): Jet {
  let [p, p1, p2, p3] = [0, 0, 0, 0];
  for (let k = coefficients.length - 1; k >= 0; k--) {
    p3 = p3 * x + 3 * p2;
    p2 = p2 * x + 2 * p1;
    p1 = p1 * x + p;
    p = p * x + coefficients[k];
  }
  return [p, p1, p2, p3];
}

/** p(u) for the jet of p at u and that of u. */
const composed = ([p, p1, p2, p3]: Jet, [, u1, u2, u3]: Jet): Jet => [
  p,
  p1 * u1,
  p2 * u1 * u1 + p1 * u2,
  p3 * u1 * u1 * u1 + 3 * p2 * u1 * u2 + p1 * u3,
];
