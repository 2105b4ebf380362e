import { RequestError } from "../../errors/kinetree-error.js";
import { numbers } from "../../errors/option-types.js";
import type { ControllerComponent, ControllerFunction, RunController } from "../clock/controllers.js";
import { packData, unpackData } from "../clock/plain-data.js";
import type { PlannedController } from "../plan/planned-controllers.js";
import { commandNotFinite, type LaneController } from "./lane-controller.js";

/** A controller computed by code of the caller. */
export const hostController = (
  given: RunController,
  planned: PlannedController,
  parameters: Readonly<Record<string, number>>,
): LaneController =>
  typeof given === "function" ? functionController(given, planned) : componentController(given, planned, parameters);

/** Commands that a function leaves alone stay as they are, so they are what it remembers. */
function functionController(compute: ControllerFunction, planned: PlannedController): LaneController {
  const commands = new Float64Array(planned.actuators.length);
  return {
    measures: true,
    sample: (measured, t) => {
      if (measured) compute(measured, commands);
      return requireFinite(planned, commands, t);
    },
    snapshot: () => Array.from(commands),
    restore: (next) => commands.forEach((_, i) => (commands[i] = next())),
  };
}

function componentController(
  component: ControllerComponent,
  planned: PlannedController,
  parameters: Readonly<Record<string, number>>,
): LaneController {
  const subject = `controller "${planned.name}"`;
  const commands = new Float64Array(planned.actuators.length);
  let state = component.state?.(parameters);
  // Told at the start, not by the checkpoint that a long run needs.
  packData(state, subject);
  let isFirst = true;
  return {
    measures: true,
    sample: (measured, t, tick) => {
      if (!measured) return commands;
      const output: unknown = component.step(measured, state, tick);
      commands.set(commandsIn(planned, output));
      state = (output as { readonly state?: unknown }).state;
      if (isFirst) packData(state, subject);
      isFirst = false;
      return requireFinite(planned, commands, t);
    },
    snapshot: () => packData(state, subject),
    restore: (next) => {
      state = unpackData(next);
    },
  };
}

/** The caller's code may return anything. */
function commandsIn({ name, actuators }: PlannedController, output: unknown): ArrayLike<number> {
  const commands = (output as { readonly commands?: unknown } | null | undefined)?.commands;
  if (numbers(commands, "commands") === null && (commands as ArrayLike<number>).length === actuators.length)
    return commands as ArrayLike<number>;
  throw new RequestError({
    code: "controller-output",
    subject: `controller "${name}"`,
    value: commands,
    message: `controller "${name}": its step must return { commands, state } with ${actuators.length} commands, one for each actuator. Return them in the order of the model.`,
  });
}

function requireFinite({ name, actuatorNames }: PlannedController, commands: Float64Array, t: number): Float64Array {
  const bad = commands.findIndex((command) => !Number.isFinite(command));
  if (bad < 0) return commands;
  const [value, actuator] = [commands[bad], actuatorNames[bad]];
  throw commandNotFinite(
    name,
    value,
    `commands ${value} of actuator "${actuator}" at ${t} s, must be finite. Check what it computes.`,
  );
}
