import { Graph, isExpr, type Expr, type Num } from "../graph/graph.js";
import { substitute } from "../graph/lower.js";
import { fieldsOf, Layouts, type Fields, type Layout, type Rec, type Section } from "./record.js";
import { stepDifference, verifySharing } from "./verify-sharing.js";

/** The equations of one kind of step, traced once for every pattern of zeros they meet. */
export interface StepClass {
  readonly id: number;
  readonly name: string;
  /** One for each input record, in order. */
  readonly inputLayouts: readonly Layout[];
  /** The graph's inputs: stored entries of the input records, record by record. */
  readonly inputs: readonly Expr[];
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** All entries of each output, zeros included. */
  readonly outputs: readonly (readonly Num[])[];
  readonly outputLayouts: readonly Layout[];
}

export interface Step {
  /** The entry point it belongs to. */
  readonly entry: string;
  readonly class: StepClass;
  readonly inputs: readonly Rec[];
  readonly outputs: readonly Rec[];
  /** Group of the values hoisted out of it. */
  readonly group: number;
}

/**
 * Places a step's records: those named in `keep` next to the rest of their group. The data of one link of a mechanism then have
 * the same distances for all links of a kind, and a kernel reaches them with one pointer.
 */
export interface Grouping {
  readonly group: number;
  readonly keep: readonly string[];
}

type RecordsOf<I> = { readonly [K in keyof I]: Rec<I[K] & Fields> };

/**
 * A computation as a list of steps over records, built by running an algorithm once for the model at hand. Each step is
 * traced for the pattern of zeros of its inputs and finds the pattern of its outputs, so structural zeros (a body that
 * only turns about one axis, a tip without children) travel through the whole computation by themselves, and steps of one
 * class share one kernel.
 */
export class Program {
  readonly steps: Step[] = [];
  readonly records: Rec[] = [];
  /** Values of the parameter records' entries that are known or follow from the named parameters. */
  readonly parameterValues = new Map<number, readonly Num[]>();
  readonly #layouts = new Layouts();
  #entry = "main";
  readonly #entries = new Set<string>();
  readonly #groups = new Map<string, number>();
  readonly #classes = new Map<string, StepClass>();

  /** The named parameters are the inputs of this graph. */
  readonly parameters: Graph;

  constructor(parameters: Graph) {
    this.parameters = parameters;
  }

  /** Entry points in order of their first mention, steps or not. */
  get entries(): readonly string[] {
    return [...this.#entries];
  }

  get classes(): readonly StepClass[] {
    return [...this.#classes.values()];
  }

  /** Steps added from now on belong to this entry point; a later entry may read the results of an earlier one. */
  begin(entry: string): this {
    this.#entry = entry;
    this.#entries.add(entry);
    return this;
  }

  /** A record that the caller writes or reads, all entries stored, at the next free place of the state section. */
  state<F extends Fields>(shape: { readonly [K in keyof F]: number }): Rec<F> {
    return this.#record<F>("state", this.#uniform(shape, true));
  }

  /** Consecutive entries of a state record, with names of their own. */
  slice<F extends Fields>(rec: Rec, start: number, shape: { readonly [K in keyof F]: number }): Rec<F> {
    return this.#record<F>(rec.section, this.#uniform(shape, true), {
      home: rec.home,
      firstSlot: rec.firstSlot + start,
    });
  }

  /** Numbers that stay for a run: known ones, and expressions of the named parameters. Literal zeros are structural except in the fields `dense`. */
  constants<F extends Fields>(fields: F, group = -1, dense: readonly (keyof F)[] = []): Rec<F> {
    const entries = Object.values(fields).flat();
    const stored = Object.entries(fields).flatMap(([name, values]) =>
      values.map((x) => dense.includes(name) || x !== 0),
    );
    const rec = this.#record<F>("parameters", this.#layouts.of(shapeOf(fields), stored), { group });
    this.parameterValues.set(rec.id, entries);
    return rec;
  }

