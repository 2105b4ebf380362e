import { fstatSync, realpathSync, statSync, type Stats } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { everySystem } from "kinetree/systems";
import { usage } from "../failure/errors.js";
import { isInlineState } from "./state-file.js";

/** A file that a command line names, and in what place. */
export interface NamedFile {
  /** "MODEL", "--out", … */
  readonly role: string;
  readonly path: string;
}

/** The model as a file; nothing for a built-in one. */
export const modelFile = (source: string, role = "MODEL"): NamedFile[] =>
  everySystem.some(({ name }) => name === source) ? [] : [{ role, path: source }];

/** An option that names a file; nothing if it was not given. */
export const optionFile = (role: string, path: string | undefined): NamedFile[] =>
  path === undefined ? [] : [{ role, path }];

/** The state as a file; nothing for one on the command line itself. */
export const stateFiles = (given: string | undefined): NamedFile[] =>
  given === undefined || given === "" || isInlineState(given) ? [] : [{ role: "--state", path: given }];

/** A result file, with what lies beside it. */
export const resultFiles = (role: string, path: string | undefined): NamedFile[] => {
  if (path === undefined) return [];
  const beside = /\.csv$/i.test(path) ? [{ role: `the file beside ${role}`, path: `${path}.json` }] : [];
  return [{ role, path }, ...beside];
};

/**
 * What a command writes is none of what it reads, and no two things are written to one file: whichever came last would be all
 * that is left. Names are compared by the files they lead to.
 */
export function requireDistinct(inputs: readonly NamedFile[], outputs: readonly NamedFile[]): void {
  const [first, second] = inputs.filter(({ path }) => path === "-");
  if (second !== undefined)
    throw usage(
      "same-file",
      second.role,
      "-",
      `${first.role} and ${second.role} are both standard input, which can be read once. Name a file for one of them.`,
    );
  const read = inputs.map((file) => ({ ...file, identities: identitiesOf(file, 0), does: "reads" }));
  const written = outputs
    .filter(({ path }) => path !== "-")
    .map((file) => ({ ...file, identities: identitiesOf(file, null), does: "writes" }));
  written.forEach((file, i) => {
    for (const other of [...read, ...written.slice(0, i)]) {
      if (!file.identities.some((each) => other.identities.includes(each))) continue;
      throw usage(
        "same-file",
        file.role,
        file.path,
        `${file.role} "${file.path}" is the same file as ${other.role} "${other.path}", which the command ${other.does} too. Choose another name for one of them.`,
      );
    }
  });
}

/** What tells a file from others: where its name leads, and where it lies on the disk. Devices may be used by many. */
function identitiesOf({ path }: NamedFile, standard: number | null): string[] {
  if (path === "-") {
    const about = standard === null ? undefined : attempt(() => fstatSync(standard));
    return about?.isFile() === true ? [placeOf(about)] : [];
  }
  const about = attempt(() => statSync(path));
  if (about !== undefined && !about.isFile()) return [];
  const whole = resolve(path);
  // Of a file that is not there yet, the folder may be.
  const folder = attempt(() => realpathSync(dirname(whole))) ?? dirname(whole);
  const real = attempt(() => realpathSync(whole)) ?? join(folder, basename(whole));
  return about === undefined ? [real] : [real, placeOf(about)];
}

const placeOf = ({ dev, ino }: Stats): string => `${dev}:${ino}`;

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
