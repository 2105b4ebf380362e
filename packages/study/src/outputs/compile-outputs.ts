import type { EventSpec, Extreme, Measure } from "kinetree";
import { suggestName } from "kinetree/tools";
import { parseExpression } from "kinetree/formats";
import type { TableColumn } from "@kinetree/results";
import type { Issues, Path } from "../description/issues.js";
import { outputKinds, type Output, type OutputKind } from "../description/output.js";
import { evaluateNumber, holds } from "./arithmetic.js";
import { namesInCondition, namesInExpression, parseCondition } from "./condition.js";
import { stateMeasure, type StateNames } from "./state-number.js";

/** Results of one sample, in the order in which outputs asked for them. */
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

/** Outputs as quantities to observe during a run, and as columns computed from these. */
export interface CompiledOutputs {
  readonly columns: readonly TableColumn[];
  readonly measures: Readonly<Record<string, Measure>>;
  readonly extremes: Readonly<Record<string, Extreme>>;
  /** One number per column. */
  readonly valuesOf: (numbers: SampleNumbers) => Float64Array;
}

/** What outputs may name in addition to channels. */
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

const kindOf = (output: Output): OutputKind =>
  outputKinds.find((kind) => (output as Readonly<Record<string, unknown>>)[kind] !== undefined) ?? "final";

/** Compiles all outputs; mistakes go to the issues. */
export function compileOutputs(
  outputs: Readonly<Record<string, Output>>,
  context: OutputContext,
  path: Path,
  issues: Issues,
): CompiledOutputs {
  const compiler = new OutputCompiler(outputs, context, path, issues);
  for (const [name, output] of Object.entries(outputs)) compiler.add(name, output);
  return compiler.finish();
}

/** An output, the part of it that says what it is, and the place of that part. */
interface Entry<K extends OutputKind = OutputKind> {
  readonly name: string;
  readonly kind: K;
  readonly given: string;
  readonly output: Output;
  readonly at: Path;
}

class OutputCompiler {
  readonly #context: OutputContext;
  readonly #path: Path;
  readonly #issues: Issues;
  /** Names that expressions and predicates may use. */
  readonly #known: ReadonlySet<string>;
  readonly #columns: TableColumn[] = [];
  readonly #computed = new Map<string, Computed>();
  readonly #measures: Record<string, Measure> = {};
  readonly #extremes: Record<string, Extreme> = {};

