import { addTo } from "./multimap.js";
import type { Program, Step } from "./program.js";
import type { Rec } from "./record.js";
import type { Run } from "./schedule.js";

/** Bytes of one slot: two lanes of a double. */
export const SLOT = 16;

export interface Places {
  /** First byte of each home record within its section; -1 if it is never used. */
  readonly start: Int32Array;
  /** First byte of each step's hoisted values in the parameter section. */
  readonly hoistStart: ReadonlyMap<Step, number>;
  /** Bytes of each section. */
  readonly state: number;
  readonly parameters: number;
  readonly work: number;
}

/**
 * Assigns places to all records. State records follow one another in the order in which they were made, which callers may rely on.
 * Records of a group are adjacent. Other scratch is reused after its last use, so that the accumulators of a long chain stay
 * within a few cache lines.
 * @param entries runs of each entry point, in the order in which the entries are run
 * @param hoists steps with hoisted values, and how many
 * @param firstParameter slots at the start of the parameter section that the caller has taken
 */
export function allocate(
  program: Program,
  entries: readonly (readonly Run[])[],
  hoists: ReadonlyMap<Step, number>,
  firstParameter: number,
): Places {
  const start = new Int32Array(program.records.length).fill(-1);
  const hoistStart = new Map<Step, number>();
  let state = 0;
  let parameters = firstParameter * SLOT;
  const parameterGroups = new Map<number, (() => void)[]>();
  const inGroup = (group: number, place: () => void): void => {
    if (group < 0) return place();
    addTo(parameterGroups, group, place);
  };
  for (const rec of program.records) {
    if (rec.home !== rec.id) continue;
    // Empty ones have a place too: callers reach through them to what follows, as from no coordinates to internal states.
    if (rec.section === "state") {
      start[rec.id] = state;
      state += rec.layout.size * SLOT;
    } else if (rec.section === "parameters" && rec.layout.size > 0) {
      inGroup(rec.group, () => {
        start[rec.id] = parameters;
        parameters += rec.layout.size * SLOT;
      });
    }
  }
  for (const [step, count] of hoists) {
    inGroup(step.group, () => {
      hoistStart.set(step, parameters);
      parameters += count * SLOT;
    });
  }
  for (const members of parameterGroups.values()) for (const place of members) place();
  // Grouped records have places of their own; the rest shares the remaining scratch.
  const work = allocateShared(program, entries, start, allocateGroups(entries, start));
  return { start, hoistStart, state, parameters, work };
}

/** Runs of each entry point. */
type Entries = readonly (readonly Run[])[];

function* stepsIn(entries: Entries): Generator<Step> {
  for (const runs of entries) for (const { steps } of runs) for (const { step } of steps) yield step;
}

function allocateGroups(entries: Entries, start: Int32Array): number {
  let work = 0;
  const groups = new Map<number, Rec[]>();
  for (const step of stepsIn(entries))
    for (const rec of step.outputs) {
      if (rec.section !== "work" || rec.group < 0 || rec.layout.size === 0) continue;
      addTo(groups, rec.group, rec);
    }
  for (const members of groups.values())
    for (const rec of members) {
      start[rec.id] = work;
      work += rec.layout.size * SLOT;
    }
  return work;
}

const isShared = (rec: Rec): boolean => rec.section === "work" && rec.group < 0;

/** A record read by another entry than the one that made it is kept. */
function lastUses(entries: Entries): ReadonlyMap<number, LastUse> {
  const lastUse = new Map<number, LastUse>();
  entries.forEach((runs, entry) => {
    let time = 0;
    for (const step of stepsIn([runs])) {
      for (const rec of step.outputs)
        if (isShared(rec) && lastUse.get(rec.home) !== "kept") lastUse.set(rec.home, { entry, time });
      for (const rec of step.inputs) {
        if (!isShared(rec)) continue;
        const made = lastUse.get(rec.home);
        lastUse.set(rec.home, made && made !== "kept" && made.entry === entry ? { entry, time } : "kept");
      }
      time++;
    }
  });
  return lastUse;
}

/** Records that are made and used within one entry point take the place of others that are no longer used. */
function allocateShared(program: Program, entries: Entries, start: Int32Array, first: number): number {
  let work = first;
  const lastUse = lastUses(entries);
  const free = new Map<number, number[]>(); // by size
  entries.forEach((runs, entry) => {
    let time = 0;
    for (const step of stepsIn([runs])) {
      const ending = new Set<number>();
      for (const rec of step.outputs) {
        if (!isShared(rec) || rec.layout.size === 0) continue;
        // A record that another entry reads has a place of its own, whichever of the two comes first.
        const reused = lastUse.get(rec.home) === "kept" ? undefined : free.get(rec.layout.size)?.pop();
        start[rec.home] = reused ?? work;
        if (reused === undefined) work += rec.layout.size * SLOT;
        if (ends(lastUse.get(rec.home), entry, time)) ending.add(rec.home);
      }
      for (const rec of step.inputs)
        if (isShared(rec) && rec.layout.size > 0 && ends(lastUse.get(rec.home), entry, time)) ending.add(rec.home);
      for (const home of ending) addTo(free, program.records[home].layout.size, start[home]);
      time++;
    }
  });
  return work;
}

type LastUse = { readonly entry: number; readonly time: number } | "kept";

const ends = (use: LastUse | undefined, entry: number, time: number): boolean =>
  use !== undefined && use !== "kept" && use.entry === entry && use.time === time;
