import { RequestError } from "../../errors/kinetree-error.js";
import { suggestName } from "../../errors/nearest-name.js";

/** Options of a system: numbers and choices by name, so that a command line can set them. */
export type SystemOptions<O> = { readonly [name in keyof O]: number | string };

/** Options with defaults for those left out, checked since a command line passes unchecked text. `counts`: options that are whole numbers from 1 on. */
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
    const example = JSON.stringify(defaults[name]);
    if (typeof value !== expected)
      throw refuse("option-type", system, name, value, `must be a ${expected}. Write it like ${example}.`);
    if (counts.includes(name) && !(Number.isInteger(value) && Number(value) >= 1))
      throw refuse("option-count", system, name, value, "must be a whole number from 1 on. Give how many there are.");
  }
  return Object.freeze({ ...defaults, ...given });
}

export function requireChoice(system: string, name: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  throw refuse("option-choice", system, name, value, `is unknown. ${suggestName(value, choices)}`);
}

const refuse = (code: string, system: string, name: string, value: unknown, rest: string): RequestError =>
  systemError(code, system, value, `option "${name}" = ${JSON.stringify(value)} ${rest}`);

/** An error about a system as a whole, such as sizes that cannot be assembled. */
export const systemError = (code: string, system: string, value: unknown, problem: string): RequestError =>
  new RequestError({ code, subject: `system "${system}"`, value, message: `system "${system}": ${problem}` });
