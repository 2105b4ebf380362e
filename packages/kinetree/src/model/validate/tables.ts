import { isCurve } from "../signals.js";
import type { Real } from "../real.js";
import type { Curve, CurveMap, Signal } from "../types.js";
import { issue, reportUnknownKind, type Check } from "../check.js";
import { checkReal, isFiniteNumber } from "./numbers.js";
import { itemOf, named, propertyOf, thingAt, type Part } from "../part.js";

const signalKinds: readonly Signal["kind"][] = ["constant", "piecewise", "table", "sine"];

/** A number or a curve, such as a stiffness. */
export function checkRealOrCurve(check: Check, part: Part, value: Real | Curve): void {
  if (!isCurve(value)) {
    checkReal(check, part, value);
    return;
  }
  checkScale(check, part, value.scale);
  // One point has no slope to go on with.
  if (!checkTable(check, part, ["x", value.x], ["y", value.y], 2)) return;
  if (value.beyond === "extend" || value.beyond === "hold") return;
  const beyond = propertyOf(part, "beyond", "continuation");
  check.report(issue("unknown-kind", beyond, value.beyond, `must be "extend" or "hold". Use one of the two.`));
}

/** Two rising lists, and a list of values for each entry of the first that is as long as the second. */
export function checkCurveMap(check: Check, part: Part, { x, y, z, scale }: CurveMap): void {
  checkScale(check, part, scale);
  const places = (list: readonly number[]): readonly number[] => list.map((_, i) => i);
  if (
    !checkTable(check, part, ["x", x], ["x", places(x)], 2) ||
    !checkTable(check, part, ["y", y], ["y", places(y)], 2)
  )
    return;
  const values = propertyOf(part, "z", "values");
  if (z.length !== x.length || z.some((row) => row.length !== y.length)) {
    const rest = `numbers of values, must be ${x.length} lists of ${y.length}. Give a list for each x, with a value for each y.`;
    check.report(
      issue(
        "table-lengths",
        values,
        z.map((row) => row.length),
        rest,
      ),
    );
    return;
  }
  z.forEach((row, i) =>
    row.forEach((value, j) => isFiniteNumber(value) || checkReal(check, itemOf(itemOf(values, i), j), value)),
  );
}

export function checkSignal(check: Check, part: Part, signal: Signal): void {
  switch (signal.kind) {
    case "constant":
      checkReal(check, named(propertyOf(part, "value"), part.name), signal.value);
      return;
    case "piecewise":
    case "table":
      checkScale(check, part, signal.scale);
      checkTable(check, part, ["times", signal.times], ["values", signal.values], 1);
      return;
    case "sine":
      checkReal(check, propertyOf(part, "amplitude"), signal.amplitude);
      checkReal(check, propertyOf(part, "angularFrequency", "angular frequency"), signal.angularFrequency);
      checkReal(check, propertyOf(part, "phase"), signal.phase);
      checkReal(check, propertyOf(part, "offset"), signal.offset);
      return;
    default:
      reportUnknownKind(check, thingAt(part.path, `${part.name} of ${part.subject}`), signal, signalKinds);
  }
}

function checkScale(check: Check, part: Part, scale: Real | undefined): void {
  if (scale !== undefined) checkReal(check, propertyOf(part, "scale"), scale);
}

/** A list of numbers, and the property that holds it. */
type Column = readonly [key: string, numbers: readonly number[]];

function checkTable(check: Check, part: Part, [xKey, x]: Column, [yKey, y]: Column, fewest: number): boolean {
  const table = named(part, `table of ${part.name}`);
  if (x.length !== y.length || x.length < fewest) {
    const rest = `numbers of arguments and values, must be equal and at least ${fewest}. Give one value for each argument.`;
    check.report(issue("table-lengths", table, [x.length, y.length], rest));
    return false;
  }
  const isSound = (key: string, words: string, numbers: readonly number[]): boolean =>
    numbers.every((value, i) => {
      const entry = (): Part => named(itemOf(propertyOf(part, key), i), `${words} ${i} of the ${table.name}`);
      return isFiniteNumber(value) || checkReal(check, entry(), value) !== null;
    });
  if (!isSound(xKey, "argument", x) || !isSound(yKey, "value", y)) return false;
  const late = x.findIndex((value, i) => i > 0 && value <= x[i - 1]);
  if (late < 0) return true;
  const rest = `must increase from entry to entry. Sort the points and merge those with equal arguments.`;
  const entry = named(itemOf(propertyOf(part, xKey), late), `${table.name}, arguments ${late - 1} and ${late}`);
  check.report(issue("table-order", entry, [x[late - 1], x[late]], rest));
  return false;
}