  /** A record of zeros, which costs nothing. */
  zeros<F extends Fields>(shape: { readonly [K in keyof F]: number }): Rec<F> {
    return this.#record<F>("parameters", this.#uniform(shape, false));
  }

  /**
   * Adds a step. `name` must distinguish any two traces that differ for inputs of equal layout; `verify-sharing.ts` checks it in
   * tests. An output named in `into` is written to that record, which must have room for every entry.
   */
  step<I extends Readonly<Record<string, Fields>>, O extends Readonly<Record<string, Fields>>>(
    name: string,
    inputs: RecordsOf<I>,
    trace: (inputs: I) => O,
    into: { readonly [K in keyof O]?: Rec } = {},
    grouping: Grouping = ungrouped,
  ): RecordsOf<O> {
    this.#entries.add(this.#entry);
    const recs = Object.values<Rec>(inputs);
    const targets = Object.keys(into);
    const key = `${name}|${recs.map((rec) => rec.layout.id).join()}|${targets.join()}`;
    const stepClass = this.#shared(key, name, () =>
      this.#trace(name, Object.keys(inputs), recs, trace as (inputs: never) => Record<string, Fields>, targets),
    );
    // Outputs that follow from parameters alone are parameters themselves, computed once per sample.
    const section: Section = recs.every((rec) => rec.section === "parameters") ? "parameters" : "work";
    const outputs = stepClass.outputNames.map((output, i) => {
      const target = into[output as keyof O];
      const isKept = section === "work" && grouping.keep.includes(output);
      const group = isKept ? this.#groupOf(grouping.group) : -1;
      return target ?? this.#record(section, stepClass.outputLayouts[i], { group });
    });
    const step: Step = { entry: this.#entry, class: stepClass, inputs: recs, outputs, group: grouping.group };
    // A step on parameters alone goes to the prologue.
    (section === "parameters" ? this.steps : (this.#fusing ?? this.steps)).push(step);
    return Object.fromEntries(stepClass.outputNames.map((output, i) => [output, outputs[i]])) as RecordsOf<O>;
  }

  /**
   * Traces steps and fuses them into one: intermediate values stay in registers, and those that no other step reads are never
   * stored. Worth it for steps that would run once each; equal fused steps still share one kernel.
   */
  fuse<T>(make: () => T): T {
    if (this.#fusing) return make();
    const steps: Step[] = [];
    this.#fusing = steps;
    try {
      return make();
    } finally {
      this.#fusing = null;
      if (steps.length === 1) this.steps.push(steps[0]);
      else if (steps.length > 1) this.steps.push(this.#fused(steps));
    }
  }

  #fusing: Step[] | null = null;

  #fused(steps: readonly Step[]): Step {
    const makers = new Map<number, readonly [step: number, output: number]>(); // by id of the record
    const external: Rec[] = [];
    const places = new Map<number, number>();
    const written = new Set<number>();
    const wiring = steps.map((step, s) => {
      const from = step.inputs.map((rec) => {
        const made = makers.get(rec.id);
        if (made) return `i${made[0]}.${made[1]}`;
        if (written.has(rec.home)) throw new Error(`fused steps read what they write in place: ${step.class.name}`);
        let place = places.get(rec.id);
        if (place === undefined) places.set(rec.id, (place = external.push(rec) - 1));
        return `e${place}`;
      });
      step.outputs.forEach((rec, o) => {
        if (rec.section === "state") written.add(rec.home);
        else makers.set(rec.id, [s, o]);
      });
      return `${step.class.id}(${from.join()})`;
    });
    const key = `fused|${wiring.join(" ")}|${external.map((rec) => rec.layout.id).join()}`;
    const stepClass = this.#shared(key, key, () => this.#compose(steps, external, makers));
    const outputs = steps.flatMap((step) => step.outputs);
    return { entry: steps[0].entry, class: stepClass, inputs: external, outputs, group: -1 };
  }

  /** The class of a key, made on first use. `name` is the part of the key that was written by hand. */
  #shared(key: string, name: string, make: () => StepClass): StepClass {
    const known = this.#classes.get(key);
    if (known) {
      verifySharing(known, name, () => stepDifference(known, make()));
      return known;
    }
    const made = make();
    this.#classes.set(key, made);
    return made;
  }

  /** The graphs of several steps as one. */
  #compose(
    steps: readonly Step[],
    external: readonly Rec[],
    makers: ReadonlyMap<number, readonly [step: number, output: number]>,
  ): StepClass {
    const graph = new Graph();
    const given = new Map<number, readonly Num[]>(
      external.map((rec) => [rec.id, rec.layout.slots.map((slot) => (slot < 0 ? 0 : graph.input()))]),
    );
    const results: (readonly (readonly Num[])[])[] = [];
    for (const step of steps) {
      const values = step.inputs.flatMap((rec) => {
        const made = makers.get(rec.id);
        const entries = made ? results[made[0]][made[1]] : (given.get(rec.id) as readonly Num[]);
        return entries.filter((_, e) => rec.layout.slots[e] >= 0);
      });
      const flat = substitute(step.class.outputs.flat(), values);
      let at = 0;
      results.push(step.class.outputs.map((output) => flat.slice(at, (at += output.length))));
    }
    return {
      id: this.#classes.size,
      name: `fused ${steps.map((step) => step.class.name).join(" + ")}`,
      inputLayouts: external.map((rec) => rec.layout),
      inputs: graph.inputs,
      inputNames: external.map((_, i) => `x${i}`),
      outputNames: steps.flatMap((step, s) => step.class.outputNames.map((name) => `${name}${s}`)),
      outputs: results.flat(),
      outputLayouts: steps.flatMap((step) => step.class.outputLayouts),
    };
  }

  #trace(
    name: string,
    inputNames: readonly string[],
    recs: readonly Rec[],
    trace: (inputs: never) => Record<string, Fields>,
    targets: readonly string[],
  ): StepClass {
    const graph = new Graph();
    const traced: Record<string, Fields> = {};
    recs.forEach((rec, i) => {
      traced[inputNames[i]] = fieldsOf(
        rec.layout,
        rec.layout.slots.map((slot) => (slot < 0 ? 0 : graph.input())),
      );
    });
    const results = trace(traced as never);
    const outputNames = Object.keys(results);
    const outputs = outputNames.map((output) => Object.values(results[output]).flat());
    return {
      id: this.#classes.size,
      name,
      inputLayouts: recs.map((rec) => rec.layout),
      inputs: graph.inputs,
      inputNames,
      outputNames,
      outputs,
      outputLayouts: outputNames.map((output, i) => {
        const stored = outputs[i].map((entry) => targets.includes(output) || isExpr(entry) || entry !== 0);
        return this.#layouts.of(shapeOf(results[output]), stored);
      }),
    };
  }

