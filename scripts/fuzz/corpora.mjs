// Good files of each format, to be spoilt: the examples, and the built-in systems.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systems } from "kinetree/systems";
import { writeJsonModel } from "kinetree/formats";
import { root } from "../run.mjs";

/** @param {string} folder @param {string} ending */
const textsIn = (folder, ending) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => readFileSync(join(root, folder, name), "utf8"));

export const corpora = {
  json: [...systems.map(({ build }) => writeJsonModel(build())), ...textsIn("examples/models", ".json")],
  urdf: [...textsIn("examples/robots", ".urdf"), ...textsIn("examples/models", ".urdf")],
  mjcf: textsIn("examples/models", ".xml"),
};
