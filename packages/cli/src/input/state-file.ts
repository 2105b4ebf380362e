import {
  buildTopology,
  commandsFromActuators,
  RequestError,
  speedsFromJoints,
  stateFromJoints,
  suggestName,
  type Model,
  type State,
  type StateByJoint,
} from "kinetree";
import { quantityOf } from "kinetree/formats";
import { UsageError } from "../failure/errors.js";
import { kindOfUnit } from "./quantities.js";
import { readText, STANDARD_INPUT } from "./read-text.js";
import { unitsOfJoint, type JointPart } from "./state-units.js";

/** Where a mechanism is, how it moves, and what acts on it from outside. */
export interface Start extends State {
  readonly tau: Float64Array;
  readonly u: Float64Array;
}

const keys = ["t", "q", "v", "tau", "u"] as const;
type Values = Readonly<Record<string, number | readonly number[]>>;

/**
 * What --state says: a file, "-", or the JSON itself; what it leaves out is at zero and at rest. Without it, `otherwise`, by
 * default the same.
 */
export function readState(model: Model, given: string | undefined, otherwise: StateByJoint = {}): Start {
  if (given === undefined) return { ...stateFromJoints(model, otherwise), ...rest(model) };
  const isInline = given.trimStart().startsWith("{");
  const file = isInline ? "--state" : given === "-" ? STANDARD_INPUT : given;
  return parseState(model, isInline ? given : readText(given), file);
}

const rest = (model: Model): { tau: Float64Array; u: Float64Array } => ({
  tau: new Float64Array(buildTopology(model).counts.nv),
  u: new Float64Array(model.actuators.length),
});

export function parseState(model: Model, text: string, file: string): Start {
  const parsed = parseJson(text, file);
  if (!isObject(parsed)) throw wrong(file, "", parsed, `is ${kindOf(parsed)}, must be an object. ${example}`);
  for (const key of Object.keys(parsed)) {
    if ((keys as readonly string[]).includes(key) || key.startsWith("$") || key === "comment") continue;
    throw wrong(file, key, key, `the key "${key}" is unknown. ${suggestName(key, keys)}`);
  }
  const t = parsed["t"] ?? 0;
  if (typeof t !== "number") throw wrong(file, "t", t, `is ${kindOf(t)}, must be a number, in seconds.`);
  const [q, v, tau, u] = (["q", "v", "tau", "u"] as const).map((part) => valuesOf(model, parsed[part], part, file));
  const at = <T>(path: string, make: () => T): T => named(file, path, make);
  // Each part alone first, so that a complaint names it; together they also have to fit the couplers.
  at("q", () => stateFromJoints(model, { t, q }));
  at("v", () => speedsFromJoints(model, v));
  return {
    ...at("", () => stateFromJoints(model, { t, q, v })),
    tau: at("tau", () => speedsFromJoints(model, tau)),
    u: at("u", () => commandsFromActuators(model, singles(u, file))),
  };
}

const example = 'Write it like {"q": {"elbow": 0.5}, "v": {}, "tau": {}}.';

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const at = /position (\d+)/.exec(reason);
    const before = at === null ? [text] : text.slice(0, Number(at[1])).split("\n");
    const place = at === null ? file : `${file}:${before.length}:${before[before.length - 1].length + 1}`;
    throw wrong(place, "", undefined, `is no JSON: ${reason}. ${example}`);
  }
}

/** Numbers by name; texts with a unit are turned into SI. */
function valuesOf(model: Model, given: unknown, part: JointPart | "u", file: string): Values {
  if (given === undefined) return {};
  if (!isObject(given))
    throw wrong(file, part, given, `is ${kindOf(given)}, must be an object of numbers by name. ${example}`);
  const entries = Object.entries(given).map(([name, value]): [string, number | readonly number[]] => {
    const one = (x: unknown, i: number, path: string): number => {
      if (typeof x === "number") return x;
      if (typeof x === "string" && part !== "u") return inUnit(model, name, part, i, x, file, path);
      throw wrong(file, path, x, `is ${kindOf(x)}, must be a number.`);
    };
    const path = `${part}.${name}`;
    return [
      name,
      Array.isArray(value) ? value.map((x: unknown, i) => one(x, i, `${path}[${i}]`)) : one(value, 0, path),
    ];
  });
  return Object.fromEntries(entries);
}

function inUnit(
  model: Model,
  joint: string,
  part: JointPart,
  i: number,
  text: string,
  file: string,
  path: string,
): number {
  const units = unitsOfJoint(model, joint, part);
  const unit = units?.[i] ?? "";
  const kind = kindOfUnit(`number ${i} of joint "${joint}"`, unit, `0.5 ${unit}`);
  if (kind === null) throw wrong(file, path, text, `is ${JSON.stringify(text)}, must be a number.`);
  return named(file, path, () => quantityOf(text, [kind]));
}

function singles(values: Values, file: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === "number") return [name, value];
      throw wrong(file, `u.${name}`, value, `is a list, must be one number: the command of actuator "${name}".`);
    }),
  );
}

/** The library's complaint about a value, with the place where it stands. */
function named<T>(file: string, path: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new UsageError({
      code: error.code,
      subject: error.subject,
      value: error.value,
      message: placed(file, path, error.message),
    });
  }
}

const wrong = (file: string, path: string, value: unknown, rest: string): UsageError =>
  new UsageError({
    code: "bad-state",
    subject: path === "" ? file : `${file}: ${path}`,
    value,
    message: placed(file, path, rest),
  });

const placed = (file: string, path: string, text: string): string =>
  path === "" ? `${file}: ${text}` : `${file}: ${path}: ${text}`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const kindOf = (value: unknown): string =>
  Array.isArray(value)
    ? "a list"
    : value === null
      ? "null"
      : typeof value === "object"
        ? "an object"
        : JSON.stringify(value);
