import { kindOfJson, kindOfName, textOf, type JsonKind } from "./content-kind.js";
import { FileError } from "./file-error.js";
import { baseName, type GivenFile } from "./given-files.js";

export interface ReadText extends GivenFile {
  readonly text: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly kind: JsonKind | "xml";
}

/** Reads a text file and finds its kind; throws if it cannot be opened. */
export async function readText(given: GivenFile): Promise<ReadText> {
  const bytes = new Uint8Array(await given.file.arrayBuffer());
  const text = textOf(given.path, bytes);
  return { ...given, bytes, text, kind: kindOfName(given.path) === "xml" ? "xml" : kindOfJson(given.path, text) };
}

/** The one of several models that was meant: not a part of another one, and nearest to the top. */
export function chooseModel(models: readonly ReadText[]): {
  readonly model: ReadText;
  readonly left: readonly ReadText[];
} {
  const whole = models.filter((each) => each.kind !== "xml" || /<(robot|mujoco)[\s>/]/.test(each.text));
  const candidates = whole.length > 0 ? whole : models;
  const free = candidates.filter(
    (each) => !models.some((other) => other !== each && other.kind === "xml" && names(other.text, baseName(each.path))),
  );
  const [model] = free.length > 0 ? free : candidates;
  if (model === undefined) throw new FileError("no-model", "drop", "the files contain no model. Drop one with them.");
  return { model, left: candidates.filter((each) => each !== model && free.includes(each)) };
}

/** The files that models name, and those that meshes name, whose texts are not looked at: materials and pictures. */
export const wantedBy = (models: readonly ReadText[], files: readonly GivenFile[]): GivenFile[] =>
  files.filter(
    ({ path }) =>
      /\.(mtl|bin|png|jpe?g|tga|bmp)$/i.test(path) || models.some(({ text }) => text.includes(baseName(path))),
  );

/** Whether a text names a file, as <include file="…"/> does. */
const names = (text: string, base: string): boolean =>
  text.includes(`/${base}"`) || text.includes(`"${base}"`) || text.includes(`'${base}'`) || text.includes(`/${base}'`);
