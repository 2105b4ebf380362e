import type { Program, Step } from "./program.js";
import { makeVariant, type Variant } from "./variant.js";

/** A step that is needed, with the variant of its class that computes just the needed outputs. */
export interface LiveStep {
  readonly step: Step;
  readonly variant: Variant;
  /** Runs in the prologue: all its inputs are parameters. */
  readonly prologue: boolean;
}

/** Walks the steps backwards and keeps the entries that lead to a state record: results that nothing reads are never computed. */
export function prune(program: Program): { steps: LiveStep[]; variants: Variant[] } {
  const needed = new Map<number, boolean[]>(); // by home record
  const variants = new Map<string, Variant>();
  const steps: LiveStep[] = [];
  for (let i = program.steps.length - 1; i >= 0; i--) {
    const step = program.steps[i];
    const masks = step.outputs.map((rec) =>
      rec.section === "state"
        ? new Array<boolean>(rec.layout.size).fill(true)
        : (needed.get(rec.home) ?? new Array<boolean>(rec.layout.size).fill(false)),
    );
    if (!masks.some((mask) => mask.includes(true))) continue;
    const isParameter = step.inputs.map((rec) => rec.section === "parameters");
    const inPlace = step.outputs.some((out) =>
      step.inputs.some((rec) => rec.home === out.home && out.section === "state"),
    );
    // With the sections of the outputs: a kernel addresses the records of all its steps from the same bases.
    const sections = [...step.inputs, ...step.outputs].map((rec) => rec.section[0]).join("");
    const key = `${inPlace ? "!" : ""}${step.class.id}|${masks.map((mask) => mask.map(Number).join("")).join()}|${sections}`;
    let variant = variants.get(key);
    if (!variant) variants.set(key, (variant = makeVariant(variants.size, step.class, masks, isParameter, inPlace)));
    variant.reads.forEach((slots, input) => {
      const rec = step.inputs[input];
      if (rec.section === "state" || slots.size === 0) return;
      let mask = needed.get(rec.home);
      if (!mask) needed.set(rec.home, (mask = new Array<boolean>(program.records[rec.home].layout.size).fill(false)));
      for (const slot of slots) mask[rec.firstSlot + slot] = true;
    });
    steps.push({ step, variant, prologue: isParameter.every((is) => is) });
  }
  return { steps: steps.reverse(), variants: [...variants.values()] };
}
