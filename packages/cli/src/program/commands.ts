import { analysisCommands } from "./analysis-commands.js";
import type { CommandSpec } from "../command-spec.js";
import { modelCommands } from "./model-commands.js";
import { simulateCommands } from "./simulate-commands.js";
import { studioCommand } from "./studio-command.js";
import { studyCommand } from "./study-commands.js";
import { vehicleCommands } from "./vehicle-commands.js";

/** All commands, in the order of the help. */
export const commands: readonly CommandSpec[] = [
  ...simulateCommands,
  studyCommand,
  studioCommand,
  ...vehicleCommands,
  ...analysisCommands,
  ...modelCommands,
];
