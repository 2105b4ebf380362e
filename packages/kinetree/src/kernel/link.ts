import { Graph, isExpr, type Expr, type Num } from "../graph/graph.js";
import { lower } from "../graph/lower.js";
import { allocate, SLOT, type Places } from "./allocate.js";
import { Code, I32 } from "./code.js";
import { ModuleBuilder } from "./module-builder.js";
import { addKernel, PARAMETER_BASE, STATE_BASE, WORK_BASE, type Tools } from "./kernel-code.js";
import { layRows } from "./kernel-rows.js";
import { addLookupFunctions, type LookupFunctions } from "./lookup-code.js";
import { advance } from "./memory-code.js";
import { addTo } from "./multimap.js";
import { Pool, type GroundCell } from "./pool.js";
import type { Program, Step } from "./program.js";
import { prune, type LiveStep } from "./prune.js";
import type { Rec } from "./record.js";
import { schedule, type Run } from "./schedule.js";
import { nodesUntil, type Variant } from "./variant.js";

/** A linked program: code, constants, and how much room one pair of samples takes. Plain data that can be sent to a worker. */
export interface Artifact {
  readonly code: Uint8Array;
  /** Start of memory: constants, tables, rows. */
  readonly image: Uint8Array;
  /** Initial content of the parameter section, both lanes; named parameters first. */
  readonly parameters: Float64Array;
  readonly parameterCount: number;
  readonly stateBytes: number;
  readonly parameterBytes: number;
  readonly workBytes: number;
  /** Floating-point operations of each entry point for one sample. */
  readonly flops: Readonly<Record<string, number>>;
  readonly kernels: number;
  /** Parts that the host computes for the code, by number: see `Linkage.callHost`. */
  readonly hosts: readonly HostSpec[];
  /** Grounds that the code looks up. Their numbers are no part of it. */
  readonly grounds: readonly GroundCell[];
}

/**
 * A part of a computation that is done outside of the code, on its memory: linear algebra whose sizes and pivots are data. Plain
 * data: the maker of an instance knows what to do for each kind.
 */
export interface HostSpec {
  readonly kind: string;
  readonly data: unknown;
}

/** Available to code that is added to the program's own. */
export interface Linkage {
  readonly module: ModuleBuilder;
  readonly pool: Pool;
  /** Function index of an entry point (state, parameters, work). */
  readonly entry: (name: string) => number;
  /** First byte of a state record within the state section. */
  readonly offsetOf: (rec: Rec) => number;
  /** A function (state, parameters, work) that the host carries out. */
  readonly callHost: (spec: HostSpec) => number;
}

/** Calls beyond which an entry point reads them from a table instead of having each in its code. */
const MOST_DIRECT_CALLS = 1000;

export interface LinkedProgram {
  readonly artifact: Artifact;
  readonly offsetOf: (rec: Rec) => number;
}

/** @param base first address of its constants: 0, unless another program is in front of it in the same memory */
export function link(program: Program, extend: (linkage: Linkage) => void = () => {}, base = 0): LinkedProgram {
  const { steps, variants } = prune(program);
  const prologueRuns = schedule(steps.filter((s) => s.prologue));
  const entryNames = program.entries;
  const entryRuns = entryNames.map((name) => schedule(steps.filter((s) => !s.prologue && s.step.entry === name)));
  const parameterCount = program.parameters.inputs.length;
  const hoists = new Map<Step, number>();
  for (const { step, variant, prologue } of steps)
    if (!prologue && variant.hoisted.length > 0) hoists.set(step, variant.hoisted.length);
  const places = allocate(program, [prologueRuns, ...entryRuns], hoists, parameterCount);

  const module = new ModuleBuilder();
  const host = module.import("host", [I32, I32, I32, I32]);
  const hosts: HostSpec[] = [];
  const callHost = (spec: HostSpec): number => {
    const number = hosts.push(spec) - 1;
    return module.add(new Code([I32, I32, I32]).i32(number).get(0).get(1).get(2).call(host));
  };
  const pool = new Pool(base);
  let lookups: LookupFunctions | null = null;
  let spill = 0;
  const tools: Tools = {
    pool,
    spillStart: places.work,
    lookups: () => (lookups ??= addLookupFunctions(module)),
    reserveSpill: (bytes) => {
      spill = Math.max(spill, bytes);
    },
  };

  const kernels = new Kernels(module, tools, places, steps);
  const calls = (runs: readonly Run[], kind: KernelKind): Call[] => kernels.calls(runs, variants, kind);
  const parameterKernel = addParameterKernel(module, program, places, tools);
  const prologue = [...calls(prologueRuns, "main"), ...entryRuns.flatMap((runs) => calls(runs, "hoist"))];
  addDriver(module, pool, "prologue", prologue, parameterKernel);
  const entryFunctions = new Map<string, number>();
  entryNames.forEach((name, i) =>
    entryFunctions.set(name, addDriver(module, pool, name, calls(entryRuns[i], "main"), null)),
  );
  const offsetOf = (rec: Rec): number => places.start[rec.home] + rec.firstSlot * SLOT;
  extend({ module, pool, entry: (name) => entryFunctions.get(name)!, offsetOf, callHost });

  return {
    artifact: {
      code: module.encode(),
      image: pool.view(),
      parameters: parameterTemplate(program, places),
      parameterCount,
      stateBytes: places.state,
      parameterBytes: places.parameters,
      workBytes: places.work + spill,
      flops: Object.fromEntries(entryNames.map((name, i) => [name, flopsOf(entryRuns[i], variants)])),
      kernels: kernels.count,
      hosts,
      grounds: pool.grounds,
    },
    offsetOf,
  };
}

