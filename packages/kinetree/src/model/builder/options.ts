import type { ErrorFacts } from "../../errors/kinetree-error.js";
import { nearestName, suggestName } from "../../errors/nearest-name.js";
import { modelDefaults } from "../defaults.js";
import type { ModelIssueCode } from "../issue-codes.js";
import { poseIssues } from "../pose.js";
import { issue, isRecord } from "../check.js";
import { itemOf, memberOf, named, type Part } from "../part.js";

/*
 * What the compiler tells whoever writes TypeScript, told at run time to those who do not: options that are missing,
 * misspelt or of another shape. Whether numbers make sense is not asked here but of the whole model.
 */

/** The mistakes in the value of one option. */
export type Checker = (part: Part, value: unknown) => readonly ErrorFacts[];

export type Options = Readonly<Record<string, Checker>>;

export interface OptionNames {
  readonly required: Options;
  readonly optional: Options;
}

/** What other tools call an option, where spelling alone does not lead to ours. */
const otherNames: Readonly<Record<string, string>> = Object.freeze({
  centerOfMass: "com",
  centreOfMass: "com",
  cog: "com",
  body: "at",
  pose: "at",
  position: "at",
  stiffnessCurve: "stiffness",
  min: "lower",
  max: "upper",
});

const one = (code: ModelIssueCode, part: Part, value: unknown, rest: string): ErrorFacts[] => [
  issue(code, part, value, rest),
];

/** Left for the check of the whole model, but there. */
export const any: Checker = () => [];
/** The same, where null says that there is none. */
export const orNull: Checker = () => [];

export const pose: Checker = poseIssues;

/** A pose, or the name of a frame. */
export const poseOrFrame: Checker = (part, value) => (typeof value === "string" ? [] : poseIssues(part, value));

/** A frame on a body, in one of the ways of `Place`. */
export const place: Checker = (part, value) => {
  if (typeof value === "string") return [];
  if (!isRecord(value)) {
    const rest = `must be a body's name, "body/frame", or { body, at }. Write one of them.`;
    return one("wrong-shape", part, value, rest);
  }
  const where: Options = "pose" in value ? { pose: any } : { at: pose };
  return checkOptions(part, value, { required: { body: any, ...where }, optional: {} });
};

/** How many of something: a whole number within a range. */
export const countUpTo =
  (most: number): Checker =>
  (part, value) =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most
      ? []
      : one("wrong-shape", part, value, `must be a whole number from 1 to ${most}. Leave it out for 1.`);

export const list: Checker = (part, value) =>
  Array.isArray(value) ? [] : one("wrong-shape", part, value, "must be a list. Put it in [ ].");

/** A list of one of the given lengths. */
export const numbers =
  (...lengths: readonly number[]): Checker =>
  (part, value) =>
    Array.isArray(value) && lengths.includes(value.length)
      ? []
      : one("wrong-length", part, value, `must be a list of ${lengths.join(" or ")} numbers. Give them all.`);

/** One number for all directions, or one for each of three. */
export const oneOrThree: Checker = (part, value) => (Array.isArray(value) ? numbers(3)(part, value) : []);

/** Each item of a list. */
export const listOf =
  (item: Checker): Checker =>
  (part, value) =>
    Array.isArray(value) ? value.flatMap((each: unknown, i) => item(itemOf(part, i), each)) : list(part, value);

/** Each entry of a record by names that the user chooses. */
export const recordOf =
  (item: Checker): Checker =>
  (part, value) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([name, each]) => item(memberOf(part, name), each))
      : one("wrong-shape", part, value, "must be an object with a name for each. Put them in { }.");

/** Options within options. */
export const optionsOf =
  (names: OptionNames): Checker =>
  (part, value) =>
    checkOptions(part, value, names);

const everyCoordinate = Object.keys(modelDefaults.coordinate);
const limits = ["lower", "upper", "maxForce", "maxSpeed"];

/** What acts along a coordinate. */
export const coordinateOptions: Readonly<Record<string, Checker>> = Object.freeze(
  Object.fromEntries(everyCoordinate.map((name) => [name, limits.includes(name) ? orNull : any])),
);

export const coordinate: Checker = optionsOf({ required: {}, optional: coordinateOptions });

const meantBy = (name: string, known: readonly string[]): string | null =>
  Object.hasOwn(otherNames, name) && known.includes(otherNames[name]) ? otherNames[name] : nearestName(name, known);

/** All that is wrong with the names and shapes of the options of a call, or of those within one. */
export function checkOptions(part: Part, options: unknown, { required, optional }: OptionNames): readonly ErrorFacts[] {
  const needed = Object.keys(required);
  const known = [...needed, ...Object.keys(optional)];
  if (!isRecord(options)) {
    const rest = `must be an object of options. Write { ${(needed.length > 0 ? needed : known.slice(0, 3)).join(", ")} }.`;
    return one("wrong-shape", named(part, part.name || "its description"), options, rest);
  }
  // A name misspelt is not missing too.
  const meant = new Set(Object.keys(options).flatMap((name) => (known.includes(name) ? [] : [meantBy(name, known)])));
  const found = needed
    .filter((name) => options[name] === undefined && !meant.has(name))
    .flatMap((name) => one("missing-option", memberOf(part, name), undefined, `must be given. Add ${name}.`));
  for (const [name, value] of Object.entries(options)) {
    const checker = Object.hasOwn(required, name) ? required[name] : optional[name];
    if (!known.includes(name)) {
      const ours = meantBy(name, known);
      const fix = ours === null ? suggestName(name, known) : `Did you mean "${ours}"?`;
      const { path, subject, name: option } = memberOf(part, name);
      const message = `${subject}: option "${option}" is unknown. ${fix}`;
      found.push({ code: "unknown-option", subject, value, path, message });
    } else if (value === null && checker !== orNull) {
      const fix = needed.includes(name) ? "Give a value." : "Give a value, or leave it out.";
      found.push(issue("missing-option", memberOf(part, name), value, `which says nothing. ${fix}`));
    } else if (value !== undefined) found.push(...checker(memberOf(part, name), value));
  }
  return found;
}
