import type { FlexiblePlan, ModalIntegrals } from "../../../src/elements/flexible/flexible-plan.js";
import { number } from "./beams.js";

/** The plan with its scales multiplied in, and summed. */
export function totals(plan: FlexiblePlan): ModalIntegrals & { readonly stiffness: readonly number[] } {
  const sum = (terms: readonly { readonly scale: number; readonly list: readonly number[] }[]): number[] =>
    terms[0].list.map((_, at) => terms.reduce((total, { scale, list }) => total + scale * list[at], 0));
  const of = (key: keyof ModalIntegrals): number[] =>
    sum(plan.inertia.map(({ scale, integrals }) => ({ scale: number(scale), list: integrals[key] })));
  return {
    mass: of("mass"),
    translation: of("translation"),
    first: of("first"),
    second: of("second"),
    shortening: of("shortening"),
    shorteningFirst: of("shorteningFirst"),
    mixed: of("mixed"),
    shorteningSecond: of("shorteningSecond"),
    stiffness: sum(plan.stiffness.map(({ scale, matrix }) => ({ scale: number(scale), list: matrix }))),
  };
}
