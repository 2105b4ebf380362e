import { suggestName } from "../../errors/nearest-name.js";
import { quoted } from "../format-error.js";
import { pathOf, type TirReport } from "./tir-report.js";
import type { TirEntry, TirSection } from "./tir-text.js";

/** Side of the vehicle for which the data hold. */
export type TyreSide = "left" | "right" | "symmetric";

/** Names of files that hold this formula. */
const formats = ["PAC2002", "MF_05", "MF05", "MF-TYRE", "MFTYRE", "MF-SWIFT", "USER"];

/** Versions of MF-Tyre by FITTYP: null is the formula of 2002 itself. */
const versions: Readonly<Record<string, string | null>> = Object.freeze({
  "5": "MF-Tyre 5.0 and 5.1 lack some coefficients of 2002, which are 0",
  "51": "MF-Tyre 5.1 lacks some coefficients of 2002, which are 0",
  "6": null,
  "52": null,
  "60": newer("6.0"),
  "61": newer("6.1"),
  "62": newer("6.2"),
});

function newer(version: string): string {
  return (
    `MF-Tyre ${version} gives camber thrust by PKY6 and PKY7 and relaxation by stiffnesses, and knows the inflation pressure; ` +
    "read as MF-Tyre 5.2, it has neither, so compare at camber 0 and the nominal pressure"
  );
}

/** What the file is, and the side of its tyre. */
export function readModelSection(section: TirSection | undefined, report: TirReport): TyreSide {
  const entryOf = (key: string) => section?.entries.find((entry) => entry.key === key);
  const format = entryOf("PROPERTY_FILE_FORMAT");
  if (format !== undefined && !formats.includes(format.text.toUpperCase())) {
    const message =
      `PROPERTY_FILE_FORMAT is ${quoted(format.text)}, which is another tyre model. ` +
      `Take a file of ${formats.slice(0, 2).join(", ")} or MF-Tyre.`;
    report.fail(format, "tir-format", message);
  }
  const type = entryOf("FITTYP");
  if (type !== undefined) noteVersion(type, report);

  const side = entryOf("TYRESIDE");
  const word = side?.text.toLowerCase() ?? "";
  if (word === "left" || word === "right" || word === "symmetric") return word;
  if (side !== undefined && word !== "" && word !== "unknown") {
    const message = `TYRESIDE is ${quoted(side.text)}, must be LEFT, RIGHT or SYMMETRIC. Write one of them.`;
    report.fail(side, "tir-side", message);
  } else
    report.note(
      section?.line ?? null,
      "MODEL/TYRESIDE",
      "tir-side",
      "TYRESIDE is not given: the tyre is taken as a left one.",
    );
  return "left";
}

function noteVersion(type: TirEntry, report: TirReport): void {
  const number = type.text.replace(/\.0*$/, "");
  if (!Object.hasOwn(versions, number)) {
    const fix = suggestName(type.text.slice(0, 60), Object.keys(versions));
    report.fail(type, "tir-format", `FITTYP is ${quoted(type.text)}, which is no known version. ${fix}`);
    return;
  }
  const difference = versions[number];
  if (difference !== null) report.note(type.line, pathOf(type), "tir-version", `${difference}.`, type.text);
}
