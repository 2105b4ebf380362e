import { forward } from "../graph/derivative.js";
import { isExpr, type Expr, type Num } from "../graph/graph.js";
import { substitute } from "../graph/lower.js";
import { addTo } from "./multimap.js";
import type { Program, Step, StepClass } from "./program.js";
import type { Fields, Rec } from "./record.js";
import { readingBack, stepsLeadingTo } from "./tangent.js";

/** The numbers of a program that are varied, and the results whose changes are wanted. */
export interface PartialsRequest {
  /** The steps to follow, as they stood before any derivative was added. */
  readonly steps: readonly Step[];
  /** State records that no step writes, whose entries are varied. */
  readonly unknowns: readonly Rec[];
  /** State records that the steps write, whose changes are wanted. */
  readonly results: readonly Rec[];
}

/**
 * A program taken apart: every number that depends on the unknowns is a variable, whose change is a sum over those it is made from
 * directly. Variables are numbered: entries of the unknowns first, then the others as they are computed, of which only those are
 * here that the results need.
 */
export interface ProgramPartials {
  readonly unknownCount: number;
  readonly variableCount: number;
  /** d(variable `rows[k]`) gets `d(variable columns[k])` times entry `slots[k]` of `values`, or times `constants[k]` where that is -1. */
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly slots: Int32Array;
  readonly constants: Float64Array;
  /** State record that takes the derivatives, in the entry point begun last. */
  readonly values: Rec;
  /** Variables of the results' entries, record by record; -1 for one that the unknowns do not reach. */
  readonly resultVariables: readonly Int32Array[];
}

/** A derivative of one output of a step by one input: known now, or the place among those that a kernel computes. */
interface LocalEntry {
  readonly output: number;
  readonly input: number;
  readonly constant: number;
  readonly place: number;
}
interface LocalPartials {
  readonly entries: readonly LocalEntry[];
  /** Derivatives that are computed. */
  readonly computed: readonly Num[];
}

/**
 * Adds steps, to the entry point begun last, that compute the derivatives of every step by its own inputs. Their number grows with
 * that of the steps, not with its square: how a change travels through the program is left to the solver, in the order
 * that suits it (see `linalg/sparse-factors.ts`).
 */
export function tracePartials(program: Program, request: PartialsRequest): ProgramPartials {
  const { parts, unknownCount, variableCount, wanted } = takeApart(request);
  const isNeeded = neededVariables(parts, wanted.flat(), variableCount);
  // Variables that the results do not need are left out.
  const numberOf = new Int32Array(variableCount).fill(-1);
  let kept = 0;
  for (let v = 0; v < variableCount; v++) if (v < unknownCount || isNeeded[v] !== 0) numberOf[v] = kept++;

  const size = parts.reduce((sum, { partials, made }) => sum + neededOf(partials, made, isNeeded).size, 0);
  const values = program.state({ d: size });
  const [rows, columns, slots, constants]: [number[], number[], number[], number[]] = [[], [], [], []];
  let next = 0;
  for (const { step, partials, active, made } of parts) {
    const needed = neededOf(partials, made, isNeeded);
    for (const { output, input, constant, place } of partials.entries) {
      if (made[output] < 0 || isNeeded[made[output]] === 0) continue;
      rows.push(numberOf[made[output]]);
      columns.push(numberOf[active[input]]);
      slots.push(place < 0 ? -1 : next + (needed.get(place) as number));
      constants.push(place < 0 ? constant : 0);
    }
    if (needed.size === 0) continue;
    traceLocal(program, step, partials, [...needed.keys()], program.slice(values, next, { d: needed.size }), active);
    next += needed.size;
  }
  return {
    unknownCount,
    variableCount: kept,
    rows: Int32Array.from(rows),
    columns: Int32Array.from(columns),
    slots: Int32Array.from(slots),
    constants: Float64Array.from(constants),
    values,
    resultVariables: wanted.map((list) =>
      Int32Array.from(list, (variable) => (variable < 0 ? -1 : numberOf[variable])),
    ),
  };
}

/** A step with the variables that it reads and makes; -1 where a number is no variable, or no new one. */
interface StepVariables {
  readonly step: Step;
  readonly partials: LocalPartials;
  readonly active: readonly number[];
  readonly made: readonly number[];
}

/** Numbers the variables of a program, step by step; one that is only handed on keeps its number. */
function takeApart(request: PartialsRequest): {
  readonly parts: readonly StepVariables[];
  readonly unknownCount: number;
  readonly variableCount: number;
  /** Variables of the results' entries. */
  readonly wanted: readonly (readonly number[])[];
} {
  const local = new Map<string, LocalPartials>();
  const current = new Map<number, number>(); // variable by place: see `placeOf`
  const parts: StepVariables[] = [];
  let variableCount = 0;
  for (const rec of request.unknowns)
    for (let e = 0; e < rec.layout.size; e++) current.set(placeOf(rec, e), variableCount++);
  const unknownCount = variableCount;
  for (const step of stepsLeadingTo(request.steps, request.results)) {
    const inputs = step.inputs.flatMap((rec, i) => {
      const isHeld = step.class.inputNames[i] === HELD;
      return Array.from({ length: rec.layout.size }, (_, e) => (isHeld ? -1 : (current.get(placeOf(rec, e)) ?? -1)));
    });
    const outputs = step.outputs.flatMap((rec) =>
      rec.layout.slots.flatMap((slot) => (slot < 0 ? [] : placeOf(rec, slot))),
    );
    const active = inputs.flatMap((variable, i) => (variable < 0 ? [] : [i]));
    const partials = active.length === 0 ? nothing : localOf(local, step.class, active);
    const byOutput = new Map<number, LocalEntry[]>();
    for (const entry of partials.entries) addTo(byOutput, entry.output, entry);
    const own = outputs.map((place, output) => {
      const entries = byOutput.get(output);
      const isHandedOn = entries?.length === 1 && entries[0].place < 0 && entries[0].constant === 1;
      const variable = !entries ? -1 : isHandedOn ? inputs[entries[0].input] : variableCount++;
      return { place, variable, isNew: entries !== undefined && !isHandedOn };
    });
    for (const { place, variable } of own) {
      if (variable < 0) current.delete(place);
      else current.set(place, variable);
    }
    const made = own.map(({ variable, isNew }) => (isNew ? variable : -1));
    if (made.some((variable) => variable >= 0)) parts.push({ step, partials, active: inputs, made });
  }
  const wanted = request.results.map((rec) =>
    Array.from({ length: rec.layout.size }, (_, e) => current.get(placeOf(rec, e)) ?? -1),
  );
  return { parts, unknownCount, variableCount, wanted };
}

