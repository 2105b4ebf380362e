import { readResult } from "@kinetree/results/node";
import type { ResultTable } from "@kinetree/results";

/** A result with all its columns. */
export const loadResult = (path: string): Promise<ResultTable> => readResult(path);

/** Names of the columns of a result. */
export const resultNames = async (path: string): Promise<readonly string[]> => (await readResult(path)).names;
