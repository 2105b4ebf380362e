import type { Expr, Num } from "../graph/graph.js";
import { Code, I32 } from "./code.js";
import { advance } from "./memory-code.js";
import type { ModuleBuilder } from "./module-builder.js";
import { emit, type EmitContext, type Place, type Store } from "./emit.js";

/** Parameters of every kernel: bases of the three sections, then the rows it works on. */
export const [STATE_BASE, PARAMETER_BASE, WORK_BASE, ROW, ROW_END] = [0, 1, 2, 3, 4];

/** Operations beyond which a kernel is cut: more live values than this only move between registers and the stack. */
const MOST_OPERATIONS = 300;

export interface KernelPlan {
  /** Reads everything before it writes anything: a record is both read and written. */
  readonly loadFirst: boolean;
  /** For each column of a row: which base its offset counts from. */
  readonly columns: readonly (typeof STATE_BASE | typeof PARAMETER_BASE | typeof WORK_BASE)[];
  /** All nodes to be computed, arguments first. */
  readonly nodes: readonly Expr[];
  readonly stores: readonly { readonly value: Num; readonly column: number; readonly offset: number }[];
  /** Column and offset of a value that lies in memory. */
  readonly source: (node: Expr) => { readonly column: number; readonly offset: number } | null;
}

/** Adds a kernel that works through the rows of a table, one per instance: (state, parameters, work, row, end). Gives its index. */
export function addKernel(module: ModuleBuilder, plan: KernelPlan, tools: Tools): number {
  const parts = cut(plan);
  const stride = 4 * plan.columns.length;
  const addLocals = (code: Code): readonly number[] => plan.columns.map(() => code.local(I32));
  const code = new Code([I32, I32, I32, I32, I32]);
  if (parts.length === 1) {
    const pointers = addLocals(code);
    const body = (): void => {
      loadPointers(code, plan, pointers);
      advance(code, ROW, stride);
      emitPart(code, parts[0], plan, pointers, tools);
    };
    return module.add(code.repeat(body, ROW, ROW_END));
  }
  // Parts hand their values on through the spill area, instance by instance.
  const functions = parts.map((part) => {
    const ofPart = new Code([I32, I32, I32, I32]);
    const pointers = addLocals(ofPart);
    loadPointers(ofPart, plan, pointers);
    emitPart(ofPart, part, plan, pointers, tools);
    return module.add(ofPart);
  });
  const body = (): void => {
    for (const index of functions) code.get(STATE_BASE).get(PARAMETER_BASE).get(WORK_BASE).get(ROW).call(index);
    advance(code, ROW, stride);
  };
  return module.add(code.repeat(body, ROW, ROW_END));
}

export interface Tools extends Omit<EmitContext, "placeOf" | "loadFirst"> {
  /** Where the spill area begins in the work section: behind its records, shared by all kernels that are cut. */
  readonly spillStart: number;
  /** Makes room for so many bytes there. */
  readonly reserveSpill: (bytes: number) => void;
}

function loadPointers(code: Code, plan: KernelPlan, pointers: readonly number[]): void {
  plan.columns.forEach((base, k) => {
    code.get(ROW).loadI32(4 * k);
    code.get(base).op("i32.add").set(pointers[k]);
  });
}

interface Part {
  readonly nodes: readonly Expr[];
  readonly stores: KernelPlan["stores"];
  /** Values that later parts read: their place in the spill area. */
  readonly spillOf: ReadonlyMap<Expr, number>;
  readonly spills: readonly Expr[];
}

/** Cuts the nodes into parts of bounded size and finds the values that cross the cuts. */
function cut(plan: KernelPlan): Part[] {
  const work = plan.nodes.filter((node) => !plan.source(node));
  const count = plan.loadFirst ? 1 : Math.max(1, Math.ceil(work.length / MOST_OPERATIONS));
  const size = Math.ceil(work.length / count);
  const partOf = new Map<Expr, number>();
  work.forEach((node, i) => partOf.set(node, Math.floor(i / size)));
  const spillOf = new Map<Expr, number>();
  const crossing = (x: Num, part: number): void => {
    if (typeof x === "object" && partOf.has(x) && partOf.get(x) !== part && !spillOf.has(x))
      spillOf.set(x, spillOf.size);
  };
  for (const node of work) for (const arg of node.args) crossing(arg, partOf.get(node)!);
  return Array.from({ length: count }, (_, part) => ({
    nodes: plan.nodes.filter((node) => plan.source(node) !== null || partOf.get(node) === part),
    stores: plan.stores.filter(({ value }) => (typeof value === "object" ? (partOf.get(value) ?? 0) : 0) === part),
    spillOf,
    spills: work.filter((node) => partOf.get(node) === part && spillOf.has(node)),
  }));
}

function emitPart(code: Code, part: Part, plan: KernelPlan, pointers: readonly number[], tools: Tools): void {
  const own = new Set(part.nodes);
  const spillPlace = (node: Expr): Place => ({
    pointer: WORK_BASE,
    offset: tools.spillStart + 16 * part.spillOf.get(node)!,
  });
  tools.reserveSpill(16 * part.spillOf.size);
  const stores: Store[] = part.stores.map(({ value, column, offset }) => ({
    value,
    place: { pointer: pointers[column], offset },
  }));
  for (const node of part.spills) stores.push({ value: node, place: spillPlace(node) });
  emit(code, part.nodes, stores, {
    ...tools,
    loadFirst: plan.loadFirst,
    placeOf: (node) => {
      const source = plan.source(node);
      if (source) return { pointer: pointers[source.column], offset: source.offset };
      return own.has(node) ? null : spillPlace(node);
    },
  });
}
