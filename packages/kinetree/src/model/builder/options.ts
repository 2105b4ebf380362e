import type { ErrorFacts } from "../../errors/kinetree-error.js";
import { nearestName, suggestName } from "../../errors/nearest-name.js";
import { modelDefaults } from "../defaults.js";
import type { ModelIssueCode } from "../issue-codes.js";
import { poseIssues } from "../pose.js";
import { issue, isRecord } from "../check.js";

/*
 * What the compiler tells whoever writes TypeScript, told at run time to those who do not: options that are missing,
 * misspelt or of another shape. Whether numbers make sense is not asked here but of the whole model.
 */

/** The mistakes in the value of one option. */
export type Checker = (subject: string, what: string, value: unknown) => readonly ErrorFacts[];

export interface OptionNames {
  readonly required: Readonly<Record<string, Checker>>;
  readonly optional: Readonly<Record<string, Checker>>;
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

const one = (code: ModelIssueCode, subject: string, what: string, value: unknown, rest: string): ErrorFacts[] => [
  issue(code, subject, what, value, rest),
];

/** Left for the check of the whole model, but there. */
export const any: Checker = () => [];
/** The same, where null says that there is none. */
export const orNull: Checker = () => [];

export const pose: Checker = poseIssues;

/** A pose, or the name of a frame. */
export const poseOrFrame: Checker = (subject, what, value) =>
  typeof value === "string" ? [] : poseIssues(subject, what, value);

/** A frame on a body, in one of the ways of `Place`. */
export const place: Checker = (subject, what, value) => {
  if (typeof value === "string") return [];
  if (!isRecord(value)) {
    const rest = `must be a body's name, "body/frame", or { body, at }. Write one of them.`;
    return one("wrong-shape", subject, what, value, rest);
  }
  if (!("pose" in value))
    return checkOptions(subject, value, { required: { body: any, at: pose }, optional: {} }, what);
  return checkOptions(subject, value, { required: { body: any, pose: any }, optional: {} }, what);
};

export const list: Checker = (subject, what, value) =>
  Array.isArray(value) ? [] : one("wrong-shape", subject, what, value, "must be a list. Put it in [ ].");

/** A list of one of the given lengths. */
export const numbers =
  (...lengths: readonly number[]): Checker =>
  (subject, what, value) =>
    Array.isArray(value) && lengths.includes(value.length)
      ? []
      : one("wrong-length", subject, what, value, `must be a list of ${lengths.join(" or ")} numbers. Give them all.`);

/** One number for all directions, or one for each of three. */
export const oneOrThree: Checker = (subject, what, value) =>
  Array.isArray(value) ? numbers(3)(subject, what, value) : [];

/** Each item of a list. */
export const listOf =
  (item: Checker): Checker =>
  (subject, what, value) =>
    Array.isArray(value)
      ? value.flatMap((each: unknown, i) => item(subject, `${what}[${i}]`, each))
      : list(subject, what, value);

/** Each entry of a record by names that the user chooses. */
export const recordOf =
  (item: Checker): Checker =>
  (subject, what, value) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([name, each]) => item(subject, `${what}.${name}`, each))
      : one("wrong-shape", subject, what, value, "must be an object with a name for each. Put them in { }.");

/** Options within options. */
export const optionsOf =
  (names: OptionNames): Checker =>
  (subject, what, value) =>
    checkOptions(subject, value, names, what);

const everyCoordinate = Object.keys(modelDefaults.coordinate);
const limits = ["lower", "upper", "maxForce", "maxSpeed"];

/** What acts along a coordinate. */
export const coordinateOptions: Readonly<Record<string, Checker>> = Object.freeze(
  Object.fromEntries(everyCoordinate.map((name) => [name, limits.includes(name) ? orNull : any])),
);

export const coordinate: Checker = optionsOf({ required: {}, optional: coordinateOptions });

const meantBy = (name: string, known: readonly string[]): string | null =>
  Object.hasOwn(otherNames, name) && known.includes(otherNames[name]) ? otherNames[name] : nearestName(name, known);

/** All that is wrong with the names and shapes of options; `within` is the option that holds them, if one does. */
export function checkOptions(
  subject: string,
  options: unknown,
  { required, optional }: OptionNames,
  within: string | null = null,
): readonly ErrorFacts[] {
  const pathOf = (name: string): string => (within === null ? name : `${within}.${name}`);
  const needed = Object.keys(required);
  const known = [...needed, ...Object.keys(optional)];
  if (!isRecord(options)) {
    const rest = `must be an object of options. Write { ${(needed.length > 0 ? needed : known.slice(0, 3)).join(", ")} }.`;
    return one("wrong-shape", subject, within ?? "its description", options, rest);
  }
  // A name misspelt is not missing too.
  const meant = new Set(Object.keys(options).flatMap((name) => (known.includes(name) ? [] : [meantBy(name, known)])));
  const found = needed
    .filter((name) => options[name] === undefined && !meant.has(name))
    .flatMap((name) => one("missing-option", subject, pathOf(name), undefined, `must be given. Add ${name}.`));
  for (const [name, value] of Object.entries(options)) {
    const checker = Object.hasOwn(required, name) ? required[name] : optional[name];
    if (!known.includes(name)) {
      const ours = meantBy(name, known);
      const fix = ours === null ? suggestName(name, known) : `Did you mean "${ours}"?`;
      found.push({
        code: "unknown-option",
        subject,
        value,
        message: `${subject}: option "${pathOf(name)}" is unknown. ${fix}`,
      });
    } else if (value === null && checker !== orNull) {
      const fix = needed.includes(name) ? "Give a value." : "Give a value, or leave it out.";
      found.push(issue("missing-option", subject, pathOf(name), value, `which says nothing. ${fix}`));
    } else if (value !== undefined) found.push(...checker(subject, pathOf(name), value));
  }
  return found;
}
