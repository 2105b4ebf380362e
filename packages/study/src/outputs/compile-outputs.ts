import type { EventSpec, Extreme, Measure } from "kinetree";
import { suggestName } from "kinetree/tools";
import { parseExpression } from "kinetree/formats";
import type { TableColumn } from "@kinetree/results";
import type { Issues, Path } from "../description/issues.js";
import { outputKinds, type Output, type OutputKind } from "../description/output.js";
import { evaluateNumber, holds } from "./arithmetic.js";
import { namesInCondition, namesInExpression, parseCondition } from "./condition.js";
import { stateMeasure, type StateNames } from "./state-number.js";

/** What an engine gives of one sample, in the order in which outputs asked for it. */
export interface SampleNumbers {
  /** Where it ended [s]. */
  readonly t: number;
  readonly measure: (index: number) => number;
  readonly extreme: (index: number) => number;
  readonly extremeTime: (index: number) => number;
  /** First instant of an event; NaN if it did not happen. */
  readonly event: (index: number) => number;
  /** Parameters and inputs. */
  readonly parameter: (name: string) => number;
}

/** Outputs as what an engine must look at, and as columns made of what it saw. */
export interface CompiledOutputs {
  readonly columns: readonly TableColumn[];
  readonly measures: Readonly<Record<string, Measure>>;
  readonly extremes: Readonly<Record<string, Extreme>>;
  /** One number a column. */
  readonly valuesOf: (numbers: SampleNumbers) => Float64Array;
}

/** What outputs may name beside channels. */
export interface OutputContext extends StateNames {
  readonly events: readonly EventSpec[];
  /** All parameters and inputs. */
  readonly parameters: readonly string[];
}

type Compute = (numbers: SampleNumbers, valueOf: (name: string) => number) => number;

interface Computed {
  readonly compute: Compute;
  /** Other columns that it needs first. */
  readonly needs: readonly string[];
}

const takes = { max: "max", min: "min", maxAbs: "max-abs" } as const;

/** The kind of an output: which of its fields says what it is. */
const kindOf = (output: Output): OutputKind =>
  outputKinds.find((kind) => (output as Readonly<Record<string, unknown>>)[kind] !== undefined) ?? "final";

