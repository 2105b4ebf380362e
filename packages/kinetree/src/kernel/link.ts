import { Graph, isExpr, type Expr, type Num } from "../graph/graph.js";
import { lower } from "../graph/lower.js";
import { allocate, SLOT, type Places } from "./allocate.js";
import { Code, I32, ModuleBuilder } from "./assembler.js";
import { addKernel, PARAMETER_BASE, STATE_BASE, WORK_BASE, type KernelPlan, type Tools } from "./kernel-code.js";
import { addLookupFunctions, type LookupFunctions } from "./lookup-code.js";
import { Pool } from "./pool.js";
import type { Program } from "./program.js";
import { prune, type LiveStep } from "./prune.js";
import type { Rec, Section } from "./record.js";
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
}

/** What code added beside the program's own may use. */
export interface Linkage {
  readonly module: ModuleBuilder;
  readonly pool: Pool;
  /** Function index of an entry point (state, parameters, work). */
  readonly entry: (name: string) => number;
  /** First byte of a state record within the state section. */
  readonly offsetOf: (rec: Rec) => number;
}

const baseOf: Record<Section, typeof STATE_BASE | typeof PARAMETER_BASE | typeof WORK_BASE> = {
  state: STATE_BASE,
  parameters: PARAMETER_BASE,
  work: WORK_BASE,
};

/** Calls beyond which an entry point reads them from a table instead of having each in its code. */
const MOST_DIRECT_CALLS = 1000;

export interface LinkedProgram {
  readonly artifact: Artifact;
  readonly offsetOf: (rec: Rec) => number;
}

export function link(program: Program, extend: (linkage: Linkage) => void = () => {}): LinkedProgram {
  const { steps, variants } = prune(program);
  const prologueRuns = schedule(steps.filter((s) => s.prologue));
  const entryNames = program.entries;
  const entryRuns = entryNames.map((name) => schedule(steps.filter((s) => !s.prologue && s.step.entry === name)));
  const parameterCount = program.parameters.inputs.length;
  const places = allocate(program, [prologueRuns, ...entryRuns], parameterCount);

  // Hoisted values of each step follow the parameter records.
  let parameterBytes = places.parameters;
  const hoistStart = new Map<LiveStep, number>();
  for (const live of steps) {
    if (live.prologue || live.variant.hoisted.length === 0) continue;
    hoistStart.set(live, parameterBytes);
    parameterBytes += live.variant.hoisted.length * SLOT;
  }

  const module = new ModuleBuilder();
  const pool = new Pool();
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

  const kernels = new Map<string, number>();
  const kernelOf = (variant: Variant, kind: "main" | "hoist", run: Run): number => {
    const key = `${kind}${variant.id}`;
    let index = kernels.get(key);
    if (index === undefined) {
      index = addKernel(module, planKernel(variant, kind, run.steps[0]), tools);
      kernels.set(key, index);
    }
    return index;
  };
  const calls = (runs: readonly Run[], kind: "main" | "hoist"): Call[] =>
    runs
      .filter((run) => kind === "main" || variants[run.variant].hoisted.length > 0)
      .map((run) => {
        const variant = variants[run.variant];
        const kernel = kernelOf(variant, kind, run);
        const rows: number[] = [];
        for (const live of run.steps) {
          for (const column of columnsOf(variant, kind, live)) {
            rows.push(column.rec ? places.start[column.rec.home] + column.rec.firstSlot * SLOT : hoistStart.get(live)!);
          }
        }
        const row = pool.words(rows);
        return { kernel, row, end: row + 4 * rows.length };
      });

  const parameterKernel = addParameterKernel(module, program, places, tools);
  const prologue = [...calls(prologueRuns, "main"), ...entryRuns.flatMap((runs) => calls(runs, "hoist"))];
  addDriver(module, pool, "prologue", prologue, parameterKernel);
  const entryFunctions = new Map<string, number>();
  entryNames.forEach((name, i) =>
    entryFunctions.set(name, addDriver(module, pool, name, calls(entryRuns[i], "main"), null)),
  );
  const offsetOf = (rec: Rec): number => places.start[rec.home] + rec.firstSlot * SLOT;
  extend({ module, pool, entry: (name) => entryFunctions.get(name)!, offsetOf });

  const flops: Record<string, number> = {};
  entryNames.forEach((name, i) => {
    flops[name] = entryRuns[i].reduce((total, run) => total + run.steps.length * variants[run.variant].counts.flops, 0);
  });
  return {
    artifact: {
      code: module.encode(),
      image: pool.view(),
      parameters: parameterTemplate(program, places, parameterBytes),
      parameterCount,
      stateBytes: places.state,
      parameterBytes,
      workBytes: places.work + spill,
      flops,
      kernels: kernels.size,
    },
    offsetOf,
  };
}

