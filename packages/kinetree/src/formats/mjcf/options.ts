import { suggestName } from "../../errors/nearest-name.js";
import { quoted } from "../format-error.js";
import { numbersAttribute, tripleAttribute } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";
import { keyword } from "./attributes.js";
import type { MjcfReport } from "./mjcf-report.js";
import type { Vec3 } from "./mass/placement.js";
import { words } from "./unused.js";

/** The options of MuJoCo that concern the mechanism itself. */
export interface Options {
  readonly gravity: Vec3;
  /** Parts of the physics that the file switches off. */
  readonly disabled: ReadonlySet<string>;
  readonly disabledActuatorGroups: readonly number[];
}

/** Flags whose effect on a model is exact. */
const physical = words("constraint equality frictionloss limit spring damper gravity clampctrl actuation");
/** Flags of MuJoCo's algorithms, and of contacts. */
const numerical = [
  ...words(
    "contact warmstart filterparent refsafe sensor midphase eulerdamp autoreset nativeccd island multiccd override",
  ),
  ...words("energy fwdinv invdiscrete sleep diagexact ipc passive"),
];

const run = "it belongs to a run, not to a model: choose step and integrator when simulating.";
const solver = "it belongs to MuJoCo's solver of constraints and contacts, which has no counterpart.";
const fluid = "fluid forces are not supported.";

const solverOptions = [
  ...words(
    "impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance mpr_tolerance sleep_tolerance o_margin o_solref",
  ),
  ...words("o_solimp o_friction cone jacobian solver iterations ls_iterations noslip_iterations ccd_iterations"),
  ...words("mpr_iterations sdf_iterations sdf_initpoints collision apirate"),
];

/** Known options without a counterpart: the value without effect, and the reason. */
const unused: Readonly<Record<string, readonly [harmless: string, why: string]>> = {
  timestep: ["", run],
  integrator: ["", run],
  wind: ["0 0 0", fluid],
  density: ["0", fluid],
  viscosity: ["0", fluid],
  magnetic: ["", "magnetic fields are not supported."],
  ...Object.fromEntries(solverOptions.map((name) => [name, ["", solver] as const])),
};

const used: readonly string[] = ["gravity", "actuatorgroupdisable"];
const MOST_GROUPS = 31;

export function readOptions(report: MjcfReport, elements: readonly XmlElement[]): Options {
  let gravity: Vec3 = [0, 0, -9.81];
  const disabled = new Set<string>();
  const disabledActuatorGroups: number[] = [];
  for (const element of elements) {
    for (const { name, value } of element.attributes.values()) tellUnused(report, element, name, value);
    gravity = tripleAttribute(report, element, "gravity", gravity) ?? gravity;
    const groups = numbersAttribute(report, element, "actuatorgroupdisable", { least: 1, most: MOST_GROUPS });
    if (groups) disabledActuatorGroups.push(...groups);
    for (const child of element.children)
      if (child.name === "flag") readFlags(report, child, disabled);
      else report.unsupported(child, "only <flag> is known inside <option>.");
  }
  if (disabled.has("constraint")) for (const part of ["equality", "limit", "frictionloss"]) disabled.add(part);
  return { gravity: disabled.has("gravity") ? [0, 0, 0] : gravity, disabled, disabledActuatorGroups };
}

function tellUnused(report: MjcfReport, element: XmlElement, name: string, value: string): void {
  if (used.includes(name)) return;
  if (!Object.hasOwn(unused, name)) return warnUnknown(report, element, name, [...used, ...Object.keys(unused)]);
  const [harmless, why] = unused[name];
  if (value.trim().replace(/\s+/g, " ") === harmless) return;
  const message = `"${name}" (${quoted(value)}) of <option> is not used: ${why}`;
  report.warnAt(element, name, "unsupported-attribute", message, value);
}

function warnUnknown(report: MjcfReport, element: XmlElement, name: string, known: readonly string[]): void {
  const value = element.attributes.get(name)?.value;
  const message = `attribute "${name}" (${quoted(value)}) of <${element.name}> is unknown and not used. ${suggestName(name, known)}`;
  report.warnAt(element, name, "unknown-attribute", message, value);
}

function readFlags(report: MjcfReport, element: XmlElement, disabled: Set<string>): void {
  for (const name of element.attributes.keys()) {
    const isOff = keyword(report, element, name, ["enable", "disable"], "enable") === "disable";
    if (physical.includes(name)) {
      if (isOff) disabled.add(name);
      else disabled.delete(name);
    } else if (numerical.includes(name)) report.unused(element, name, solver);
    else warnUnknown(report, element, name, [...physical, ...numerical]);
  }
}
