import { aFunction, type OptionTypes } from "kinetree/tools";
import type { PrepareOptions } from "./prepared-study.js";

export const prepareOptionTypes: OptionTypes<PrepareOptions> = {
  loadModel: aFunction,
  wholeModule: aFunction,
  workers: aFunction,
};
