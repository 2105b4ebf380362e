import { RequestError, type EventSpec, type Measure, type Model, type Num, type Probe, type Topology } from "kinetree";
import { channelNumber, evaluateExpression, suggestName, type ChannelNumber } from "kinetree/tools";
import { parseExpression } from "kinetree/formats";
import type { StateNumber } from "../description/output.js";
import { asksForEquality, signedCondition } from "./arithmetic.js";
import { errorOfCode } from "../description/error-of-code.js";
import { namesInCondition, namesInExpression, parseCondition } from "./condition.js";

/** What names in expressions of channels may stand for. */
export interface StateNames {
  readonly model: Model;
  readonly topology: Topology;
  /** Inputs of the scenario, which the model does not know: named in messages. */
  readonly inputs: readonly string[];
}

/** An expression as the engine takes it. */
export interface StateMeasure {
  readonly measure: Measure;
  /** Of a single channel, else "". */
  readonly unit: string;
  /** Known where steps end only. */
  readonly needsAccelerations: boolean;
}

/**
 * A measure made from an expression of channels, parameters of the model and t; with the unit where it is a single channel.
 * @param where it is looked at: where steps end, accelerations are known too
 */
export function stateMeasure(names: StateNames, given: StateNumber, where: "steps" | "anywhere"): StateMeasure {
  if (typeof given === "function") return { measure: fromCode(given), unit: "", needsAccelerations: false };
  const expression = parseExpression(given);
  const lookUp = lookUpOf(names, namesInExpression(expression), where);
  const alone = expression.kind === "name" ? lookUp.channels.get(expression.name) : undefined;
  return {
    measure: (probe) => evaluateExpression(expression, lookUp.in(probe)),
    unit: alone?.unit ?? "",
    needsAccelerations: [...lookUp.channels.values()].some((channel) => channel.needsAccelerations),
  };
}

/** An event made from a condition, which happens where it becomes true, or from an expression, which passes through zero. */
export function stateEvent(
  names: StateNames,
  name: string,
  { when, direction, terminal }: { when: StateNumber; direction?: "rising" | "falling" | "both"; terminal?: boolean },
): EventSpec {
  const end = terminal === undefined ? {} : { terminal };
  if (typeof when === "function")
    return { name, when: fromCode(when), ...(direction === undefined ? {} : { direction }), ...end };
  const condition = parseCondition(when);
  if (condition.kind === "number") {
    const { measure } = stateMeasure(names, when, "anywhere");
    return { name, when: measure, ...(direction === undefined ? {} : { direction }), ...end };
  }
  if (direction !== undefined && direction !== "rising") {
    throw new RequestError({
      code: "condition-direction",
      subject: `event "${name}"`,
      value: direction,
      message: `event "${name}" has the direction "${direction}", but "${when}" is a condition, which happens where it becomes true. Leave the direction out, or turn the condition round.`,
    });
  }
  if (asksForEquality(condition)) {
    throw new RequestError({
      code: "condition-equality",
      subject: `event "${name}"`,
      value: when,
      message: `event "${name}" asks for equality, which a motion has for an instant only. Write the difference ("a - b"), which passes through zero.`,
    });
  }
  const lookUp = lookUpOf(names, namesInCondition(condition), "anywhere");
  return { name, when: (probe) => signedCondition(condition, lookUp.in(probe)), direction: "rising", ...end };
}

/** A measure in the code of a study; its errors are reported as errors of that code. */
const fromCode =
  (given: Measure): Measure =>
  (probe) => {
    try {
      return given(probe);
    } catch (error) {
      throw errorOfCode("a measure", error);
    }
  };

interface LookUp {
  readonly channels: ReadonlyMap<string, ChannelNumber>;
  readonly in: (probe: Probe) => (name: string) => Num;
}

function lookUpOf(
  { model, topology, inputs }: StateNames,
  names: readonly string[],
  where: "steps" | "anywhere",
): LookUp {
  const parameters = new Set(model.parameters.map(({ name }) => name));
  const channels = new Map<string, ChannelNumber>();
  for (const name of names) {
    if (name === "t" || name === "time" || parameters.has(name)) continue;
    if (inputs.includes(name)) throw unknownToModel(name);
    if (!name.includes(".")) throw neither(name, [...parameters, "t"]);
    const channel = channelNumber(model, topology, name);
    if (channel.needsAccelerations && where === "anywhere") throw needsAccelerations(name);
    channels.set(name, channel);
  }
  return {
    channels,
    in: (probe) => (name) =>
      channels.get(name)?.look(probe) ?? (parameters.has(name) ? probe.parameter(name) : probe.t),
  };
}

const needsAccelerations = (name: string): RequestError =>
  new RequestError({
    code: "channel-needs-accelerations",
    subject: `channel "${name}"`,
    value: name,
    message: `channel "${name}" follows from the accelerations, which are known where steps end: for outputs. Events and stop conditions look between steps too and take what follows from the state alone.`,
  });

const unknownToModel = (name: string): RequestError =>
  new RequestError({
    code: "input-in-channel-expression",
    subject: `input "${name}"`,
    value: name,
    message: `"${name}" is an input of the scenario, which the running model does not know. Keep the channel as an output, and use the input in an "expression" or "predicate" of it.`,
  });

const neither = (name: string, known: readonly string[]): RequestError =>
  new RequestError({
    code: "unknown-channel",
    subject: `"${name}"`,
    value: name,
    message: `"${name}" is neither a channel ("pos.arm.x", "q.hinge") nor a parameter of the model. ${suggestName(name, known)}`,
  });