interface Call {
  readonly kernel: number;
  readonly row: number;
  readonly end: number;
}

const flopsOf = (runs: readonly Run[], variants: readonly Variant[]): number =>
  runs.reduce((total, run) => total + run.steps.length * variants[run.variant].counts.flops, 0);

/** The part of a step that runs each time, or the part that follows from parameters alone and runs before. */
type KernelKind = "main" | "hoist";

interface Kernel {
  readonly index: number;
  readonly rowOf: (live: LiveStep) => readonly number[];
}

/** The kernels of a program, one for all steps of a variant, each added to the module when it is first called. */
class Kernels {
  readonly #module: ModuleBuilder;
  readonly #tools: Tools;
  readonly #places: Places;
  readonly #stepsOf = new Map<Variant, LiveStep[]>();
  readonly #made = new Map<string, Kernel>();

  constructor(module: ModuleBuilder, tools: Tools, places: Places, steps: readonly LiveStep[]) {
    this.#module = module;
    this.#tools = tools;
    this.#places = places;
    for (const live of steps) addTo(this.#stepsOf, live.variant, live);
  }

  get count(): number {
    return this.#made.size;
  }

  #of(variant: Variant, kind: KernelKind): Kernel {
    const key = `${kind}${variant.id}`;
    let kernel = this.#made.get(key);
    if (!kernel) {
      const { plan, rowOf } = layRows(variant, kind, this.#stepsOf.get(variant) as LiveStep[], this.#places);
      this.#made.set(key, (kernel = { index: addKernel(this.#module, plan, this.#tools), rowOf }));
    }
    return kernel;
  }

  /** One call for each run of steps of one variant. */
  calls(runs: readonly Run[], variants: readonly Variant[], kind: KernelKind): Call[] {
    return runs
      .filter((run) => kind === "main" || variants[run.variant].hoisted.length > 0)
      .map((run) => {
        const { index, rowOf } = this.#of(variants[run.variant], kind);
        const rows = run.steps.flatMap((live) => [...rowOf(live)]);
        const row = this.#tools.pool.words(rows);
        return { kernel: index, row, end: row + 4 * rows.length };
      });
  }
}

/** The kernel of everything that follows from the named parameters outside of steps; null if nothing does. */
function addParameterKernel(module: ModuleBuilder, program: Program, places: Places, tools: Tools): Call | null {
  const values: Num[] = [];
  const offsets: number[] = [];
  for (const [id, entries] of program.parameterValues) {
    const { layout } = program.records[id];
    layout.slots.forEach((slot, entry) => {
      if (slot < 0 || !isExpr(entries[entry])) return;
      values.push(entries[entry]);
      offsets.push(places.start[id] + slot * SLOT);
    });
  }
  if (values.length === 0) return null;
  const graph = new Graph();
  const inputs = graph.newInputs(program.parameters.inputs.length);
  const lowered = lower(values, inputs);
  const kernel = addKernel(
    module,
    {
      loadFirst: false,
      columns: [PARAMETER_BASE],
      nodes: nodesUntil(lowered, new Set()),
      stores: lowered.map((value, i) => ({ value, column: 0, offset: offsets[i] })),
      source: (node: Expr) => (node.op === "input" ? { column: 0, offset: node.input * SLOT } : null),
    },
    tools,
  );
  const row = tools.pool.words([0]);
  return { kernel, row, end: row + 4 };
}

/** An exported function (state, parameters, work) that makes all calls in order. */
function addDriver(
  module: ModuleBuilder,
  pool: Pool,
  name: string,
  calls: readonly Call[],
  first: Call | null,
): number {
  const all = first ? [first, ...calls] : calls;
  const code = new Code([I32, I32, I32]);
  const bases = (): Code => code.get(STATE_BASE).get(PARAMETER_BASE).get(WORK_BASE);
  if (all.length <= MOST_DIRECT_CALLS) {
    for (const { kernel, row, end } of all) bases().i32(row).i32(end).call(kernel);
    return module.add(code, name);
  }
  const numbers = new Map<number, number>();
  const words = all.flatMap(({ kernel, row, end }) => {
    let number = numbers.get(kernel);
    if (number === undefined) numbers.set(kernel, (number = module.addToTable(kernel)));
    return [number, row, end];
  });
  const list = pool.words(words);
  const at = code.local(I32);
  const end = code.local(I32);
  code.i32(list).set(at);
  code.i32(list + 4 * words.length).set(end);
  const callNext = (): void => {
    bases().get(at).loadI32(4).get(at).loadI32(8).get(at).loadI32(0);
    code.callIndirect(module.type([I32, I32, I32, I32, I32], []));
    advance(code, at, 12);
  };
  code.repeat(callNext, at, end);
  return module.add(code, name);
}

function parameterTemplate(program: Program, places: Places): Float64Array {
  const template = new Float64Array(places.parameters / 8);
  for (const [id, entries] of program.parameterValues) {
    const { layout } = program.records[id];
    layout.slots.forEach((slot, entry) => {
      const value = entries[entry];
      if (slot < 0 || isExpr(value)) return;
      const at = places.start[id] / 8 + 2 * slot;
      template[at] = value;
      template[at + 1] = value;
    });
  }
  return template;
}