interface Call {
  readonly kernel: number;
  readonly row: number;
  readonly end: number;
}

/** Columns of a kernel's rows: the records it reads and writes, then its hoisted values (null). */
function columnsOf(variant: Variant, kind: "main" | "hoist", live: LiveStep): { rec: Rec | null }[] {
  const hoist = variant.hoisted.length > 0 ? [{ rec: null }] : [];
  const used = usedInputs(variant, kind).map((i) => ({ rec: live.step.inputs[i] }));
  if (kind === "hoist") return [...used, ...hoist];
  const written = [...new Set(variant.stores.map(({ port }) => port.record))].sort((a, b) => a - b);
  return [...used, ...written.map((i) => ({ rec: live.step.outputs[i] })), ...hoist];
}

/** Input records that the main kernel reads itself, or that the hoisted values come from. */
function usedInputs(variant: Variant, kind: "main" | "hoist"): number[] {
  const stop = new Set(kind === "main" ? variant.hoisted : []);
  const outputs: Num[] = kind === "main" ? variant.stores.map((s) => s.value) : [...variant.hoisted];
  const used = new Set<number>();
  for (const node of nodesUntil(outputs, stop)) {
    const port = variant.portOf.get(node);
    if (port) used.add(port.record);
  }
  return [...used].sort((a, b) => a - b);
}

function planKernel(variant: Variant, kind: "main" | "hoist", live: LiveStep): KernelPlan {
  const inputs = usedInputs(variant, kind);
  const columns = columnsOf(variant, kind, live);
  const hoistColumn = columns.length - 1;
  const hoistSlot = new Map(variant.hoisted.map((node, slot) => [node, slot]));
  const written = [...new Set(variant.stores.map(({ port }) => port.record))].sort((a, b) => a - b);
  const stores =
    kind === "main"
      ? variant.stores.map(({ value, port }) => ({
          value,
          column: inputs.length + written.indexOf(port.record),
          offset: port.slot * SLOT,
        }))
      : variant.hoisted.map((value, slot) => ({ value, column: hoistColumn, offset: slot * SLOT }));
  return {
    loadFirst: kind === "main" && variant.inPlace,
    columns: columns.map(({ rec }) => (rec ? baseOf[rec.section] : PARAMETER_BASE)),
    nodes: nodesUntil(
      stores.map((s) => s.value),
      kind === "main" ? new Set(variant.hoisted) : new Set(),
    ),
    stores,
    source: (node) => {
      const port = variant.portOf.get(node);
      if (port) return { column: inputs.indexOf(port.record), offset: port.slot * SLOT };
      const slot = kind === "main" ? hoistSlot.get(node) : undefined;
      return slot === undefined ? null : { column: hoistColumn, offset: slot * SLOT };
    },
  };
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
  code
    .i32(list)
    .set(at)
    .i32(list + 4 * words.length)
    .set(end);
  code.repeat(
    () => {
      bases().get(at).loadI32(4).get(at).loadI32(8).get(at).loadI32(0);
      code.callIndirect(module.type([I32, I32, I32, I32, I32], []));
      code.get(at).i32(12).op("i32.add").set(at);
    },
    at,
    end,
  );
  return module.add(code, name);
}

function parameterTemplate(program: Program, places: Places, bytes: number): Float64Array {
  const template = new Float64Array(bytes / 8);
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
