import { kindOfName, openable } from "./content-kind.js";
import { FileError } from "./file-error.js";
import { baseName, folderOf, type GivenFile } from "./given-files.js";

/** Given files by how they are opened. */
export interface SortedFiles {
  readonly links: readonly GivenFile[];
  /** Texts that may be models: XML and JSON. */
  readonly texts: readonly GivenFile[];
  readonly results: readonly GivenFile[];
  /** The folder of a study, if one was given: its results, or null if it has none yet. */
  readonly study: { readonly name: string; readonly results: GivenFile | null } | null;
  /** Files that a model may refer to: meshes, pictures, includes. */
  readonly others: readonly GivenFile[];
}

/** Sorts files by their names; throws if there is nothing among them that can be opened. */
export function sortFiles(given: readonly GivenFile[]): SortedFiles {
  // Hidden files and files of operating systems are ignored.
  const files = given.filter(({ path }) => !/(^|\/)(\.|__MACOSX\/|Thumbs\.db$|desktop\.ini$)/.test(path));
  const study = studyIn(files);
  const of = (kind: string): GivenFile[] =>
    files.filter(({ path }) => kindOfName(path) === kind).toSorted((a, b) => depth(a) - depth(b) || order(a, b));
  const results = of("result");
  const sidecars = new Set(results.map(({ path }) => `${path}.json`));
  const sorted: SortedFiles = {
    links: of("link"),
    texts: [...of("xml"), ...of("json")]
      .filter(({ path }) => !sidecars.has(path))
      .toSorted((a, b) => depth(a) - depth(b)),
    results,
    study,
    others: of("other"),
  };
  if (sorted.links.length + sorted.texts.length + results.length > 0 || study !== null) return sorted;
  throw nothingToOpen(files);
}

/** The JSON file of a CSV file's units. */
export const sidecarOf = (given: readonly GivenFile[], { path }: GivenFile): GivenFile | null =>
  given.find((each) => each.path === `${path}.json`) ?? null;

/** The path by which a model in one place names a file in another. */
export function relativePath(from: string, to: string): string {
  const [here, there] = [folderOf(from).split("/"), to.split("/")];
  let common = 0;
  while (common < here.length - 1 && common < there.length - 1 && here[common] === there[common]) common++;
  return [...here.slice(common, -1).map(() => ".."), ...there.slice(common)].join("/");
}

const depth = ({ path }: GivenFile): number => path.split("/").length;
const order = (a: GivenFile, b: GivenFile): number => (a.path < b.path ? -1 : 1);

function studyIn(files: readonly GivenFile[]): SortedFiles["study"] {
  for (const { path } of files) {
    if (baseName(path) !== "manifest.json") continue;
    const folder = folderOf(path);
    const results = files.find((each) => each.path === `${folder}results.parquet`) ?? null;
    if (results === null && !files.some((each) => each.path.startsWith(`${folder}chunks/`))) continue;
    return { name: folder.slice(0, -1) || "study", results };
  }
  return null;
}

function nothingToOpen(files: readonly GivenFile[]): FileError {
  const [first] = files;
  if (first === undefined)
    return new FileError(
      "no-files",
      "drop",
      `nothing that was dropped is a file. Drop a file that ends in ${openable}.`,
    );
  const name = baseName(first.path);
  const others = files.length > 1 ? ` nor do the ${files.length - 1} files with it` : "";
  const message = `${name} does not end in ${openable}${others}. Drop a model, a result or a study.`;
  return new FileError("unknown-ending", name, message);
}
