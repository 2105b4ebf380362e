import { forward } from "../graph/derivative.js";
import { isExpr, reachable, type Expr, type Num } from "../graph/graph.js";
import { substitute } from "../graph/lower.js";
import { applyOp, rebuild } from "../graph/rebuild.js";
import type { Program, Step, StepClass } from "./program.js";
import { fieldsOf, type Fields, type Layout, type Rec } from "./record.js";

/** The direction along which a program is differentiated, and the results whose tangents are wanted. */
export interface TangentRequest {
  /** The steps to follow, as they stood before any tangent was added. */
  readonly steps: readonly Step[];
  /** Tangent of a state record that no step writes, or of a part of one, with the same fields; null where it is zero. */
  readonly seed: (rec: Rec) => Rec | null;
  /** Rates of the named parameters (inputs of the parameter graph), as expressions of that graph. */
  readonly parameterRates?: ReadonlyMap<Expr, Num>;
  /** State records that the steps write, and the state records of equal length that take their tangents. */
  readonly results: readonly { readonly of: Rec; readonly into: Rec }[];
}

/**
 * Adds steps, to the entry point begun last, that compute the derivative of a program along one direction; the lanes of a
 * pair may hold two. A step of the program has at most one tangent step, which reads the step's inputs and results and the
 * tangents of its inputs: run the program first, then the tangents as often as there are directions. Zeros of tangents are
 * structural like those of values: parts that a direction cannot reach are not computed.
 */
export function traceTangent(program: Program, request: TangentRequest): void {
  const { parameterRates } = request;
  const tangents = new Map<number, Rec>(); // of work and parameter records, by id; not there where zero
  const targets = new Map(request.results.map(({ of, into }) => [of.home, { of, into }]));
  const zeros = new Map<Layout, Rec>();

  const tangentOf = (rec: Rec): Rec | null => {
    if (rec.section !== "state") {
      const known = tangents.get(rec.id);
      if (known) return known;
      const entries = parameterRates && program.parameterValues.get(rec.id);
      if (!entries) return null;
      const rates = forward(entries, parameterRates);
      if (rates.every((rate) => rate === 0)) return null;
      const constant = program.constants(fieldsOf(rec.layout, rates));
      tangents.set(rec.id, constant);
      return constant;
    }
    const target = targets.get(rec.home);
    return target ? partOf(program, target, rec) : request.seed(rec);
  };
  const zeroOf = (layout: Layout): Rec => {
    let zero = zeros.get(layout);
    if (!zero) zeros.set(layout, (zero = program.zeros(shapeOf(layout))));
    return zero;
  };

  const results = request.results.map(({ of }) => of);
  for (const step of stepsLeadingTo(request.steps, results)) {
    const inputTangents = step.inputs.map(tangentOf);
    const wanted = step.outputs.map((rec) => rec.section === "state" && targets.has(rec.home));
    // A state record that is written and not wanted may still be read by a later step: its tangent is kept as well.
    step.outputs.forEach((rec, i) => {
      if (rec.section !== "state" || wanted[i] || inputTangents.every((t) => t === null)) return;
      const of = program.records[rec.home];
      targets.set(rec.home, { of, into: program.state(shapeOf(of.layout)) });
      wanted[i] = true;
    });
    if (inputTangents.every((tangent) => tangent === null) && !wanted.includes(true)) continue;

    const rates = inputTangents.map((tangent, i) => tangent ?? zeroOf(step.inputs[i].layout));
    const into: Record<string, Rec> = {};
    step.outputs.forEach((rec, i) => {
      const target = wanted[i] && targets.get(rec.home);
      if (target) into[`tangent${i}`] = partOf(program, target, rec);
    });
    const outputs = traceStepTangent(program, step, rates, into);
    step.outputs.forEach((rec, i) => {
      const tangent = outputs[`tangent${i}`];
      if (rec.section !== "state" && tangent.layout.size > 0) tangents.set(rec.id, tangent);
    });
  }
}

/** The tangent of one step, from its inputs, their tangents and its results. */
function traceStepTangent(
  program: Program,
  step: Step,
  rates: readonly Rec[],
  into: Readonly<Record<string, Rec>>,
): Readonly<Record<string, Rec>> {
  const inputs: Record<string, Rec> = {};
  step.inputs.forEach((rec, i) => {
    inputs[`value${i}`] = rec;
    inputs[`rate${i}`] = rates[i];
  });
  step.outputs.forEach((rec, i) => (inputs[`result${i}`] = rec));
  return program.step(
    `tangent of ${step.class.id}`,
    inputs,
    (x) => differentiate(step.class, x as Readonly<Record<string, Fields>>),
    into,
  ) as Readonly<Record<string, Rec>>;
}

export function stepsLeadingTo(steps: readonly Step[], results: readonly Rec[]): Step[] {
  const read = new Set(results.map(({ home }) => home));
  const kept: Step[] = [];
  for (let i = steps.length - 1; i >= 0; i--) {
    const step = steps[i];
    if (!step.outputs.some((rec) => read.has(rec.home))) continue;
    for (const rec of step.inputs) read.add(rec.home);
    kept.push(step);
  }
  return kept.reverse();
}

/** The seed for one state record: the tangent of any part of it is the like part of another record. */
export const seedOf =
  (program: Program, of: Rec, tangent: Rec) =>
  (rec: Rec): Rec | null =>
    rec.home === of.home ? partOf(program, { of, into: tangent }, rec) : null;

const partOf = (program: Program, { of, into }: { of: Rec; into: Rec }, rec: Rec): Rec =>
  program.slice(into, rec.firstSlot - of.firstSlot, shapeOf(rec.layout));

const shapeOf = (layout: Layout): Record<string, number> =>
  Object.fromEntries(layout.fields.map(({ name, length }) => [name, length]));

const entriesOf = (fields: Fields): readonly Num[] => Object.values(fields).flat();

function differentiate(stepClass: StepClass, x: Readonly<Record<string, Fields>>): Record<string, Fields> {
  const values: Num[] = [];
  const rates = new Map<Expr, Num>();
  stepClass.inputLayouts.forEach((layout, record) => {
    const value = entriesOf(x[`value${record}`]);
    const rate = entriesOf(x[`rate${record}`]);
    layout.slots.forEach((slot, entry) => {
      if (slot < 0) return; // zero whatever the state, so its tangent is zero too
      values.push(value[entry]);
      rates.set(value[entry] as Expr, rate[entry]);
    });
  });
  const outputs = substitute(stepClass.outputs.flat(), values);
  const results = stepClass.outputs.flatMap((_, record) => entriesOf(x[`result${record}`]));
  const tangents = readingBack(forward(outputs, rates), outputs, results);
  let start = 0;
  return Object.fromEntries(
    stepClass.outputLayouts.map((layout, record) => {
      const mine = tangents.slice(start, (start += layout.slots.length));
      return [`tangent${record}`, fieldsOf(layout, mine)];
    }),
  );
}

/** The expressions, with outputs that the step has stored read back rather than computed again: sines, the inverse of an inertia. */
export function readingBack(expressions: readonly Num[], outputs: readonly Num[], results: readonly Num[]): Num[] {
  const stored = new Map<Expr, Num>();
  outputs.forEach((output, i) => {
    if (isExpr(output) && output.op !== "input" && isExpr(results[i])) stored.set(output, results[i]);
  });
  return rebuild(reachable(expressions), expressions, (node, args) =>
    node.op === "input" ? node : (stored.get(node) ?? applyOp(node.op, args, node.table)),
  );
}
