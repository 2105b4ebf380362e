import { RequestError } from "kinetree";
import { suggestName } from "kinetree/tools";

/** The error about the value of an option, with what it must be. */
export const refuse = (
  subject: string,
  name: string,
  value: unknown,
  rest: string,
  code = "option-range",
): RequestError =>
  new RequestError({ code, subject, value, message: `${subject}: "${name}" = ${JSON.stringify(value)} ${rest}.` });

export function requireNames(subject: string, given: object, known: readonly string[]): void {
  for (const name of Object.keys(given))
    if (!known.includes(name))
      throw new RequestError({
        code: "unknown-option",
        subject,
        value: name,
        message: `${subject}: option "${name}" is unknown. ${suggestName(name, known)}`,
      });
}
