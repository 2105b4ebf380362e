import { isRecord, issue, reportUnknownKind, type Check } from "../check.js";
import { evaluateReal } from "../evaluate-real.js";
import { propertyOf, thingAt, type Part } from "../part.js";
import { tyreLawDefinition, tyreLawFields, tyreLaws, type TyreLaw } from "../tyre-laws.js";
import { checkFields } from "./fields.js";

/** The law of a tyre: its fields one by one, then what they must not be together. */
export function checkTyreLaw(check: Check, part: Part, law: TyreLaw): void {
  if (!isRecord(law)) {
    const rest = `must be a law. Give one such as { kind: "brush", … }.`;
    check.report(issue("wrong-shape", part, law, rest));
    return;
  }
  if (!Object.hasOwn(tyreLaws, law.kind)) {
    const place = thingAt(part.path, `${part.name} of ${part.subject}`);
    reportUnknownKind(check, place, law as never, Object.keys(tyreLaws));
    return;
  }
  let isSound = true;
  const report: Check["report"] = (found) => {
    isSound = false;
    check.report(found);
  };
  checkFields({ ...check, report }, part, tyreLawFields(law), law);
  if (!isSound) return;
  const mistake = tyreLawDefinition(law).mistake?.(law, (real) => evaluateReal(real, check.values)) ?? null;
  if (mistake === null) return;
  check.report(issue(mistake.code, propertyOf(part, mistake.field), mistake.value, mistake.rest));
}
