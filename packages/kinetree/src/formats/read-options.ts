import { aFunction, anything, aSwitch, aText, type OptionTypes } from "../errors/option-types.js";

/** Options of the readers of models. A reader ignores those that do not apply to its format. */
export interface ReadModelOptions {
  /** Name of the file in messages; its ending may select the format. */
  readonly file?: string;
  /** Left out: by the file's ending, or else by its content. */
  readonly format?: "json" | "urdf" | "mjcf";
  /** URDF and MJCF: whether the base is fixed to the ground or free; the joint between them is called "root". */
  readonly base?: "fixed" | "free";
  /** Refuse mass properties that no rigid body can have, instead of warning. */
  readonly strict?: boolean;
  /** Gives the content of a file that this one names; without it such files are reported as missing. */
  readonly readFile?: (path: string) => string | Uint8Array;
}

export const readOptionTypes: OptionTypes<ReadModelOptions> = {
  file: aText,
  format: anything,
  base: anything,
  strict: aSwitch,
  readFile: aFunction,
};
