import { RequestError } from "./kinetree-error.js";
import { suggestName } from "./nearest-name.js";

/** The error of a request by an unknown name, with the nearest known one. */
export function unknownName(kind: string, name: string, known: Iterable<string>): RequestError {
  const message = `${kind} "${name}" is unknown. ${suggestName(name, known)}`;
  return new RequestError({ code: `unknown-${kind}`, subject: `${kind} "${name}"`, value: name, message });
}
