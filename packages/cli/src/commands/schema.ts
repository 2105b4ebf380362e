import { modelSchema } from "kinetree/formats";
import { printJson } from "../output/streams.js";
import type { CommandAction } from "../program/command-spec.js";

/** `kinetree schema` */
export const schema: CommandAction = () => {
  printJson(modelSchema());
  return 0;
};
