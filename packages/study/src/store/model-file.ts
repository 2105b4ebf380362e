import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Model } from "kinetree";
import { readModel } from "kinetree/formats";
import { textOf } from "./read-text.js";

/** A model from a file, in the format that its name or content tells. */
export function modelFromFile(path: string): Model {
  const { model } = readModel(textOf(path), {
    file: path,
    readFile: (name) => readFileSync(resolve(dirname(path), name)),
  });
  return model;
}