/** 1 for each variable that the wanted ones follow from. */
function neededVariables(
  parts: readonly StepVariables[],
  wanted: readonly number[],
  variableCount: number,
): Uint8Array {
  const isNeeded = new Uint8Array(variableCount);
  for (const variable of wanted) if (variable >= 0) isNeeded[variable] = 1;
  for (const { partials, active, made } of [...parts].reverse())
    for (const { output, input } of partials.entries)
      if (made[output] >= 0 && isNeeded[made[output]] !== 0) isNeeded[active[input]] = 1;
  return isNeeded;
}

/** An input of a step by this name counts as constant, whatever it is made of. */
const HELD = "held";

const nothing: LocalPartials = { entries: [], computed: [] };

/** Slots of one record, and of the records that are parts of it, are one place however they are reached. */
const MOST_SLOTS = 2 ** 24;
const placeOf = (rec: Rec, slot: number): number => rec.home * MOST_SLOTS + rec.firstSlot + slot;

/** Derivatives of a class of steps by those of its inputs that vary. */
function localOf(known: Map<string, LocalPartials>, stepClass: StepClass, active: readonly number[]): LocalPartials {
  const key = `${stepClass.id}|${active.join()}`;
  const found = known.get(key);
  if (found) return found;
  const outputs = stepClass.outputs.flatMap((entries, i) =>
    entries.filter((_, e) => stepClass.outputLayouts[i].slots[e] >= 0),
  );
  const entries: LocalEntry[] = [];
  const computed: Num[] = [];
  for (const input of active) {
    const column = forward(outputs, new Map<Expr, Num>([[stepClass.inputs[input], 1]]));
    column.forEach((value, output) => {
      if (value === 0) return;
      const place = isExpr(value) ? computed.push(value) - 1 : -1;
      entries.push({ output, input, constant: isExpr(value) ? 0 : value, place });
    });
  }
  const made = { entries, computed };
  known.set(key, made);
  return made;
}

/** Computed derivatives of outputs that are needed, and the number of each among them. */
function neededOf({ entries }: LocalPartials, made: readonly number[], isNeeded: Uint8Array): Map<number, number> {
  const needed = new Map<number, number>();
  for (const { output, place } of entries)
    if (place >= 0 && made[output] >= 0 && isNeeded[made[output]] !== 0) needed.set(place, needed.size);
  return needed;
}

/** Derivatives that one kernel computes: larger ones would outgrow the instruction cache. */
const MOST_TOGETHER = 160;

function traceLocal(
  program: Program,
  step: Step,
  { computed }: LocalPartials,
  needed: readonly number[],
  target: Rec,
  inputs: readonly number[],
): void {
  const recs: Record<string, Rec> = {};
  step.inputs.forEach((rec, i) => (recs[`value${i}`] = rec));
  step.outputs.forEach((rec, i) => (recs[`result${i}`] = rec));
  const mask = inputs.map((variable) => (variable < 0 ? "0" : "1")).join("");
  for (let first = 0; first < needed.length; first += MOST_TOGETHER) {
    const places = needed.slice(first, first + MOST_TOGETHER);
    const wanted = places.map((place) => computed[place]);
    const trace = (x: Readonly<Record<string, Fields>>) => ({ d: { d: derivativesIn(step.class, x, wanted) } });
    const into = { d: program.slice(target, first, { d: places.length }) };
    program.step(`partials of ${step.class.id} ${mask} ${places.join()}`, recs, trace, into);
  }
}

/** The derivatives as expressions of the step's inputs and stored results. */
function derivativesIn(
  stepClass: StepClass,
  x: Readonly<Record<string, Fields>>,
  wanted: readonly Num[],
): readonly Num[] {
  const stored = (name: string, slots: readonly number[]): readonly Num[] =>
    Object.values(x[name])
      .flat()
      .filter((_, e) => slots[e] >= 0);
  const values = stepClass.inputLayouts.flatMap((layout, i) => stored(`value${i}`, layout.slots));
  const outputs = stepClass.outputs.flatMap((entries, i) =>
    entries.filter((_, e) => stepClass.outputLayouts[i].slots[e] >= 0),
  );
  const results = stepClass.outputLayouts.flatMap((layout, i) => stored(`result${i}`, layout.slots));
  const all = substitute([...outputs, ...wanted], values);
  return readingBack(all.slice(outputs.length), all.slice(0, outputs.length), results);
}
