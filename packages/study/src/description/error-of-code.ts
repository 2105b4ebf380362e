import { KinetreeError, RequestError } from "kinetree";

/** An error thrown by the code of a study, as a mistake of that code; errors of kinetree stay as they are. */
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
