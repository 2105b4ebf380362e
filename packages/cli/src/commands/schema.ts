import { modelSchema } from "kinetree/formats";
import { requireChoice } from "../input/choices.js";
import { printJson } from "../output/streams.js";
import type { CommandAction } from "../command-spec.js";

/** `kinetree schema` */
export const schema: CommandAction = async ([what = "model"]) => {
  const which = requireChoice("WHAT", what, ["model", "study"]);
  printJson(which === "model" ? modelSchema() : (await import("@kinetree/study")).studySchema());
  return 0;
};
