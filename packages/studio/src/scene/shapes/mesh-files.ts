import { askServer } from "../../api/ask-server.js";
import { fileUrl } from "../../api/paths.js";
import type { ModelSource } from "../../experiment/types.js";

/** Gives the bytes of a mesh by its address in the model; null if it is not to be had. */
export type MeshFiles = (uri: string) => Promise<Uint8Array<ArrayBuffer> | null>;

/** For models that have no files. */
export const noMeshFiles: MeshFiles = () => Promise.resolve(null);

const bare = (uri: string): string =>
  uri
    .replace(/^(package|model|file):\/\//, "")
    .replaceAll("\\", "/")
    .replace(/^(\.?\/)+/, "");

/** Names under which a file may be known, most exact first: as written, without its scheme, without the package's name, the name alone. */
export function namesOf(uri: string): readonly string[] {
  const path = bare(uri);
  const parts = path.split("/");
  return [...new Set([uri, path, parts.slice(1).join("/"), parts.at(-1) ?? ""])].filter((name) => name !== "");
}

/** Finds a file among those that came with a model: by any of its names, then by the end of the path. */
export function findFile<T>(files: Readonly<Record<string, T>>, uri: string): T | null {
  for (const name of namesOf(uri)) if (Object.hasOwn(files, name)) return files[name];
  const last = namesOf(uri).at(-1) ?? uri;
  const found = Object.keys(files).find((name) => bare(name).split("/").at(-1) === last);
  return found === undefined ? null : files[found];
}

/** Files that came with a model, then those next to it on the server. */
export function meshFilesOf(source: ModelSource): MeshFiles {
  if (source.kind === "system") return noMeshFiles;
  const { files = {}, served } = source;
  return async (uri) => {
    const given = findFile(files, uri);
    if (given !== null) return given;
    if (served === null) return null;
    const folder = served.split("/").slice(0, -1);
    for (const name of namesOf(uri).filter((each) => !each.includes("://"))) {
      const answer = await askServer(fileUrl([...folder, name].join("/"))).catch(() => null);
      if (answer?.ok === true) return new Uint8Array(await answer.arrayBuffer());
    }
    return null;
  };
}