  /** All entries stored, or all zero. */
  #uniform(shape: Readonly<Record<string, number>>, isStored: boolean): Layout {
    const fields = Object.entries(shape).map(([name, length]) => ({ name, length }));
    const count = fields.reduce((n, field) => n + field.length, 0);
    return this.#layouts.of(fields, new Array<boolean>(count).fill(isStored));
  }

  /** Each entry point has groups of its own in scratch, so that its working set stays together. */
  #groupOf(group: number): number {
    if (group < 0) return -1;
    const key = `${this.#entry} ${group}`;
    let id = this.#groups.get(key);
    if (id === undefined) this.#groups.set(key, (id = this.#groups.size));
    return id;
  }

  #record<F extends Fields>(
    section: Section,
    layout: Layout,
    place: { readonly home?: number; readonly firstSlot?: number; readonly group?: number } = {},
  ): Rec<F> {
    const id = this.records.length;
    const rec: Rec<F> = { id, section, layout, home: id, firstSlot: 0, group: -1, ...place };
    this.records.push(rec);
    return rec;
  }
}

const ungrouped: Grouping = { group: -1, keep: [] };

const shapeOf = (fields: Fields): { name: string; length: number }[] =>
  Object.entries(fields).map(([name, entries]) => ({ name, length: entries.length }));
