import { KinetreeError, RequestError } from "kinetree";

/** What a function of a study's own code threw, as a mistake of that code; what kinetree says stays as it is. */
export function errorOfCode(what: string, error: unknown): KinetreeError {
  if (error instanceof KinetreeError) return error;
  const told = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new RequestError({
    code: "study-code-failed",
    subject: what,
    value: told,
    message: `${what} of the study ended with "${told}". Correct its code.`,
  });
}
