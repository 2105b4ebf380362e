import { readOptions, requireChoice, systemError } from "../../parts/options.js";
import { europaGrounds, europaLegs, type EuropaGround, type EuropaLegs } from "./tables.js";

/** A complete set of choices where the source is silent; see `europaLanderVariants`. */
export type EuropaLanderVariant = "fitted" | "literal" | "documented-sizes";

/** Choices that the source leaves open: its figures of the geometry and of the control logic are lost. */
export interface EuropaLanderChoices {
  /** Of the upper links from the body's downward vertical, outwards [deg]. */
  readonly upperAngleDeg: number;
  /** Of the lower links from the body's downward vertical, outwards [deg]. */
  readonly lowerAngleDeg: number;
  /** Of the circle of hips [m]. */
  readonly hipRadius: number;
  /** Of the hips above the belly plane [m]; 0: on the lower rim. */
  readonly hipHeight: number;
  /** Of the main body's mass centre above the belly plane [m]. */
  readonly massCentreHeight: number;
  /** Of each of the twelve links, slender rods [kg]; the rest of the total mass is the main body's. */
  readonly linkMass: number;
  /** The body whose inertia the table gives: the main body's, or the whole lander's about the main body's mass centre. */
  readonly inertiaOf: "main-body" | "lander";
  /** Multiplies the contact forces of the belly. */
  readonly bellyFactor: number;
  /** Of the circle of four belly points around the fifth [m]. */
  readonly bellyRadius: number;
  /** Where the springs are at rest: as the legs stand at the start, or at the nominal angles, from which a start deviates. */
  readonly springRest: "initial-pose" | "nominal-pose";
  /** Within ± this angle the hinges turn freely, beyond it stops as stiff as the stiff legs hold them [deg]; 0: no stops. */
  readonly jointRangeDeg: number;
  /** Damping while a leg springs back, relative to damping while it yields; 1: the same. Passive legs only. */
  readonly reboundFactor: number;
  /** Legs that impedance control softens: those that ever touched while others did not, or those that touch now while others do not. */
  readonly impedance: "latched" | "while-partial";
  /** The properties that impedance control exchanges. */
  readonly softens: "stiffness-and-damping" | "stiffness";
  /** Between two looks of the controller at the feet [s]. */
  readonly controlPeriod: number;
}

/** Which lander lands where, and the open choices. */
export interface EuropaLanderOptions extends EuropaLanderChoices {
  /** Source of the choices that are not given. */
  readonly variant: EuropaLanderVariant;
  /** Defaults of the springs and dampers, and whether there is a controller. */
  readonly legs: EuropaLegs;
  /** Defaults of the ground's numbers. */
  readonly ground: EuropaGround;
  /** Whether the exponent of Stribeck's curve is a parameter, or 1 as in all tables, which runs a tenth faster. */
  readonly stribeckExponent: "parameter" | "one";
}

const fitted: EuropaLanderChoices = Object.freeze({
  upperAngleDeg: 94,
  lowerAngleDeg: 25,
  hipRadius: 0.75,
  hipHeight: 0,
  massCentreHeight: 0.186,
  linkMass: 5,
  inertiaOf: "main-body",
  bellyFactor: 0.45,
  bellyRadius: 0.75,
  springRest: "initial-pose",
  jointRangeDeg: 0,
  reboundFactor: 1,
  impedance: "latched",
  softens: "stiffness-and-damping",
  controlPeriod: 0.005,
});

/**
 * The variants. `fitted` was fitted to the published tables, its belly factor without support in the text; `literal` takes the
 * tables by their words; `documented-sizes` keeps the sizes that the text gives.
 */
export const europaLanderVariants: Readonly<Record<EuropaLanderVariant, EuropaLanderChoices>> = Object.freeze({
  fitted,
  literal: Object.freeze({
    ...fitted,
    upperAngleDeg: 65,
    lowerAngleDeg: 94,
    massCentreHeight: 0.45,
    bellyFactor: 1,
    impedance: "while-partial",
    softens: "stiffness",
  }),
  "documented-sizes": Object.freeze({
    ...fitted,
    upperAngleDeg: 65,
    lowerAngleDeg: 65,
    linkMass: 10,
    bellyFactor: 0.4,
  }),
});

/** The fitted variant with stiff legs on ice. */
export const europaLanderDefaults: EuropaLanderOptions = Object.freeze({
  variant: "fitted",
  legs: "stiff",
  ground: "ice",
  stribeckExponent: "parameter",
  ...fitted,
});

const choices = {
  variant: Object.keys(europaLanderVariants),
  legs: europaLegs,
  ground: europaGrounds,
  inertiaOf: ["main-body", "lander"],
  springRest: ["initial-pose", "nominal-pose"],
  impedance: ["latched", "while-partial"],
  softens: ["stiffness-and-damping", "stiffness"],
  stribeckExponent: ["parameter", "one"],
} as const satisfies Partial<Record<keyof EuropaLanderOptions, readonly string[]>>;

/** The options with those left out taken from the variant, then from the defaults. */
export function readEuropaLanderOptions(given: Partial<EuropaLanderOptions>): EuropaLanderOptions {
  const system = "europa-lander";
  const variant = given.variant ?? europaLanderDefaults.variant;
  // A value of another type is refused below.
  if (typeof variant === "string") requireChoice(system, "variant", variant, choices.variant);
  const options = readOptions(system, { ...europaLanderDefaults, ...europaLanderVariants[variant], variant }, given);
  for (const [name, known] of Object.entries(choices))
    requireChoice(system, name, String(options[name as keyof EuropaLanderOptions]), known);
  if (options.legs === "impedance" && options.reboundFactor !== 1) {
    const problem =
      `reboundFactor ${options.reboundFactor} is for passive legs, and these are under impedance control, ` +
      `whose dampers are the same both ways. Leave it out.`;
    throw systemError("option-without-effect", system, options.reboundFactor, problem);
  }
  return options;
}
