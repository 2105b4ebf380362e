import { realpathSync, statSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { RequestError } from "kinetree";
import { checkName } from "./path-segments.js";
import { Problem } from "./problem.js";

export interface Root {
  /** First part of the ids of its files. */
  readonly id: string;
  /** Real path; of a folder that is yet to be made, the path that it will have. */
  readonly path: string;
  /** As the user named it. */
  readonly shown: string;
  /** The one file that was given, where a file was given and not its folder. */
  readonly only: string | null;
}

export interface Placed {
  readonly root: Root;
  /** Real path. */
  readonly path: string;
  readonly id: string;
}

/** Files that a single given file may need: meshes and pictures of a model, files that it includes. */
const besideOne = /\.(stl|obj|mtl|dae|ply|glb|gltf|bin|msh|png|jpe?g|xml|urdf|mjcf|csv\.json)$/i;

/** The given paths as folders to read; throws for missing ones. */
export function rootsOf(paths: readonly string[]): Root[] {
  return paths.map((shown, i) => {
    const found = statSync(shown, { throwIfNoEntry: false });
    if (found === undefined || !(found.isFile() || found.isDirectory()))
      throw new RequestError({
        code: "path-not-found",
        subject: `path "${shown}"`,
        value: shown,
        message:
          found === undefined
            ? `there is no file or folder "${shown}". Check the path, or leave it out to see the built-in systems.`
            : `"${shown}" is neither a file nor a folder. Name a model, a result, or a folder of those.`,
      });
    const real = realpathSync(shown);
    return found.isFile()
      ? { id: String(i), path: dirname(real), shown, only: basename(real) }
      : { id: String(i), path: real, shown, only: null };
  });
}

export const rootToBe = (id: string, shown: string): Root => {
  const above = dirname(resolve(shown));
  return { id, path: join(realpathSync(above), basename(resolve(shown))), shown, only: null };
};

/** Resolves an id; throws for missing files, for links out of the folders, and for files that were not given. */
export async function placeOf(roots: readonly Root[], segments: readonly string[]): Promise<Placed> {
  const { root, path } = pathOf(roots, segments);
  const real = await realpath(path);
  if (!isGiven(roots, real)) throw outside();
  return { root, path: real, id: segments.join("/") };
}

/** Resolves the id of a file to be created: the folder exists, links are resolved, the name is plain. */
export async function placeToBe(roots: readonly Root[], segments: readonly string[]): Promise<Placed> {
  const name = segments.at(-1);
  if (name === undefined || segments.length < 2) throw new Problem(400, "bad-path", "the path names no file.");
  checkName(name);
  const { root, path } = pathOf(roots, segments.slice(0, -1));
  const folder = await realpath(path);
  if (root.only !== null || !isGiven(roots, folder)) throw outside();
  return { root, path: join(folder, name), id: segments.join("/") };
}

/** Whether a real path is in a given folder, without hidden folders in between. */
export function isGiven(roots: readonly Root[], real: string): boolean {
  return roots.some((root) => {
    if (root.only !== null && real === root.path) return false;
    if (real === root.path) return true;
    if (!real.startsWith(root.path.endsWith(sep) ? root.path : root.path + sep)) return false;
    const inside = relative(root.path, real);
    if (inside.split(sep).some((part) => part.startsWith("."))) return false;
    return root.only === null || inside === root.only || besideOne.test(inside);
  });
}

function pathOf(roots: readonly Root[], segments: readonly string[]): { readonly root: Root; readonly path: string } {
  const [id, ...inside] = segments;
  const root = roots.find((each) => each.id === id);
  if (root === undefined) throw new Problem(404, "not-found", `there is no folder number "${id ?? ""}".`);
  for (const part of inside) checkName(part);
  return { root, path: join(root.path, ...inside) };
}

const outside = (): Problem =>
  new Problem(
    403,
    "outside",
    "that is outside the folders that the studio serves. Start kinetree studio with its folder as well.",
  );
