import {
  formulations,
  KinetreeError,
  massesOf,
  neutralState,
  startState,
  withParameters,
  type DataPath,
  type Model,
  type State,
  type StateByJoint,
} from "kinetree";
import { modelWarnings } from "kinetree/analysis";
import { chooseFormulation } from "kinetree/formulations";
import type { FormatIssue } from "kinetree/formats";
import type { ModelSource, Start } from "../experiment/types.js";
import { channelsOf, coordinatesOf } from "./coordinates.js";
import { flexiblesOf } from "./flexible-info.js";
import { plainNumbers } from "./plain-numbers.js";
import type { Poser } from "./poser.js";
import type { Finding, OpenedModel, Target } from "./protocol.js";
import { stateOf } from "./start-state.js";

export function describeModel(
  source: ModelSource,
  poser: Poser,
  parameters: Readonly<Record<string, number>>,
  start: Start | StateByJoint,
  warnings: readonly FormatIssue[],
): OpenedModel {
  const { model, topology, hasLoops, hash } = poser;
  const numbers = plainNumbers(model, parameters);
  const { state, findings } = startIn(poser, parameters, start);
  const posed = poser.show(state, parameters);
  const choice = chooseFormulation(model, topology);
  const isRefused = choice.formulation.refuses(model, topology) !== null;
  const size = sizeOf(posed.poses);
  return {
    source,
    model,
    numbers,
    parameters: Object.fromEntries(model.parameters.map(({ name, value }) => [name, parameters[name] ?? value])),
    hash,
    counts: topology.counts,
    degreesOfFreedom: freedoms(poser, state, parameters),
    cuts: topology.cuts.map((joint) => model.joints[joint].name),
    totalMass: massesOf(withParameters(model, parameters)).total,
    findings: [...findings, ...remarks(poser, warnings)],
    formulations: formulations.map((each) => ({ name: each.name, refusal: each.refuses(model, topology) })),
    automatic: isRefused ? null : { name: choice.formulation.name, reason: choice.reason },
    coordinates: coordinatesOf(numbers, topology, size),
    channels: channelsOf(model, topology, hasLoops),
    flexible: flexiblesOf(numbers, topology),
    posed,
  };
}

/** The state that a model starts from; where its loops do not close, the pose as drawn, with the reason. */
function startIn(
  poser: Poser,
  parameters: Readonly<Record<string, number>>,
  start: Start | StateByJoint,
): { readonly state: State; readonly findings: readonly Finding[] } {
  const { model, topology } = poser;
  try {
    const given = "z" in start ? stateOf(model, topology, start) : start;
    return { state: startState(model, topology, given, parameters), findings: [] };
  } catch (error) {
    if (!(error instanceof KinetreeError)) throw error;
    // A state for other parameters: projects it onto the loops.
    const drawn = "z" in start ? stateOf(model, topology, start) : neutralState(model, parameters);
    try {
      return { state: poser.close(drawn, parameters).state, findings: [] };
    } catch (second) {
      if (!(second instanceof KinetreeError)) throw second;
      return { state: drawn, findings: [{ severity: "warning", message: second.message, of: null, line: null }] };
    }
  }
}

function freedoms(poser: Poser, state: State, parameters: Readonly<Record<string, number>>): number {
  const { counts } = poser.topology;
  if (counts.constraints === 0) return counts.degreesOfFreedom;
  try {
    return poser.freedoms(state, parameters);
  } catch (error) {
    if (!(error instanceof KinetreeError)) throw error;
    return Math.max(0, counts.degreesOfFreedom);
  }
}

function remarks({ model }: Poser, warnings: readonly FormatIssue[]): Finding[] {
  return [
    ...warnings.map(({ message, modelPath = [], line }): Finding => ({
      severity: "warning",
      message,
      of: targetOf(model, modelPath),
      line,
    })),
    ...modelWarnings(model).map(({ message, modelPath = [] }): Finding => ({
      severity: "note",
      message,
      of: targetOf(model, modelPath),
      line: null,
    })),
  ];
}

/** Largest distance of a body from the middle, for sliders of lengths [m]; at least half a metre. */
function sizeOf(poses: Float64Array): number {
  const count = poses.length / 7;
  let size = 0.5;
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0; i < count; i++) {
      low = Math.min(low, poses[7 * i + axis]);
      high = Math.max(high, poses[7 * i + axis]);
    }
    if (high > low) size = Math.max(size, high - low);
  }
  return size;
}

/** Kinds of targets by the lists of a model. */
const kinds = {
  bodies: "body",
  joints: "joint",
  loads: "load",
  actuators: "actuator",
  controllers: "controller",
  contacts: "contact",
  tyres: "tyre",
  terrains: "terrain",
  constraints: "constraint",
  shafts: "shaft",
  shaftElements: "drive",
} as const satisfies Partial<Record<keyof Model, Target["kind"]>>;

const isListed = (list: string | number): list is keyof typeof kinds => Object.hasOwn(kinds, list);

/** The thing that a path in a model leads to or into; null for one that leads to none. */
function targetOf(model: Model, [list = "", index]: DataPath): Target | null {
  const name = isListed(list) && typeof index === "number" ? model[list].at(index)?.name : undefined;
  return isListed(list) && name !== undefined ? { kind: kinds[list], name } : null;
}
