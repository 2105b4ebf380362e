// What programs import from the packages of this workspace, by its name and its source: read from "exports" of their package.json.
import { join } from "node:path";
import { readJson, root } from "./run.mjs";

/**
 * Entry points of packages, the longest names first, as tables of aliases want them.
 * @param {readonly string[]} folders of the packages
 * @returns {{ name: string, source: string }[]} sources as absolute paths
 */
export const entryPointsOf = (folders) =>
  folders
    .flatMap((folder) => {
      const { name, exports } = readJson(join(root, "packages", folder, "package.json"));
      return Object.entries(exports)
        .filter(([, target]) => target.types !== undefined)
        .map(([key, target]) => ({
          name: `${name}${key.slice(1)}`,
          source: join(root, "packages", folder, target.types.replace("./dist/", "src/").replace(/\.d\.ts$/, ".ts")),
        }));
    })
    .sort((a, b) => b.name.length - a.name.length);
