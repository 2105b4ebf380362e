import { everySystem } from "kinetree/systems";
import { loadQuietly } from "../../input/load-model.js";

/* Values that only the library or a file knows. Completion never complains: what cannot be read offers nothing. */

type Words = [string, string][];

export const modelNames = (): Words => everySystem.map(({ name, summary }) => [name, summary]);

export async function parametersOf(source: string): Promise<Words> {
  try {
    const { model } = await loadQuietly(source, {});
    return model.parameters.map(({ name, value, unit, description }) => [
      `${name}=`,
      `${value} ${unit}${description === "" ? "" : `, ${description}`}`,
    ]);
  } catch {
    return [];
  }
}

export function sizesOf(model: string): Words {
  const system = everySystem.find(({ name }) => name === model);
  return Object.entries(system?.defaults ?? {}).map(([name, value]) => [`${name}=`, String(value)]);
}

/** Columns of a result, of which the first line of a CSV file is enough. */
export async function channelsOfResult(path: string): Promise<Words> {
  if (!/\.(csv|parquet|mcap)$/i.test(path)) return [];
  const { resultNames } = await import("../../input/result-file.js");
  try {
    return (await resultNames(path)).map((name) => [name, ""]);
  } catch {
    return [];
  }
}
