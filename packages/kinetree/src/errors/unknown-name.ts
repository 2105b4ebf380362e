import { RequestError } from "./kinetree-error.js";
import { suggestName } from "./nearest-name.js";

/** Somebody asked for a thing by a name that no thing has: says so, with the nearest name there is. */
export function unknownName(kind: string, name: string, known: Iterable<string>): RequestError {
  return new RequestError({
    code: `unknown-${kind}`,
    subject: `${kind} "${name}"`,
    value: name,
    message: `${kind} "${name}" is unknown. ${suggestName(name, known)}`,
  });
}