  constructor(outputs: Readonly<Record<string, Output>>, context: OutputContext, path: Path, issues: Issues) {
    [this.#context, this.#path, this.#issues] = [context, path, issues];
    const times = Object.entries(outputs).flatMap(([name, output]) => (hasTime(output) ? [`${name}.time`] : []));
    this.#known = new Set([...Object.keys(outputs), ...times, ...context.parameters, "t"]);
  }

  add(name: string, output: Output): void {
    const kind = kindOf(output);
    if (hasTime(output) && !(kind in takes))
      this.#issues.report(
        [...this.#path, name, "time"],
        "time-without-extreme",
        `only max, min and maxAbs have a time. Remove it.`,
      );
    const given = (output as Readonly<Record<string, unknown>>)[kind] as string;
    const at = [...this.#path, name, kind];
    const entry = { name, given, output, at };
    switch (kind) {
      case "max":
      case "min":
      case "maxAbs":
        return this.#addExtreme({ ...entry, kind });
      case "final":
        return this.#addFinal({ ...entry, kind });
      case "timeOf":
      case "happened":
        return this.#addEvent({ ...entry, kind });
      case "expression":
        return this.#addExpression({ ...entry, kind });
      case "predicate":
        return this.#addPredicate({ ...entry, kind });
    }
  }

  #column(
    name: string,
    kind: TableColumn["kind"],
    unit: string,
    compute: Compute,
    needs: readonly string[] = [],
  ): void {
    this.#columns.push({ name, kind, unit });
    this.#computed.set(name, { compute, needs });
  }

  #newMeasure(measure: Measure): number {
    const index = Object.keys(this.#measures).length;
    this.#measures[`output ${index}`] = measure;
    return index;
  }

  #newExtreme(name: string, extreme: Extreme): number {
    const index = Object.keys(this.#extremes).length;
    this.#extremes[name] = extreme;
    return index;
  }

  #addExtreme({ name, kind, given, output, at }: Entry<"max" | "min" | "maxAbs">): void {
    const made = this.#issues.attempt(at, () => stateMeasure(this.#context, given, "steps"));
    if (!made) return;
    const index = this.#newExtreme(name, { of: made.measure, take: takes[kind] });
    const endings = this.#context.events.flatMap(({ terminal }, i) => (terminal === true ? [i] : []));
    // A run that an event ends is left within a step: its last value counts too.
    const atEnd = endings.length > 0 && !made.needsAccelerations ? this.#newMeasure(made.measure) : null;
    const isLast = (numbers: SampleNumbers): boolean =>
      atEnd !== null &&
      endings.some((event) => numbers.event(event) === numbers.t) &&
      isFarther(kind, numbers.measure(atEnd), numbers.extreme(index));
    this.#column(name, "number", output.unit ?? made.unit, (numbers) => {
      if (atEnd === null || !isLast(numbers)) return numbers.extreme(index);
      return kind === "maxAbs" ? Math.abs(numbers.measure(atEnd)) : numbers.measure(atEnd);
    });
    if (hasTime(output))
      this.#column(`${name}.time`, "number", "s", (numbers) =>
        isLast(numbers) ? numbers.t : numbers.extremeTime(index),
      );
  }

  #addFinal({ name, given, output, at }: Entry): void {
    const made = this.#issues.attempt(at, () => stateMeasure(this.#context, given, "steps"));
    if (!made) return;
    const unit = output.unit ?? made.unit;
    if (made.needsAccelerations) {
      const last = this.#newExtreme(name, { of: made.measure, take: "last" });
      this.#column(name, "number", unit, ({ extreme }) => extreme(last));
    } else {
      const index = this.#newMeasure(made.measure);
      this.#column(name, "number", unit, ({ measure }) => measure(index));
    }
  }

  #addEvent({ name, kind, given, output, at }: Entry<"timeOf" | "happened">): void {
    const eventNames = this.#context.events.map((event) => event.name);
    const index = eventNames.indexOf(given);
    if (index < 0) {
      const fix =
        eventNames.length === 0 ? `Add an event to the scenario, or a stop condition.` : suggestName(given, eventNames);
      this.#issues.report(at, "unknown-event", `event "${given}" is unknown. ${fix}`, given);
    } else if (kind === "timeOf") this.#column(name, "number", output.unit ?? "s", ({ event }) => event(index));
    else this.#column(name, "boolean", output.unit ?? "", ({ event }) => (Number.isNaN(event(index)) ? 0 : 1));
  }

  #addExpression({ name, given, output, at }: Entry): void {
    const expression = this.#issues.attempt(at, () => parseExpression(given));
    if (!expression) return;
    const needs = namesInExpression(expression);
    if (this.#knowsAll(needs, at))
      this.#column(name, "number", output.unit ?? "", (_, valueOf) => evaluateNumber(expression, valueOf), needs);
  }

  #addPredicate({ name, given, output, at }: Entry): void {
    const condition = this.#issues.attempt(at, () => parseCondition(given));
    if (!condition) return;
    const needs = namesInCondition(condition);
    if (this.#knowsAll(needs, at))
      this.#column(name, "boolean", output.unit ?? "", (_, valueOf) => (holds(condition, valueOf) ? 1 : 0), needs);
  }

  #knowsAll(names: readonly string[], at: Path): boolean {
    const unknown = names.filter((name) => !this.#known.has(name));
    for (const name of unknown)
      this.#issues.report(
        at,
        "unknown-name",
        `"${name}" is neither an output nor a parameter. ${channelHint(name)}${suggestName(name, this.#known)}`,
        name,
      );
    return unknown.length === 0;
  }

  finish(): CompiledOutputs {
    const columns = this.#columns;
    const computed = this.#computed;
    const order = inOrder(computed, this.#path, this.#issues);
    const places = new Map(columns.map(({ name }, i) => [name, i]));
    return {
      columns,
      measures: this.#measures,
      extremes: this.#extremes,
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
}

const hasTime = (output: Output): boolean => "time" in output && output.time === true;

/** Whether a value is beyond the farthest one so far. */
const isFarther = (kind: "max" | "min" | "maxAbs", value: number, farthest: number): boolean =>
  kind === "max" ? value > farthest : kind === "min" ? value < farthest : Math.abs(value) > farthest;

const channelHint = (name: string): string =>
  name.includes(".") ? `Channels belong in max, min, maxAbs or final: define such an output and use its name. ` : "";

/** Columns so that each comes after those that it needs; one that needs itself is reported. */
function inOrder(computed: ReadonlyMap<string, Computed>, path: Path, issues: Issues): readonly string[] {
  const order: string[] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (name: string, from: readonly string[]): void => {
    const each = computed.get(name);
    if (!each || state.get(name) === "done") return;
    if (state.get(name) === "open") {
      const round = [...from.slice(from.indexOf(name)), name].join(" -> ");
      issues.report(
        [...path, name],
        "output-cycle",
        `outputs depend on each other in a cycle: ${round}. Break it.`,
        round,
      );
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
