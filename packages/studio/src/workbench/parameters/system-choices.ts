import { europaGrounds, europaLanderVariants, europaLegs, type NamedSystem } from "kinetree/systems";

/** What an option of a named system may be, where it is one of a few words. */
const choices: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "n-pendulum": { joint: ["revolute", "spherical"] },
  "europa-lander": {
    variant: Object.keys(europaLanderVariants),
    legs: europaLegs,
    ground: europaGrounds,
    inertiaOf: ["main-body", "lander"],
    springRest: ["initial-pose", "nominal-pose"],
    impedance: ["latched", "while-partial"],
    softens: ["stiffness-and-damping", "stiffness"],
    stribeckExponent: ["parameter", "one"],
  },
  "four-bar": { branch: ["open", "crossed"] },
  "four-bar-row": { coupling: ["shared", "nested"] },
  "spatial-slider-crank": { connection: ["body", "distance"] },
  "flyball-governor": { connection: ["rods", "springs"] },
  "quarter-car": { tieRod: ["body", "rod"] },
  "suspended-vehicle": { chassis: ["free", "fixed"], lowerBall: ["pins", "spherical"] },
  cantilever: { correction: ["none", "tip-force"] },
  "spinning-beam": { geometricStiffness: ["on", "off"] },
  "space-platform": { booms: ["rigid", "flexible"], loops: ["open", "closed"] },
  "numbered-chain": { order: ["optimal", "worst"] },
};

/** The words that an option may be; null if it is not one of a few. */
export const systemChoices = (system: string, option: string): readonly string[] | null =>
  choices[system]?.[option] ?? null;

/** "hipRadius" as "hip radius", "upperAngleDeg" as "upper angle [deg]". */
export function optionLabel(option: string): string {
  const degrees = option.endsWith("Deg");
  const words = (degrees ? option.slice(0, -3) : option).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return degrees ? `${words} [deg]` : words;
}

/** What the options of a system are if they are not said; a variant of the lander brings its own. */
export function systemDefaults(
  { name, defaults }: Pick<NamedSystem, "name" | "defaults">,
  options: Readonly<Record<string, number | string>>,
): Readonly<Record<string, number | string>> {
  if (name !== "europa-lander") return defaults;
  const variant = Object.entries(europaLanderVariants).find(([each]) => each === options["variant"]);
  return { ...defaults, ...variant?.[1] };
}
