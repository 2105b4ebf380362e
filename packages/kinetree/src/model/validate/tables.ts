import { isCurve } from "../signals.js";
import type { Real } from "../real.js";
import type { Curve, Signal } from "../types.js";
import { issue, reportUnknownKind, type Check } from "../check.js";
import { checkReal } from "./numbers.js";

const signalKinds: readonly Signal["kind"][] = ["constant", "piecewise", "table", "sine"];

/** A number or a curve, such as a stiffness. */
export function checkRealOrCurve(check: Check, subject: string, what: string, value: Real | Curve): void {
  if (!isCurve(value)) {
    checkReal(check, subject, what, value);
    return;
  }
  checkScale(check, subject, what, value.scale);
  // One point has no slope to go on with.
  if (checkTable(check, subject, what, value.x, value.y, 2) && value.beyond !== "extend" && value.beyond !== "hold")
    check.report(
      issue(
        "unknown-kind",
        subject,
        `continuation of ${what}`,
        value.beyond,
        `must be "extend" or "hold". Use one of the two.`,
      ),
    );
}

export function checkSignal(check: Check, subject: string, what: string, signal: Signal): void {
  switch (signal.kind) {
    case "constant":
      checkReal(check, subject, what, signal.value);
      return;
    case "piecewise":
    case "table":
      checkScale(check, subject, what, signal.scale);
      checkTable(check, subject, what, signal.times, signal.values, 1);
      return;
    case "sine":
      checkReal(check, subject, `amplitude of ${what}`, signal.amplitude);
      checkReal(check, subject, `angular frequency of ${what}`, signal.angularFrequency);
      checkReal(check, subject, `phase of ${what}`, signal.phase);
      checkReal(check, subject, `offset of ${what}`, signal.offset);
      return;
    default:
      reportUnknownKind(check, `${what} of ${subject}`, signal, signalKinds);
  }
}

function checkScale(check: Check, subject: string, what: string, scale: Real | undefined): void {
  if (scale !== undefined) checkReal(check, subject, `scale of ${what}`, scale);
}

function checkTable(
  check: Check,
  subject: string,
  what: string,
  x: readonly number[],
  y: readonly number[],
  fewest: number,
): boolean {
  if (x.length !== y.length || x.length < fewest) {
    const rest = `numbers of arguments and values, must be equal and at least ${fewest}. Give one value for each argument.`;
    check.report(issue("table-lengths", subject, `table of ${what}`, [x.length, y.length], rest));
    return false;
  }
  for (const [i, value] of [...x, ...y].entries()) {
    const entry = `${i < x.length ? "argument" : "value"} ${i % x.length} of the table of ${what}`;
    if (checkReal(check, subject, entry, value) === null) return false;
  }
  const late = x.findIndex((value, i) => i > 0 && value <= x[i - 1]);
  if (late < 0) return true;
  const rest = `must increase from entry to entry. Sort the points and merge those with equal arguments.`;
  check.report(
    issue("table-order", subject, `table of ${what}, arguments ${late - 1} and ${late}`, [x[late - 1], x[late]], rest),
  );
  return false;
}
