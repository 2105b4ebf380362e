import { differenceText } from "../graph/difference.js";
import type { Num } from "../graph/graph.js";
import type { Artifact } from "./link.js";
import type { StepClass } from "./program.js";
import type { Layout } from "./record.js";

/*
 * A trace is made once and shared by all steps with the same key. Keys are written by hand: one that omits a flag shares the
 * wrong kernel, and no result shows it. Tests therefore repeat the trace on a hit and compare the two.
 *
 * Verification is switched on by a function under `Symbol.for("kinetree.verifySharing")` of the global object, which must be there
 * before the library is loaded. The global object rather than an option, which every caller would have to pass on, or an
 * environment variable, which browsers do not have; it reaches the sources under test and the built package alike. It is read
 * once, so the library holds no state that changes.
 */

/** Called on every hit; decides whether this one is verified, so that it can sample and count. */
const verifiesHit = (globalThis as { readonly [key: symbol]: unknown })[Symbol.for("kinetree.verifySharing")] as
  ((shared: object, key: string) => boolean) | undefined;

/** To be called on a hit. `difference`, called only if the hit is verified, makes the thing again and describes the difference, null if none. */
export function verifySharing(shared: object, key: string, difference: () => string | null): void {
  if (verifiesHit === undefined || !verifiesHit(shared, key)) return;
  const found = difference();
  if (found === null) return;
  throw new Error(
    `key "${key}" is shared by traces that differ: ${found}. A key must name everything its trace captures.`,
  );
}

export function stepDifference(known: StepClass, again: StepClass): string | null {
  const [before, now] = [signature(known), signature(again)];
  if (before !== now) return `${before} before, ${now} now`;
  return differenceText(storedEntries(known), storedEntries(again), {
    entry: (index) => known.outputNames.flatMap((name, i) => entryNames(name, known.outputLayouts[i]))[index],
    input: (number) =>
      known.inputNames.flatMap((name, i) => {
        const { slots } = known.inputLayouts[i];
        return entryNames(name, known.inputLayouts[i]).filter((_, entry) => slots[entry] >= 0);
      })[number],
  });
}

/** Names of a step's inputs, and of its outputs with their fields: `(q, frame) → posture{R:9,p:3}`. */
const signature = ({ inputNames, outputNames, outputLayouts }: StepClass): string => {
  const shapes = outputLayouts.map(({ fields }) => fields.map(({ name, length }) => `${name}:${length}`).join());
  return `(${inputNames.join()}) → ${outputNames.map((name, i) => `${name}{${shapes[i]}}`).join()}`;
};

/** All entries of the outputs. Those that are not stored are zeros, whatever their sign. */
const storedEntries = ({ outputs, outputLayouts }: StepClass): readonly Num[] =>
  outputs.flatMap((entries, i) => entries.map((entry, e) => (outputLayouts[i].slots[e] < 0 ? 0 : entry)));

const entryNames = (record: string, { fields }: Layout): string[] =>
  fields.flatMap(({ name, length }) => Array.from({ length }, (_, i) => `${record}.${name}[${i}]`));

export function artifactDifference(known: Artifact, again: Artifact): string | null {
  for (const part of ["code", "image", "parameters"] as const) {
    const [before, now] = [known[part], again[part]];
    const at = before.findIndex((value, i) => !Object.is(value, now[i]));
    if (at >= 0 || before.length !== now.length)
      return `${part}, of ${before.length} and ${now.length} entries, from ${at < 0 ? before.length : at} on`;
  }
  return JSON.stringify(known.hosts) === JSON.stringify(again.hosts) ? null : "the host parts";
}
