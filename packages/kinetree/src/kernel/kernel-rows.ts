import type { Expr, Num } from "../graph/graph.js";
import { SLOT, type Places } from "./allocate.js";
import { PARAMETER_BASE, STATE_BASE, WORK_BASE, type KernelPlan } from "./kernel-code.js";
import type { LiveStep } from "./prune.js";
import type { Section } from "./record.js";
import { nodesUntil, type Variant } from "./variant.js";

/** A kernel and the rows it works on: one row for each step of the variant, one column for each pointer. */
interface KernelRows {
  readonly plan: KernelPlan;
  readonly rowOf: (live: LiveStep) => readonly number[];
}

const baseOf: Record<Section, typeof STATE_BASE | typeof PARAMETER_BASE | typeof WORK_BASE> = {
  state: STATE_BASE,
  parameters: PARAMETER_BASE,
  work: WORK_BASE,
};

type Kind = "main" | "hoist";

/** A record as a kernel sees it: an input or output of the step, or its hoisted values. */
interface View {
  readonly base: (typeof baseOf)[Section];
  readonly addressOf: (live: LiveStep) => number;
}

/** Lays out the rows of a variant's kernel. Records at a constant distance share a pointer: long kernels run out of registers first. */
export function layRows(variant: Variant, kind: Kind, steps: readonly LiveStep[], places: Places): KernelRows {
  const stop = new Set(kind === "main" ? variant.hoisted : []);
  const values: readonly Num[] = kind === "main" ? variant.stores.map((s) => s.value) : variant.hoisted;
  const nodes = nodesUntil(values, stop);
  const views: View[] = [];
  const viewOfInput = new Map<number, number>();
  const viewOfOutput = new Map<number, number>();
  const at = (rec: { home: number; firstSlot: number }): number => places.start[rec.home] + rec.firstSlot * SLOT;
  const addView = (known: Map<number, number>, side: "inputs" | "outputs", record: number): void => {
    if (known.has(record)) return;
    known.set(record, views.length);
    const { section } = steps[0].step[side][record];
    views.push({ base: baseOf[section], addressOf: (live) => at(live.step[side][record]) });
  };
  for (const node of nodes) {
    const port = variant.portOf.get(node);
    if (port) addView(viewOfInput, "inputs", port.record);
  }
  if (kind === "main") for (const { port } of variant.stores) addView(viewOfOutput, "outputs", port.record);
  const hoistView = views.length;
  if (variant.hoisted.length > 0)
    views.push({ base: PARAMETER_BASE, addressOf: (live) => places.hoistStart.get(live.step) as number });

  const { columnOf, shiftOf, leaders } = sharePointers(views, steps);
  const place = (view: number, slot: number): { column: number; offset: number } => ({
    column: columnOf[view],
    offset: shiftOf[view] + slot * SLOT,
  });
  const hoistSlot = new Map(variant.hoisted.map((node, slot) => [node, slot]));
  return {
    plan: {
      loadFirst: kind === "main" && variant.inPlace,
      columns: leaders.map((view) => views[view].base),
      nodes,
      stores:
        kind === "main"
          ? variant.stores.map(({ value, port }) => ({
              value,
              ...place(viewOfOutput.get(port.record) as number, port.slot),
            }))
          : variant.hoisted.map((value, slot) => ({ value, ...place(hoistView, slot) })),
      source: (node: Expr) => {
        const port = variant.portOf.get(node);
        if (port) return place(viewOfInput.get(port.record) as number, port.slot);
        const slot = kind === "main" ? hoistSlot.get(node) : undefined;
        return slot === undefined ? null : place(hoistView, slot);
      },
    },
    rowOf: (live) => leaders.map((view) => views[view].addressOf(live)),
  };
}

/** Columns for views: each view's column, its distance from the column's pointer, and the view that each column points to. */
function sharePointers(
  views: readonly View[],
  steps: readonly LiveStep[],
): { columnOf: number[]; shiftOf: number[]; leaders: number[] } {
  const addresses = views.map(({ addressOf }) => Float64Array.from(steps, addressOf));
  const groups: number[][] = [];
  views.forEach((view, i) => {
    const group = groups.find(([first]) => views[first].base === view.base && isSteady(addresses[first], addresses[i]));
    if (group) group.push(i);
    else groups.push([i]);
  });
  const columnOf: number[] = [];
  const shiftOf: number[] = [];
  const leaders = groups.map((group, column) => {
    // Offsets in an instruction count upwards, so the pointer is to the lowest.
    const leader = group.reduce((low, i) => (addresses[i][0] < addresses[low][0] ? i : low));
    for (const i of group) {
      columnOf[i] = column;
      shiftOf[i] = addresses[i][0] - addresses[leader][0];
    }
    return leader;
  });
  return { columnOf, shiftOf, leaders };
}

const isSteady = (a: Float64Array, b: Float64Array): boolean => {
  const distance = b[0] - a[0];
  return a.every((value, k) => b[k] - value === distance);
};
