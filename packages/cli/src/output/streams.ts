import { fileError } from "../failure/errors.js";
import { EXIT } from "../failure/exit-code.js";

/* `process` is the global one here: importing it as a module makes Node look up all of its fields, which costs milliseconds. */

/** Data for the caller. */
export const print = (text: string): void => void process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);

/** Messages for a person; never data. */
export const tell = (text: string): void => void process.stderr.write(text.endsWith("\n") ? text : `${text}\n`);

/** One JSON document; numbers with all their digits, NaN and infinities as null since JSON has none. */
export const printJson = (value: unknown): void => print(JSON.stringify(value, asPlain, 2));

const asPlain = (_key: string, value: unknown): unknown =>
  ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;

/** A reader that has seen enough (`| head`) is no failure; any other trouble with an output is said once, if it can be. */
export function watchStreams(): void {
  const onError =
    (name: string) =>
    (error: NodeJS.ErrnoException): void => {
      if (error.code === "EPIPE") process.exit(EXIT.fine);
      const described = fileError("write", name, error);
      if (name !== "standard error" && described instanceof Error) tell(`kinetree: ${described.message}`);
      process.exit(EXIT.file);
    };
  process.stdout.on("error", onError("standard output"));
  process.stderr.on("error", onError("standard error"));
}