/** Compiles all outputs; what is wrong goes to the issues. */
export function compileOutputs(
  outputs: Readonly<Record<string, Output>>,
  context: OutputContext,
  path: Path,
  issues: Issues,
): CompiledOutputs {
  const columns: TableColumn[] = [];
  const computed = new Map<string, Computed>();
  const measures: Record<string, Measure> = {};
  const extremes: Record<string, Extreme> = {};
  const eventNames = context.events.map(({ name }) => name);
  const known = new Set([
    ...Object.keys(outputs),
    ...Object.entries(outputs).flatMap(([name, output]) => ("time" in output && output.time ? [`${name}.time`] : [])),
    ...context.parameters,
    "t",
  ]);
  /** Events that end a run. */
  const endings = context.events.flatMap(({ terminal }, i) => (terminal === true ? [i] : []));
  const addMeasure = (measure: Measure): number => {
    const index = Object.keys(measures).length;
    measures[`output ${index}`] = measure;
    return index;
  };
  const add = (column: TableColumn, each: Computed): void => {
    columns.push(column);
    computed.set(column.name, each);
  };
  const requireNames = (names: readonly string[], at: Path): boolean => {
    const unknown = names.filter((name) => !known.has(name));
    for (const name of unknown)
      issues.report(
        at,
        "unknown-name",
        `"${name}" is neither an output nor a parameter. ${channelHint(name)}${suggestName(name, known)}`,
        name,
      );
    return unknown.length === 0;
  };

  for (const [name, output] of Object.entries(outputs)) {
    const kind = kindOf(output);
    const at = [...path, name, kind];
    const given = (output as Readonly<Record<string, unknown>>)[kind];
    const column = (columnKind: TableColumn["kind"], unit: string): TableColumn => ({
      name,
      kind: columnKind,
      unit: output.unit ?? unit,
    });
    const hasTime = "time" in output && output.time === true;
    if (hasTime && !(kind in takes))
      issues.report(
        [...path, name, "time"],
        "time-without-extreme",
        `only max, min and maxAbs have a time. Remove it.`,
      );
    switch (kind) {
      case "max":
      case "min":
      case "maxAbs": {
        const made = issues.attempt(at, () => stateMeasure(context, given as string, "steps"));
        if (!made) break;
        const index = Object.keys(extremes).length;
        extremes[name] = { of: made.measure, take: takes[kind] };
        // A run that an event ends is left within a step: what it ended with belongs to it too.
        const atEnd = endings.length > 0 && !made.needsAccelerations ? addMeasure(made.measure) : null;
        const isLast = (numbers: SampleNumbers): boolean =>
          atEnd !== null &&
          endings.some((event) => numbers.event(event) === numbers.t) &&
          isFarther(kind, numbers.measure(atEnd), numbers.extreme(index));
        const valueAt = (numbers: SampleNumbers): number => {
          if (atEnd === null || !isLast(numbers)) return numbers.extreme(index);
          return kind === "maxAbs" ? Math.abs(numbers.measure(atEnd)) : numbers.measure(atEnd);
        };
        add(column("number", made.unit), { compute: valueAt, needs: [] });
        if (hasTime)
          add(
            { name: `${name}.time`, kind: "number", unit: "s" },
            { compute: (numbers) => (isLast(numbers) ? numbers.t : numbers.extremeTime(index)), needs: [] },
          );
        break;
      }
      case "final": {
        const made = issues.attempt(at, () => stateMeasure(context, given as string, "steps"));
        if (!made) break;
        if (made.needsAccelerations) {
          const last = Object.keys(extremes).length;
          extremes[name] = { of: made.measure, take: "last" };
          add(column("number", made.unit), { compute: ({ extreme }) => extreme(last), needs: [] });
          break;
        }
        const index = addMeasure(made.measure);
        add(column("number", made.unit), { compute: ({ measure }) => measure(index), needs: [] });
        break;
      }
      case "timeOf":
      case "happened": {
        const index = eventNames.indexOf(String(given));
        if (index < 0) {
          const fix =
            eventNames.length === 0
              ? `Add an event to the scenario, or a stop condition.`
              : suggestName(String(given), eventNames);
          issues.report(at, "unknown-event", `event "${String(given)}" is unknown. ${fix}`, given);
          break;
        }
        if (kind === "timeOf") add(column("number", "s"), { compute: ({ event }) => event(index), needs: [] });
        else add(column("boolean", ""), { compute: ({ event }) => (Number.isNaN(event(index)) ? 0 : 1), needs: [] });
        break;
      }
      case "expression": {
        const expression = issues.attempt(at, () => parseExpression(String(given)));
        if (!expression) break;
        const needs = namesInExpression(expression);
        if (requireNames(needs, at))
          add(column("number", ""), { compute: (_, valueOf) => evaluateNumber(expression, valueOf), needs });
        break;
      }
      case "predicate": {
        const condition = issues.attempt(at, () => parseCondition(String(given)));
        if (!condition) break;
        const needs = namesInCondition(condition);
        if (requireNames(needs, at))
          add(column("boolean", ""), { compute: (_, valueOf) => (holds(condition, valueOf) ? 1 : 0), needs });
      }
    }
  }
  const order = inOrder(computed, path, issues);
  const places = new Map(columns.map(({ name }, i) => [name, i]));
  return {
    columns,
    measures,
    extremes,
    valuesOf: (numbers) => {
      const values = new Float64Array(columns.length).fill(NaN);
      const valueOf = (name: string): number => {
        const place = places.get(name);
        if (place !== undefined) return values[place];
        return name === "t" ? numbers.t : numbers.parameter(name);
      };
      for (const name of order) {
        const each = computed.get(name);
        if (each) values[places.get(name) ?? -1] = each.compute(numbers, valueOf);
      }
      return values;
    },
  };
}

/** Whether a value is beyond the farthest one so far. */
const isFarther = (kind: "max" | "min" | "maxAbs", value: number, farthest: number): boolean =>
  kind === "max" ? value > farthest : kind === "min" ? value < farthest : Math.abs(value) > farthest;

const channelHint = (name: string): string =>
  name.includes(".") ? `Channels belong into max, min, maxAbs or final: make one of it and name that. ` : "";

/** Columns so that each comes after those that it needs; one that needs itself is reported. */
function inOrder(computed: ReadonlyMap<string, Computed>, path: Path, issues: Issues): readonly string[] {
  const order: string[] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (name: string, from: readonly string[]): void => {
    const each = computed.get(name);
    if (!each || state.get(name) === "done") return;
    if (state.get(name) === "open") {
      const round = [...from.slice(from.indexOf(name)), name].join(" -> ");
      issues.report([...path, name], "output-cycle", `outputs need each other in a circle: ${round}. Break it.`, round);
      return;
    }
    state.set(name, "open");
    for (const need of each.needs) visit(need, [...from, name]);
    state.set(name, "done");
    order.push(name);
  };
  for (const name of computed.keys()) visit(name, []);
  return order;
}
