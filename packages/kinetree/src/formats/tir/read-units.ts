import { suggestName } from "../../errors/nearest-name.js";
import { quoted } from "../format-error.js";
import type { TirReport } from "./tir-report.js";
import type { TirSection } from "./tir-text.js";
import { tirUnits, type TirQuantity } from "./tir-units.js";

const quantities = Object.keys(tirUnits) as TirQuantity[];

/** What the units of the file are in SI; those of mass and time may be left out. */
export function readUnits(section: TirSection | undefined, report: TirReport): Readonly<Record<TirQuantity, number>> {
  const units: Record<TirQuantity, number> = { LENGTH: 1, FORCE: 1, ANGLE: 1, MASS: 1, TIME: 1 };
  if (section === undefined) return units;
  for (const quantity of quantities) {
    const entry = section.entries.find(({ key }) => key === quantity);
    if (entry === undefined) {
      if (quantity !== "MASS" && quantity !== "TIME") {
        const message = `${quantity} is missing in [UNITS]. Add a line such as ${quantity} = '${example[quantity]}'.`;
        report.failAt(section.line, `UNITS/${quantity}`, "tir-missing-key", message);
      }
      continue;
    }
    const known = tirUnits[quantity];
    const word = entry.text.toLowerCase();
    if (Object.hasOwn(known, word)) units[quantity] = known[word];
    else {
      const message = `${quoted(entry.text)} is no unit of ${quantity}. ${suggestName(word.slice(0, 60), Object.keys(known))}`;
      report.fail(entry, "tir-unit", message);
    }
  }
  if (units.ANGLE !== 1) {
    const message =
      "ranges of angles are read in degrees, the coefficients of the formula per radian, as programs have them.";
    report.note(section.line, "UNITS/ANGLE", "tir-angle", message);
  }
  return units;
}

const example: Readonly<Record<TirQuantity, string>> = {
  LENGTH: "meter",
  FORCE: "newton",
  ANGLE: "radians",
  MASS: "kg",
  TIME: "second",
};
