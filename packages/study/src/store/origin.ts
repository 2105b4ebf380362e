import { existsSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { RequestError } from "kinetree";
import type { StudyChanges } from "../description/study-changes.js";
import { namedStudy, studies } from "../named/studies.js";
import type { JsonValue } from "kinetree/formats";

/** Where a study is found, and what is changed about it: enough to find the same study again. */
export interface StudyOrigin extends StudyChanges {
  /** One that comes with this package. */
  readonly named?: string;
  /** A file, by its whole path. */
  readonly file?: string;
}

/** What a name means: a study that comes with this package, or a file. */
export function readOrigin(reference: string, changes: StudyChanges = {}): StudyOrigin {
  if (studies.some(({ name }) => name === reference)) return { named: reference, ...changes };
  if (statSync(reference, { throwIfNoEntry: false })?.isFile() === true)
    return { file: resolve(reference), ...changes };
  const isPath = /[\\/]|\.\w+$/.test(reference);
  // Complains with the nearest name there is.
  if (!isPath) namedStudy(reference);
  throw new RequestError({
    code: "study-not-read",
    subject: `study "${reference}"`,
    value: reference,
    message: existsSync(reference)
      ? `"${reference}" is a folder. Name the file of a study, or resume what is in the folder.`
      : `there is no file "${reference}". Check the path; kinetree study list shows the studies that have names.`,
  });
}

/** The origin as a manifest says it: paths from the folder on, so that both can move together. */
export const originIn = (folder: string, { file, ...rest }: StudyOrigin): JsonValue =>
  ({ ...rest, ...(file === undefined ? {} : { file: relative(resolve(folder), file) }) }) as JsonValue;

/** The origin that a manifest says. */
export function originFrom(folder: string, source: JsonValue): StudyOrigin {
  const { file, ...rest } = source as StudyOrigin;
  return { ...rest, ...(file === undefined ? {} : { file: resolve(folder, file) }) };
}
