import { RequestError } from "../../errors/kinetree-error.js";
import type { Num } from "../../graph/graph.js";
import { abs, lt, select } from "../../graph/num.js";
import type { Formulation } from "../../formulation/formulation.js";
import { traceLoads } from "../../formulation/loads/loads.js";
import { hasClosures } from "../../topology/has-closures.js";
import type { NodeLoads } from "../../formulation/tree/node-loads.js";
import { ObservedDynamics } from "../../evaluate/observed-dynamics.js";
import { traceMeasures, type Measure } from "../../evaluate/probes/probe.js";
import type { TreeProgram } from "../../formulation/tree/tree-program.js";
import type { Rec } from "../../kernel/record.js";

/** A number kept over a whole run: the maximum, minimum, maximum absolute value, or last value of a measure. */
export interface Extreme {
  /** Evaluated at the start of a run and at the end of each step. It may use accelerations and joint loads. */
  readonly of: Measure;
  readonly take: "max" | "min" | "max-abs" | "last";
}

export interface NamedExtreme extends Extreme {
  readonly name: string;
}

const takes: readonly Extreme["take"][] = ["max", "min", "max-abs", "last"];

export function namedExtremes(given: Readonly<Record<string, Extreme>>): readonly NamedExtreme[] {
  return Object.entries(given).map(([name, extreme]) => {
    if (takes.includes(extreme.take)) return { name, ...extreme };
    const message = `extreme "${name}" takes "${String(extreme.take)}", must take one of ${takes.map((take) => `"${take}"`).join(", ")}.`;
    throw new RequestError({ code: "extreme-take", subject: `extreme "${name}"`, value: extreme.take, message });
  });
}

/** Extremes over the accepted steps, and including the current step; values first, then their times. */
export interface ExtremeRecords {
  readonly accepted: Rec;
  readonly candidate: Rec;
}

/** The value of an extreme before the first evaluation. */
export const beforeFirst = ({ take }: Extreme): number => (take === "min" ? Infinity : take === "last" ? 0 : -Infinity);

/** Traces "observe", for the end of a step; `loads` are read again where accelerations are a single entry point. */
export function traceExtremes(
  tree: TreeProgram,
  formulation: Formulation,
  loads: NodeLoads,
  vdot: Rec,
  extremes: readonly NamedExtreme[],
  { accepted, candidate }: ExtremeRecords,
): void {
  const { program } = tree;
  const isOneEntry = formulation.prepare === undefined && !hasClosures(tree.skeleton.model, tree.skeleton.topology);
  if (isOneEntry) program.begin("observe");
  else tree.begin("observe");
  const observed = new ObservedDynamics(tree, isOneEntry ? loads : traceLoads(tree), vdot);
  const values = program.state({ value: extremes.length });
  traceMeasures(
    tree,
    extremes.map(({ name, of }) => ({ subject: `extreme "${name}"`, measure: of })),
    values,
    observed,
  );
  program.begin("keep extremes");
  extremes.forEach(({ take }, i) => {
    const one = (rec: Rec, at: number): Rec<{ x: readonly Num[] }> =>
      program.slice<{ x: readonly Num[] }>(rec, at, { x: 1 });
    const inputs = {
      t: tree.t,
      value: one(values, i),
      best: one(accepted, i),
      when: one(accepted, extremes.length + i),
    };
    program.step(
      `keep ${take}`,
      inputs,
      ({ t, value, best, when }) => {
        const now = take === "max-abs" ? abs(value.x[0]) : value.x[0];
        if (take === "last") return { best: { x: [now] }, when: { x: [t.t[0]] } };
        const isBetter = take === "min" ? lt(now, best.x[0]) : lt(best.x[0], now);
        return {
          best: { x: [select(isBetter, now, best.x[0])] },
          when: { x: [select(isBetter, t.t[0], when.x[0])] },
        };
      },
      { best: one(candidate, i), when: one(candidate, extremes.length + i) },
    );
  });
}
