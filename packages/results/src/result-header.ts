import { RequestError } from "kinetree";

/** A body's pose among the columns. */
export interface FrameColumns {
  readonly body: string;
  /** Columns of the position in the world: x, y, z [m]. */
  readonly position: readonly [string, string, string];
  /** Columns of the orientation in the world: w, x, y, z. */
  readonly quaternion: readonly [string, string, string, string];
}

/** What a result file says about itself before the first row. */
export interface ResultHeader {
  /** The columns, without time. */
  readonly names: readonly string[];
  /** Their units, in the same order; "" for none. */
  readonly units: readonly string[];
  /** What is known at the start (model, hash, version, integrator, …); the values are JSON text. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Which columns are poses; MCAP files draw them as moving frames. */
  readonly frames?: readonly FrameColumns[];
}

/** What a result file says about itself behind the last row (energy balance, steps, …); the values are JSON text. */
export type ResultSummary = Readonly<Record<string, string>>;

/** The summary's own entry: "complete", or "incomplete" in a file that was not closed. */
export const RECORDING = "recording";

/** The summary of a file that is still being written, or was left so. */
export const unfinished: ResultSummary = Object.freeze({ [RECORDING]: '"incomplete"' });

export const finished = (summary: ResultSummary): ResultSummary => ({ ...summary, [RECORDING]: '"complete"' });

/** Throws if no file can be made of it. */
export function checkHeader({ names, units, metadata, frames = [] }: ResultHeader): void {
  if (names.length !== units.length) {
    throw new RequestError({
      code: "units-of-columns",
      subject: "units",
      value: units.length,
      message: `there are ${units.length} units for ${names.length} columns. Give each column one, "" for none.`,
    });
  }
  const seen = new Set(["time"]);
  for (const name of names) {
    if (name !== "" && !seen.has(name)) {
      seen.add(name);
      continue;
    }
    throw new RequestError({
      code: "column-name",
      subject: `column "${name}"`,
      value: name,
      message:
        name === ""
          ? "a column has no name. Give it one."
          : `column "${name}" is there twice${name === "time" ? " (the first one is the time of every row)" : ""}. Rename one.`,
    });
  }
  for (const { body, position, quaternion } of frames) {
    const unknown = [...position, ...quaternion].find((name) => !seen.has(name) || name === "time");
    if (unknown === undefined) continue;
    throw new RequestError({
      code: "frame-column",
      subject: `frame "${body}"`,
      value: unknown,
      message: `frame "${body}" takes column "${unknown}", which is not recorded. Record it, or leave the frame out.`,
    });
  }
  checkJson("metadata", metadata);
}

/** Throws unless every value is JSON text. */
export function checkJson(what: string, entries: Readonly<Record<string, string>>): void {
  for (const [key, text] of Object.entries(entries)) {
    try {
      JSON.parse(text);
    } catch {
      throw new RequestError({
        code: "metadata-not-json",
        subject: `${what} "${key}"`,
        value: text,
        message: `${what} "${key}" is ${text}, which is not JSON text. Pass it through JSON.stringify.`,
      });
    }
  }
}
