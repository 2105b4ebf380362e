/*
 * The list of integrators: name, order, accepted options and purpose of each. Option checks, the command line, the schema of studies
 * and the studio read it, so that no second list has to be kept. Coefficients are in `tableaus`, steppers in `implicit`: this file
 * imports nothing, because the command line reads it before the engine is loaded.
 *
 * Checkpoints know an implicit integrator by its place in its list: add new ones at the end.
 */

/** Properties and options of an integrator. */
export interface Integrator {
  readonly name: IntegratorName | "auto";
  /** "automatic" switches between an explicit integrator and implicit ones during a run. */
  readonly kind: "explicit" | "implicit" | "automatic";
  /** Halving the step divides the error by 2^order. The highest, if the integrator varies its order. */
  readonly order: number;
  /** Given if the integrator varies its order. */
  readonly lowestOrder?: number;
  /** Estimates its error, so that steps can follow the `tolerance` of a run. */
  readonly takesTolerance: boolean;
  /** Can take the fixed `step` of a run. */
  readonly takesStep: boolean;
  /** Can solve the formulation "constrained", with accelerations and multipliers as unknowns. */
  readonly takesConstrained: boolean;
  /** Uses states before the last one (a multistep method), so that a jump in the equations spoils its estimates. */
  readonly hasHistory: boolean;
  /** Advances a state by its rates (first order), or positions by accelerations that it keeps (second order). */
  readonly form: "first-order" | "second-order";
  /** Fields of the option `implicit` of a run that it reads. */
  readonly options: readonly ("maxOrder" | "rho" | "alpha" | "jacobian")[];
  /** When to choose it, in one phrase. */
  readonly summary: string;
}

const explicit = [
  {
    name: "euler-cromer",
    order: 1,
    takesTolerance: false,
    summary: "many small steps that must be cheap; the new speeds move the coordinates",
  },
  {
    name: "rk4",
    order: 4,
    takesTolerance: false,
    summary: "fixed steps, for real-time loops and comparison with other programs",
  },
  {
    name: "rkf45",
    order: 4,
    takesTolerance: true,
    summary: "comparison with other programs; Fehlberg's pair, continued with order 4",
  },
  { name: "dormand-prince", order: 5, takesTolerance: true, summary: "the usual choice" },
  { name: "dop853", order: 8, takesTolerance: true, summary: "high accuracy: few, long steps" },
] as const;

const implicit = [
  {
    name: "bdf",
    order: 5,
    lowestOrder: 1,
    takesConstrained: true,
    hasHistory: true,
    form: "first-order",
    options: ["maxOrder", "jacobian"],
    summary: "much damping, long runs at moderate tolerances, large models: few evaluations",
  },
  {
    name: "radau5",
    order: 5,
    takesConstrained: true,
    hasHistory: false,
    form: "first-order",
    options: ["jacobian"],
    summary: "stiff models that oscillate, narrow tolerances, many events: needs no past steps",
  },
  {
    name: "rosenbrock",
    order: 4,
    takesConstrained: false,
    hasHistory: false,
    form: "first-order",
    options: ["jacobian"],
    summary: "mildly stiff models; no iteration that could fail",
  },
  {
    name: "generalized-alpha",
    order: 2,
    takesConstrained: true,
    hasHistory: false,
    form: "second-order",
    options: ["rho", "jacobian"],
    summary: "structures whose fast oscillations are of no interest and should be damped",
  },
  {
    name: "hht",
    order: 2,
    takesConstrained: true,
    hasHistory: false,
    form: "second-order",
    options: ["alpha", "jacobian"],
    summary: "generalized-alpha in the form of Hilber, Hughes and Taylor, for comparison with other programs",
  },
] as const;

const auto: Integrator = {
  name: "auto",
  kind: "automatic",
  order: 5,
  lowestOrder: 1,
  takesTolerance: true,
  takesStep: false,
  takesConstrained: false,
  hasHistory: true,
  form: "first-order",
  options: ["maxOrder", "jacobian"],
  summary: "dormand-prince, and an implicit integrator where stability limits its steps",
};

/** Names of the explicit integrators. */
export type MethodName = (typeof explicit)[number]["name"];

/** Names of the implicit integrators: see `docs/implicit-integration.md`. */
export type ImplicitName = (typeof implicit)[number]["name"];

/** Names of all integrators that a run can be made with from start to end. */
export type IntegratorName = MethodName | ImplicitName;

/** All integrators, frozen: explicit ones, implicit ones, then "auto". */
export const integrators: readonly Integrator[] = Object.freeze(
  [
    ...explicit.map((facts): Integrator => ({
      kind: "explicit",
      takesStep: true,
      takesConstrained: false,
      hasHistory: false,
      form: "first-order",
      options: [],
      ...facts,
    })),
    ...implicit.map((facts): Integrator => ({ kind: "implicit", takesTolerance: true, takesStep: true, ...facts })),
    auto,
  ].map((each) => Object.freeze({ ...each, options: Object.freeze(each.options) })),
);

/** Names of the explicit integrators, in the order of the list. */
export const methodNames: readonly MethodName[] = Object.freeze(explicit.map(({ name }) => name));

/** Names of the implicit integrators, in the order of the list. */
export const implicitNames: readonly ImplicitName[] = Object.freeze(implicit.map(({ name }) => name));

/** The integrator of that name; undefined if there is none. */
export const integratorNamed = (name: string): Integrator | undefined => integrators.find((each) => each.name === name);

/** The name as that of an explicit integrator; null if it is none. */
export const explicitNamed = (name: string): MethodName | null => methodNames.find((each) => each === name) ?? null;

/** The name as that of an implicit integrator; null if it is none. */
export const implicitNamed = (name: string): ImplicitName | null => implicitNames.find((each) => each === name) ?? null;
