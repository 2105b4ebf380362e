import { jointSizes } from "../joint-sizes.js";
import { definitionOf, jointKinds } from "../joints.js";
import { isCurve } from "../signals.js";
import type { AnyFields, Field, Fielded, FieldType, FieldTypes } from "../fields.js";
import type { Joint, Real } from "../types.js";
import { checkKnown, issue, show, type Check } from "../check.js";
import { itemOf, propertyOf, type Part } from "../part.js";
import { checkAttachment } from "./attachments.js";
import { checkAxis } from "./axes.js";
import { checkCoefficients } from "./coefficients.js";
import { checkCoordinateRef } from "./coordinate-refs.js";
import { checkNotNegative, checkNotZero, checkPositive, checkReal, checkReals } from "./numbers.js";
import { checkCommanded, checkPort } from "./shaft-ports.js";
import { checkCurveMap, checkRealOrCurve, checkSignal } from "./tables.js";

type CheckField<T extends FieldType> = (
  check: Check,
  part: Part,
  value: FieldTypes[T],
  field: Field<T>,
  thing: Fielded,
) => void;

const checks: { readonly [T in FieldType]: CheckField<T> } = {
  attachment: checkAttachment,
  joint: (check, part, name, { isScalar }) => {
    if (!checkKnown(check, "unknown-joint", part, name, check.joints) || isScalar !== true) return;
    const joint = jointNamed(check, name);
    if (joint === null || definitionOf(joint).quaternion === null) return;
    const rest =
      `which is ${joint.kind}: its speeds are not rates of coordinates, so no spring can act along them. Use a bushing, or a general ` +
      `joint with axes.`;
    check.report(issue("coordinate-not-scalar", part, name, rest));
  },
  speed: (check, part, index, _, { joint: name }) => {
    const joint = jointNamed(check, name);
    if (joint === null) return;
    const { nv } = jointSizes(joint);
    if (Number.isInteger(index) && index >= 0 && index < nv) return;
    const range = nv === 0 ? "which has none: it does not move" : `whose speeds are numbered 0 to ${nv - 1}`;
    const rest = `must be a speed of joint "${joint.name}", ${range}. Choose another coordinate or joint.`;
    check.report(issue("coordinate-index", part, index, rest));
  },
  coordinate: (check, part, ref) => checkCoordinateRef(check, part, ref, null, "coordinate-not-scalar"),
  choice: (check, part, value, { values }) => {
    if (values.includes(value)) return;
    const rest = `must be ${values.map((each) => show(each)).join(" or ")}. Use one of the two.`;
    check.report(issue("unknown-kind", part, value, rest));
  },
  direction: checkAxis,
  real: (check, part, value, field, thing) => {
    const own = checkSigned(check, part, value, field);
    if (field.least !== undefined && own !== null && own < field.least.is)
      check.report(issue("too-small", part, own, `must be at least ${field.least.is}. ${field.least.fix}`));
    if (field.notBelow === undefined || own === null) return;
    const least = checkReal({ ...check, report: () => {} }, part, thing[field.notBelow] as Real); // reported with its own field
    if (least === null || own >= least) return;
    const rest = `must be at least ${field.notBelow}, which is ${least}: what holds is no less than what slides. Swap the two?`;
    check.report(issue("static-below-kinetic", part, own, rest));
  },
  "real-or-curve": (check, part, value, field) =>
    void (isCurve(value) ? checkRealOrCurve(check, part, value) : checkSigned(check, part, value, field)),
  pair: (check, part, pair, field) => pair.forEach((value, i) => checkSigned(check, itemOf(part, i), value, field)),
  six: (check, part, six, field) =>
    checkReals(check, part, six, 6)?.forEach((value, i) => checkSigned(check, itemOf(part, i), value, field)),
  signal: checkSignal,
  signals: (check, part, signals) => signals.forEach((signal, i) => checkSignal(check, itemOf(part, i), signal)),
  coefficients: checkCoefficients,
  map: checkCurveMap,
  port: checkPort,
  shaft: (check, part, name) => void checkKnown(check, "unknown-shaft", part, name, check.shafts),
  element: checkCommanded,
  curve: checkRealOrCurve,
  reals: (check, part, reals, field) => reals.forEach((value, i) => checkSigned(check, itemOf(part, i), value, field)),
};

/** Checks the fields of a thing one by one, in their order. */
export function checkFields(check: Check, part: Part, fields: AnyFields, thing: object): void {
  const values = thing as Fielded;
  for (const [name, field] of Object.entries(fields)) {
    if (field.optional === true && values[name] === undefined) continue;
    // Each check takes fields of its own type, which the compiler cannot see here.
    const checkField = checks[field.type] as CheckField<FieldType>;
    checkField(check, propertyOf(part, name), values[name] as never, field, values);
  }
}

const checksOfSign = { positive: checkPositive, "not-negative": checkNotNegative, "not-zero": checkNotZero };

function checkSigned(check: Check, part: Part, value: Real, { sign }: Pick<Field<"real">, "sign">): number | null {
  if (sign === undefined) return checkReal(check, part, value);
  return checksOfSign[sign.is](check, part, value, sign.fix);
}

/** A joint of a known kind; other mistakes are reported with the joint. */
function jointNamed({ joints }: Check, name: unknown): Joint | null {
  const joint = joints.get(name as string);
  return joint !== undefined && jointKinds.includes(joint.kind) ? joint : null;
}
