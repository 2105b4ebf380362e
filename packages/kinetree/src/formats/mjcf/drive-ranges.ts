import type { XmlElement } from "../xml/xml.js";
import { endOf } from "./attributes.js";
import type { Context } from "./context.js";
import type { Coordinate } from "./coordinate.js";
import type { Drive } from "./drive.js";

export interface Ranges {
  readonly lower: number | null;
  readonly upper: number | null;
}

const open: Ranges = { lower: null, upper: null };

/** Range of the command. A force limit limits the command where the force is a multiple of it; elsewhere it is reported as not supported. */
export function rangesOf(context: Context, element: XmlElement, drive: Drive, coordinate: Coordinate | null): Ranges {
  const { report, options } = context;
  const ctrl = options.disabled.has("clampctrl") ? open : commandRange(context, element, drive, coordinate);
  const force = limitedRange(context, element, drive.forcelimited, drive.forcerange, "force");
  if (force.lower === null && force.upper === null) return ctrl;
  const isPure = drive.biastype === "none" && drive.gain[0] !== 0;
  if (!isPure) {
    const message = `"forcerange" of <${element.name}> is not used: a force that also depends on the motion is not limited.`;
    report.warnAt(element, "forcerange", "unsupported-attribute", message, drive.forcerange);
    return ctrl;
  }
  const ends = [(force.lower ?? -Infinity) / drive.gain[0], (force.upper ?? Infinity) / drive.gain[0]];
  const lower = Math.max(ctrl.lower ?? -Infinity, Math.min(...ends));
  const upper = Math.min(ctrl.upper ?? Infinity, Math.max(...ends));
  return { lower: endOf(lower), upper: endOf(upper) };
}

function commandRange(context: Context, element: XmlElement, drive: Drive, coordinate: Coordinate | null): Ranges {
  if (drive.inheritrange <= 0) return limitedRange(context, element, drive.ctrllimited, drive.ctrlrange, "ctrl");
  if (coordinate === null || coordinate.lower === null || coordinate.upper === null) {
    const message = `"inheritrange" of <${element.name}> is not used: the joint has no range. Give it one, or the actuator a ctrlrange.`;
    context.report.warnAt(element, "inheritrange", "unsupported-attribute", message, drive.inheritrange);
    return open;
  }
  const middle = 0.5 * (coordinate.lower + coordinate.upper);
  const half = 0.5 * (coordinate.upper - coordinate.lower) * drive.inheritrange;
  return { lower: middle - half, upper: middle + half };
}

function limitedRange(
  { report, compiler }: Context,
  element: XmlElement,
  limited: Drive["ctrllimited"],
  range: readonly number[] | null,
  what: "ctrl" | "force",
): Ranges {
  if (limited === "false" || (range === null && limited === "auto")) return open;
  if (limited === "auto" && !compiler.autolimits) {
    const message = `<${element.name}> has "${what}range" but not "${what}limited", and autolimits is off. Write ${what}limited="true" or "false".`;
    report.errorAt(element, `${what}range`, "missing-attribute", message);
  }
  const [lower, upper] = range ?? [0, 0];
  if (lower < upper) return { lower: endOf(lower), upper: endOf(upper) };
  if (limited === "true") {
    const message = `"${what}range" of <${element.name}> is ${lower} ${upper}, must be increasing. Give a range, or leave out ${what}limited.`;
    report.errorAt(element, `${what}range`, "reversed-limits", message, range);
  }
  return open;
}
