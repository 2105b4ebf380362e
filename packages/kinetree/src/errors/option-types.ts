import { RequestError } from "./kinetree-error.js";
import { unknownName } from "./unknown-name.js";

/*
 * What the compiler tells whoever writes TypeScript, told at run time to those who do not: options of another type, and
 * misspelt ones. Each interface of options has a table of types; the compiler keeps it complete.
 */

/** The part of a value that does not have its type, and what it must be; null if all of it has. */
export type OptionType = (value: unknown, name: string) => Misfit | null;

interface Misfit {
  readonly name: string;
  readonly value: unknown;
  readonly must: string;
}

/** The type of every option of an interface. */
export type OptionTypes<T> = { readonly [K in keyof Required<T>]: OptionType };

const type =
  (must: string, accepts: (value: unknown) => boolean): OptionType =>
  (value, name) =>
    accepts(value) ? null : { name, value, must };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

const firstOf = (misfits: Iterable<Misfit | null>): Misfit | null => {
  for (const misfit of misfits) if (misfit !== null) return misfit;
  return null;
};

/** NaN too: ranges are checked where a number is used. */
export const aNumber = type("a number", (value) => typeof value === "number");
/** Any text. */
export const aText = type("a text", (value) => typeof value === "string");
/** Nothing else that would count as true or false. */
export const aSwitch = type("true or false", (value) => typeof value === "boolean");
/** Any function. */
export const aFunction = type("a function", (value) => typeof value === "function");
/** No list, and not null. */
export const anObject = type("an object", isObject);
/** For values that are checked where they are used. */
export const anything: OptionType = () => null;

/** A list, or an array of numbers of any kind. */
export const numbers: OptionType = (value, name) => {
  if (!isList(value)) return { name, value, must: "a list of numbers" };
  for (let i = 0; i < value.length; i++)
    if (typeof value[i] !== "number") return { name: `${name}[${i}]`, value: value[i], must: "a number" };
  return null;
};

/** A list of values of one type. */
export const listOf =
  (item: OptionType): OptionType =>
  (value, name) =>
    Array.isArray(value)
      ? firstOf(value.map((each: unknown, i) => item(each, `${name}[${i}]`)))
      : { name, value, must: "a list" };

/** An object with a value for each of some names. */
export const recordOf =
  (item: OptionType): OptionType =>
  (value, name) =>
    isObject(value)
      ? firstOf(Object.entries(value).map(([key, each]) => item(each, `${name}.${key}`)))
      : { name, value, must: "an object" };

/** An object with parts of their own types; parts left out are fine, others are not looked at. */
export const partsOf =
  <T>(types: OptionTypes<T>): OptionType =>
  (value, name) => {
    if (!isObject(value)) return { name, value, must: "an object" };
    const parts = Object.entries<OptionType>(types);
    return firstOf(parts.map(([key, each]) => (value[key] === undefined ? null : each(value[key], `${name}.${key}`))));
  };

/** Refuses an argument of another type. */
export function requireType(value: unknown, accepts: OptionType, name: string): void {
  const misfit = accepts(value, name);
  if (misfit !== null) throw wrongType(misfit, `Correct it.`);
}

/** Refuses options that are no object, unknown ones, and values of another type; `undefined` counts as left out. */
export function checkOptions<T>(given: unknown, types: OptionTypes<T>, subject = "options"): void {
  if (!isObject(given)) throw wrongType({ name: subject, value: given, must: "an object" });
  const known = new Map(Object.entries<OptionType>(types));
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const accepts = known.get(name);
    if (accepts === undefined) throw unknownName("option", name, known.keys());
    const misfit = accepts(value, name);
    if (misfit !== null) throw wrongType(misfit);
  }
}

/** Options on top of their defaults; those that are `undefined` count as left out. */
export const withDefaults = <D extends object, T extends object>(defaults: D, given: T): D & Omit<T, keyof D> =>
  ({ ...defaults, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }) as D &
    Omit<T, keyof D>;

const wrongType = ({ name, value, must }: Misfit, fix = "Correct it, or leave it out for the default."): RequestError =>
  new RequestError({
    code: "wrong-type",
    subject: name,
    value,
    message: `${name} is ${shown(value)}, must be ${must}. ${fix}`,
  });

/** Characters of a text beyond which a message shows dots. */
const MOST_SHOWN = 60;

function shown(value: unknown): string {
  if (typeof value === "string") return `"${value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN)}…` : value}"`;
  if (typeof value === "function") return "a function";
  if (isList(value)) return "a list";
  return isObject(value) ? "an object" : String(value);
}
