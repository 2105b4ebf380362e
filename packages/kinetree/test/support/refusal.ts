import type { DataPath } from "../../src/errors/kinetree-error.js";

/** The facts of an error without its wording, which the tables of messages check. */
export interface Refusal {
  readonly code: string;
  readonly subject: string;
  readonly value: unknown;
  readonly path: DataPath | undefined;
}

/** As other packages see it too, for which the class is that of the built library. */
type CodedError = Error & Refusal;

/** The error that an attempt throws; errors without code and subject are bugs and pass through. */
export function thrownBy(attempt: () => unknown): CodedError {
  try {
    attempt();
  } catch (error) {
    return coded(error);
  }
  throw new Error("nothing was refused");
}

export const refusal = (attempt: () => unknown): Refusal => factsOf(thrownBy(attempt));

/** The same of a promise. */
export async function rejectionOf(attempt: Promise<unknown>): Promise<CodedError> {
  const error = await attempt.then(
    () => new Error("nothing was refused"),
    (reason: unknown) => reason,
  );
  return coded(error);
}

export const refusalOf = async (attempt: Promise<unknown>): Promise<Refusal> => factsOf(await rejectionOf(attempt));

function coded(error: unknown): CodedError {
  if (error instanceof Error && "code" in error && "subject" in error) return error as CodedError;
  throw error;
}

const factsOf = ({ code, subject, value, path }: Refusal): Refusal => ({ code, subject, value, path });
