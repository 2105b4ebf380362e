import {
  buildTopology,
  commandsFromActuators,
  matchChannels,
  RequestError,
  speedsFromJoints,
  startState,
  stateFromJoints,
  type Model,
  type State,
  type StateByJoint,
} from "kinetree";
import { internalStatesFromNames } from "kinetree/analysis";
import { FormatError, nodePath, parseJson, quantityOf, type JsonNode } from "kinetree/formats";
import { suggestName } from "kinetree/tools";
import { existsSync } from "node:fs";
import { usage } from "../failure/errors.js";
import { kindOfUnit } from "./quantities.js";
import { readText, STANDARD_INPUT } from "./read-text.js";
import { StateError } from "./state-error.js";

/** Where a mechanism is, how it moves, and what acts on it from outside. */
export interface Start extends State {
  readonly tau: Float64Array;
  readonly u: Float64Array;
}

const keys = ["t", "q", "v", "z", "tau", "u"] as const;
type Values = Readonly<Record<string, number | readonly number[]>>;

/**
 * What --state says: a file, "-", or the JSON itself; what it leaves out is at zero and at rest, or where
 * loops and couplers put it. Without it, `otherwise`, by default the same.
 */
export function readState(model: Model, given: string | undefined, otherwise: StateByJoint = {}): Start {
  if (given === undefined) return { ...closedState(model, otherwise), ...rest(model) };
  if (given.trim() === "")
    throw usage(
      "bad-state",
      "--state",
      given,
      `--state is empty. Give a file, "-", or the JSON itself. ${stateExample}`,
    );
  if (isInlineState(given)) return parseState(model, given, "--state");
  return parseState(model, readText(given), given === "-" ? STANDARD_INPUT : given);
}

