import { buildTopology, type Model } from "kinetree";
import { everySystem, namedSystem, type NamedSystem } from "kinetree/systems";
import type { CommandAction } from "../command-spec.js";
import { readAssignments } from "../input/assignments.js";
import { loadQuietly } from "../input/load-model.js";
import { brief, count } from "../output/number-text.js";
import { print, printJson } from "../output/streams.js";
import { table } from "../output/table.js";

interface Options {
  readonly size?: readonly string[];
  readonly json?: boolean;
}

/** `kinetree models` */
export const models: CommandAction = async ([name], options: Options) => {
  if (name === undefined) {
    if (options.json === true)
      printJson(everySystem.map(({ name: each, summary, defaults }) => ({ name: each, summary, sizes: defaults })));
    else
      print(
        `${table(everySystem.map(({ name: each, summary }) => [each, summary]))}\n\nkinetree models NAME describes one.`,
      );
    return 0;
  }
  const system = namedSystem(name);
  const { model } = await loadQuietly(name, options.size === undefined ? {} : { size: options.size });
  const sizes = { ...system.defaults, ...Object.fromEntries(readAssignments("--size", options.size)) };
  if (options.json === true) printJson({ ...describe(system, model), sizes });
  else print(asText(system, model));
  return 0;
};

const describe = ({ name, summary, defaults }: NamedSystem, model: Model): Record<string, unknown> => ({
  name,
  summary,
  defaults,
  title: model.name,
  parameters: model.parameters,
  counts: buildTopology(model).counts,
  bodies: model.bodies.map((body) => body.name),
  joints: model.joints.map(({ name: joint, kind, parent, child }) => ({ name: joint, kind, parent, child })),
  actuators: model.actuators.map((actuator) => actuator.name),
});

/** A list longer than this is cut. */
const LONGEST = 30;

function asText({ name, summary, defaults }: NamedSystem, model: Model): string {
  const { counts } = buildTopology(model);
  const sizes = Object.entries(defaults).map(([size, value]) => [`  ${size}`, String(value)]);
  const parameters = model.parameters.map((each) => [
    `  ${each.name}`,
    `${brief(each.value)} ${each.unit}`,
    `${each.min ?? "-∞"} to ${each.max ?? "∞"}`,
    each.description,
  ]);
  const joints = model.joints
    .slice(0, LONGEST)
    .map(({ name: joint, kind, parent, child }) => [`  ${joint}`, kind, `${parent} → ${child}`]);
  const more = model.joints.length - joints.length;
  return [
    `${name}: ${summary}`,
    `${count(counts.bodies, "body", "bodies")}, ${count(counts.joints, "joint")}, ${count(counts.nv, "speed")}`,
    `\nsizes (--size NAME=VALUE)\n${table(sizes)}`,
    parameters.length > 0 ? `\nparameters (--set NAME=VALUE)\n${table(parameters)}` : "\nno parameters",
    `\njoints\n${table(joints)}${more > 0 ? `\n  and ${more} more` : ""}`,
  ].join("\n");
}
