import { RequestError } from "../../errors/kinetree-error.js";
import { parseExpression } from "../../expression/parse-expression.js";
import { traceMeasures, type Probe, type RecordMeasure } from "../../evaluate/probes/probe.js";
import type { TreeProgram } from "../../formulation/tree/tree-program.js";
import type { Num } from "../../graph/graph.js";
import type { Rec } from "../../kernel/record.js";
import type { Controller, Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { evaluateExpression, namesIn } from "../channels/channel-expression.js";
import { channelNumber } from "../channels/channel-number.js";

/** A compiled controller law: where its numbers are. Plain data. */
export interface PlannedLaw {
  readonly name: string;
  readonly memoryStart: readonly number[];
  /** First of its cells in the memory of all laws, and first of its results (next memory, then commands) among all results. */
  readonly memory: number;
  readonly results: number;
  readonly entry: string;
}

export interface LawRecords {
  readonly memory: Rec;
  readonly results: Rec;
}

const lawOf = ({ law }: Controller): NonNullable<Controller["law"]> => law ?? { memory: [], commands: [] };

export function lawSizes({ controllers }: Model): { readonly memory: number; readonly results: number } {
  const memory = controllers.reduce((sum, each) => sum + lawOf(each).memory.length, 0);
  return { memory, results: memory + controllers.reduce((sum, each) => sum + lawOf(each).commands.length, 0) };
}

/** Traces an entry point per controller law: it computes next memory and commands from the state and the memory. */
export function traceLaws(tree: TreeProgram, { memory, results }: LawRecords): readonly PlannedLaw[] {
  const { model, topology } = tree.skeleton;
  let [cell, result] = [0, 0];
  return model.controllers.flatMap((controller): PlannedLaw[] => {
    const { name, law } = controller;
    if (!law) return [];
    const entry = `controller ${name}`;
    const planned: PlannedLaw = {
      name,
      memoryStart: law.memory.map(({ start }) => start),
      memory: cell,
      results: result,
      entry,
    };
    const cells = law.memory.map((each) => each.name);
    const own = tree.program.slice<{ m: readonly Num[] }>(memory, cell, { m: cells.length });
    const measureOf = lawMeasures(model, topology, controller);
    const next = law.memory.map(({ name: of, next: text }) => measureOf(`memory "${of}"`, text));
    // Commands use the memory after the sample: cells are replaced by their next values.
    const commands = law.commands.map((text, i) => measureOf(`command ${i}`, text));
    tree.begin(entry);
    traceMeasures(
      tree,
      [
        ...next.map((make): RecordMeasure => (probe, look) => {
          const before = look(own);
          return make(probe, (k) => before[k]);
        }),
        ...commands.map((make): RecordMeasure => (probe, look) => {
          const before = look(own);
          return make(probe, (k) => next[k](probe, (j) => before[j]));
        }),
      ].map((measure: RecordMeasure) => ({ subject: `controller "${name}"`, measure })),
      tree.program.slice(results, result, { value: next.length + commands.length }),
    );
    cell += next.length;
    result += next.length + commands.length;
    return [planned];
  });
}

type MakeMeasure = (probe: Probe, cell: (index: number) => Num) => Num;

function lawMeasures(
  model: Model,
  topology: Topology,
  controller: Controller,
): (what: string, text: string) => MakeMeasure {
  const parameters = new Set(model.parameters.map(({ name }) => name));
  const cells = lawOf(controller).memory.map(({ name }) => name);
  return (what, text) => {
    const expression = parseExpression(text);
    const looks = new Map<string, (probe: Probe) => Num>();
    for (const name of namesIn({ expression })) {
      if (name === "t" || name === "time" || cells.includes(name) || parameters.has(name)) continue;
      looks.set(name, channelOf(model, topology, controller.name, what, name));
    }
    return (probe, cell) =>
      evaluateExpression(expression, (name) => {
        const index = cells.indexOf(name);
        if (index >= 0) return cell(index);
        const look = looks.get(name);
        if (look) return look(probe);
        return parameters.has(name) ? probe.parameter(name) : probe.t;
      });
  };
}

function channelOf(
  model: Model,
  topology: Topology,
  controller: string,
  what: string,
  name: string,
): (probe: Probe) => Num {
  const refuse = (why: string): RequestError =>
    new RequestError({
      code: "law-name",
      subject: `controller "${controller}"`,
      value: name,
      message: `controller "${controller}", ${what}: "${name}" ${why}`,
    });
  try {
    const channel = channelNumber(model, topology, name);
    if (channel.needsAccelerations)
      throw refuse("depends on the accelerations, which its own commands change. Use positions, speeds and contacts.");
    return channel.look;
  } catch (error) {
    if (!(error instanceof RequestError) || error.code === "law-name") throw error;
    throw refuse(`is not a memory cell, parameter or channel. ${error.message}`);
  }
}