/** Whether --state holds the state itself. What is JSON but no state is taken for one too, so that the complaint is about it. */
export const isInlineState = (given: string): boolean =>
  /^\s*\{/.test(given) ||
  (/^\s*(\[|"|(null|true|false|[-+.\d]+)\s*$)/.test(given) && given !== "-" && !existsSync(given));

const rest = (model: Model): { tau: Float64Array; u: Float64Array } => ({
  tau: new Float64Array(buildTopology(model).counts.nv),
  u: new Float64Array(model.actuators.length),
});

/** Joints that are given stay where they are; what closes loops makes the others follow. */
const closedState = (model: Model, given: StateByJoint): State => startState(model, buildTopology(model), given);

function parseState(model: Model, text: string, file: string): Start {
  const root = parseStateJson(text, file);
  if (root.type !== "object")
    throw wrongValue(file, root, `the state is ${kindOf(root)}, must be an object. ${stateExample}`);
  for (const [key, node] of root.members) {
    if ((keys as readonly string[]).includes(key) || key.startsWith("$") || key === "comment") continue;
    throw wrongValue(file, node, `the key "${key}" is unknown. ${suggestName(key, keys)}`);
  }
  const time = root.members.get("t");
  if (time !== undefined && time.type !== "number")
    throw wrongValue(file, time, `is ${kindOf(time)}, must be a number, in seconds.`);
  const t = time?.value ?? 0;
  const part = (name: JointPart | "u" | "z"): Values => valuesOf(model, root.members.get(name), name, file);
  const [q, v, z, tau, u] = [part("q"), part("v"), part("z"), part("tau"), part("u")];
  /** Makes something of a part; where that fails, of each of its values alone, so that the complaint has its place. */
  const from = <T>(name: string, values: Values, make: (values: Values) => T): T => {
    const node = root.members.get(name) ?? root;
    try {
      return make(values);
    } catch (error) {
      // A coupler is broken by values together: one of them alone would be held against where the others are not.
      if (node.type === "object" && error instanceof RequestError && error.code === COUPLER_BROKEN)
        return named(file, drivenNode(model, error, node) ?? node, () => make(values));
      if (node.type === "object")
        for (const [key, member] of node.members) named(file, member, () => make({ [key]: values[key] }));
      return named(file, node, () => make(values));
    }
  };
  if (time !== undefined) named(file, time, () => stateFromJoints(model, { t }));
  // Each part alone first, so that a complaint names it; together they also have to fit the couplers.
  from("q", q, (values) => stateFromJoints(model, { t, q: values }));
  from("v", v, (values) => speedsFromJoints(model, values));
  return {
    ...named(file, root, () => closedState(model, { t, q, v })),
    ...(root.members.has("z")
      ? { z: from("z", z, (values) => internalStatesFromNames(model, values as Record<string, number>)) }
      : {}),
    tau: from("tau", tau, (values) => speedsFromJoints(model, values)),
    u: from("u", u, (values) => commandsFromActuators(model, values as Record<string, number>)),
  };
}

const COUPLER_BROKEN = "coupler-broken";

/** The value of the joint that a broken coupler drives, if it was given. */
function drivenNode(model: Model, { subject }: RequestError, node: JsonNode): JsonNode | undefined {
  if (node.type !== "object") return undefined;
  const broken = model.constraints.find(({ kind, name }) => subject === `${kind} "${name}"`);
  if (broken === undefined) return undefined;
  const driven = "driven" in broken ? broken.driven : "rack" in broken ? broken.rack : null;
  return driven === null ? undefined : node.members.get(driven.joint);
}

/** Numbers by name; texts with a unit are turned into SI. */
function valuesOf(model: Model, given: JsonNode | undefined, part: JointPart | "u" | "z", file: string): Values {
  if (given === undefined) return {};
  if (given.type !== "object")
    throw wrongValue(file, given, `is ${kindOf(given)}, must be an object of numbers by name. ${stateExample}`);
  const entries = [...given.members].map(([name, value]): [string, number | readonly number[]] => {
    const one = (node: JsonNode, i: number): number => {
      if (node.type === "number") return node.value;
      if (node.type === "string" && part !== "u" && part !== "z")
        return inUnit(model, name, part, i, node, node.value, file);
      throw wrongValue(file, node, `is ${kindOf(node)}, must be a number.`);
    };
    if (value.type !== "array") return [name, one(value, 0)];
    if (part === "u" || part === "z") {
      const what = part === "u" ? `the command of actuator "${name}"` : `the internal state "${name}"`;
      throw wrongValue(file, value, `is a list, must be one number: ${what}.`);
    }
    return [name, value.items.map(one)];
  });
  return Object.fromEntries(entries);
}

function inUnit(
  model: Model,
  joint: string,
  part: JointPart,
  i: number,
  node: JsonNode,
  text: string,
  file: string,
): number {
  const units = unitsOfJoint(model, joint, part);
  const unit = units?.[i] ?? "";
  const kind = kindOfUnit(`number ${i} of joint "${joint}"`, unit, `0.5 ${unit}`);
  if (kind === null) throw wrongValue(file, node, `is ${kindOf(node)}, must be a number.`);
  return named(file, node, () => quantityOf(text, [kind]));
}

/** The library's complaint about a value, with the place where it stands. */
function named<T>(file: string, node: JsonNode, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { code, message, value } = error;
    const { line, column } = node;
    throw new StateError(file, { code, message, line, column, path: nodePath(node), value }, error);
  }
}

/** Parts of a state that hold numbers of joints. */
type JointPart = "q" | "v" | "tau";

/** Unit of each number of a joint; "" for quaternions. Null for joints without any. */
function unitsOfJoint(model: Model, joint: string, part: JointPart): readonly string[] | null {
  const topology = buildTopology(model);
  const place = topology.tree.find((each) => model.joints[each.joint].name === joint);
  if (place === undefined || place.nv === 0) return null;
  const group = part === "q" ? "q" : "v";
  const [start, size] = part === "q" ? [place.qStart, place.nq] : [place.vStart, place.nv];
  const units = matchChannels(model, topology, group)
    .slice(start, start + size)
    .map(({ unit }) => unit);
  return part === "tau" ? units.map((unit) => (unit === "rad/s" ? "N*m" : "N")) : units;
}

const stateExample = 'Write it like {"q": {"elbow": 0.5}, "v": {}, "tau": {}}.';

/** The values of a state's text, with their places. */
function parseStateJson(text: string, file: string): JsonNode {
  if (text.trim() === "") {
    const message = `the text is empty, must be JSON. ${stateExample}`;
    throw new StateError(file, { code: "bad-state", message, line: null, column: null, path: "", value: "" });
  }
  try {
    return parseJson(text, file);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const [issue] = error.issues;
    // The reader of JSON speaks of the models that it was written for.
    const told = issue.message.replace(/\bthe model\b/g, "the state");
    const message = issue.code === "json-syntax" ? `this is no JSON: ${told}` : told;
    throw new StateError(file, { ...issue, message }, error);
  }
}

/** A mistake in a value. */
function wrongValue(file: string, node: JsonNode, message: string): StateError {
  const { line, column } = node;
  return new StateError(file, {
    code: "bad-state",
    message,
    line,
    column,
    path: nodePath(node),
    value: plainValue(node),
  });
}

/** What it is, for a message. */
export function kindOf(node: JsonNode): string {
  switch (node.type) {
    case "array":
      return "a list";
    case "object":
      return "an object";
    case "null":
      return "null";
    default:
      return JSON.stringify(node.value);
  }
}

const plainValue = (node: JsonNode): unknown =>
  node.type === "array" || node.type === "object" || node.type === "null" ? null : node.value;
