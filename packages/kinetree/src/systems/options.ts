import { RequestError } from "../errors/kinetree-error.js";
import { suggestName } from "../errors/nearest-name.js";

/** Options of a system: numbers and choices by name, so that a command line can set them. */
export type SystemOptions<O> = { readonly [name in keyof O]: number | string };

/**
 * The options of a system with what was left out filled in. Types are no proof here: a command line passes what was typed.
 * `counts` are the options that count things, whole numbers from 1 on.
 */
export function readOptions<O extends SystemOptions<O>>(
  system: string,
  defaults: O,
  given: Partial<O>,
  counts: readonly (keyof O & string)[] = [],
): O {
  const known = Object.keys(defaults);
  for (const [name, value] of Object.entries(given) as [keyof O & string, unknown][]) {
    if (!known.includes(name))
      throw refuse("unknown-option", system, name, value, `is unknown. ${suggestName(name, known)}`);
    const expected = typeof defaults[name];
    if (typeof value !== expected)
      throw refuse(
        "option-type",
        system,
        name,
        value,
        `must be a ${expected}. Write it like ${JSON.stringify(defaults[name])}.`,
      );
    if (counts.includes(name) && !(Number.isInteger(value) && Number(value) >= 1))
      throw refuse("option-count", system, name, value, "must be a whole number from 1 on. Give how many there are.");
  }
  return Object.freeze({ ...defaults, ...given });
}

/** Refuses an option that is none of the choices there are; the types say so, but a command line passes what was typed. */
export function requireChoice(system: string, name: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  throw refuse("option-choice", system, name, value, `is unknown. ${suggestName(value, choices)}`);
}

const refuse = (code: string, system: string, name: string, value: unknown, rest: string): RequestError =>
  new RequestError({
    code,
    subject: `system "${system}"`,
    value,
    message: `system "${system}": option "${name}" = ${JSON.stringify(value)} ${rest}`,
  });
