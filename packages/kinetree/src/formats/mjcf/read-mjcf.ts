import { readOptionTypes } from "../read-options.js";
import { checkOptions } from "../../errors/option-types.js";
import { quoted, type FormatIssue, type Imported } from "../format-error.js";
import type { ReadModelOptions } from "../read-options.js";
import { checkedModel, withModelPaths, type ModelElements } from "../xml/model-elements.js";
import { warnUnknownContent } from "../xml/report.js";
import { parseXml, type XmlElement } from "../xml/xml.js";
import { readActuators } from "./actuator.js";
import { Assembly } from "./assembly.js";
import { readAssets } from "./assets.js";
import { readCompiler } from "./compiler.js";
import type { Base } from "./connect-body.js";
import type { Context } from "./context.js";
import { DefaultClasses } from "./default-classes.js";
import { readEquality } from "./equality.js";
import { expandIncludes } from "./includes.js";
import { MjcfReport } from "./mjcf-report.js";
import { modelOf, scaleToTotalMass, tellImpossible } from "./model-of.js";
import { readOptions } from "./options.js";
import { readTree } from "./tree.js";
import { contact, display, user, words } from "./unused.js";

/** Sections without a counterpart; of some, each child element is reported. */
const whyNot: Readonly<Record<string, string>> = {
  size: "it belongs to MuJoCo's memory management.",
  visual: display,
  statistic: display,
  extension: "plugins of MuJoCo are not supported.",
  custom: user,
  contact,
  deformable: "deformable bodies are not supported.",
  tendon: "tendons are not supported.",
  sensor: "recorded quantities are chosen when simulating.",
  keyframe: "states are not part of a model; give one to the run.",
};
const reportedOneByOne = words("custom contact deformable tendon sensor keyframe extension");
const known = words("compiler option default asset worldbody equality actuator");

/**
 * Reads a MuJoCo model (MJCF). `base`: "free" gives a body of the world without joints a free joint "root",
 * "fixed" makes welds of free joints. Throws a `FormatError` that lists every mistake; content without a counterpart
 * is in the warnings.
 */
export function readMjcf(text: string, options: ReadModelOptions = {}): Imported {
  checkOptions(options, readOptionTypes);
  const file = options.file ?? "model.xml";
  const report = new MjcfReport(file);
  const parsed = parseXml(text, file, (issue) => report.warnings.push(issue));
  if (parsed.name !== "mujoco") {
    const message = `the root element is <${parsed.name}>, must be <mujoco>. Is this another format?`;
    report.error(parsed, "not-mjcf", message, parsed.name);
    report.throwIfBroken();
  }
  const root = expandIncludes(report, parsed, options.readFile);
  // Parts missing from an include would only cause more errors.
  report.throwIfBroken();
  const sections = (name: string): readonly XmlElement[] => root.children.filter((child) => child.name === name);
  tellSections(report, root);
  const compiler = readCompiler(report, sections("compiler"));
  const defaults = new DefaultClasses(report, sections("default"));
  const settings = { compiler, defaults, readFile: options.readFile };
  const assets = readAssets(report, sections("asset"), settings);
  const context: Context = {
    report,
    compiler,
    defaults,
    assets,
    options: readOptions(report, sections("option")),
    strict: options.strict ?? false,
  };
  const assembly = new Assembly(report, root);
  readTree(context, assembly, sections("worldbody"), baseOf(context, sections("worldbody"), options.base));
  scaleToTotalMass(compiler, assembly.bodies);
  readEquality(context, assembly, sections("equality"));
  readActuators(context, assembly, sections("actuator"));
  tellImpossible(context, assembly.bodies);
  report.throwIfBroken();
  const elements: ModelElements = {
    bodies: assembly.bodies.map(({ element }) => element),
    joints: assembly.joints.map(({ element }) => element),
  };
  const description = modelOf(context, assembly, root.attributes.get("model")?.value ?? "mujoco");
  const model = checkedModel(file, description, elements, root);
  report.tellUnused();
  return { model, warnings: Object.freeze(withModelPaths(byLine(report.warnings), elements)) };
}

function tellSections(report: MjcfReport, root: XmlElement): void {
  warnUnknownContent(report, root, { attributes: ["model"], children: root.children.map(({ name }) => name) });
  for (const section of root.children) {
    if (known.includes(section.name)) continue;
    const why = whyNot[section.name] ?? "it is not a known section of a MuJoCo model.";
    if (reportedOneByOne.includes(section.name)) for (const child of section.children) report.unsupported(child, why);
    else report.unsupported(section, why);
  }
}

/** A free base must be unambiguous; a file that already has one is left as it is. */
function baseOf({ report }: Context, worlds: readonly XmlElement[], base: "fixed" | "free" | undefined): Base {
  if (base !== "free") return base ?? "as-written";
  const bodies = worlds.flatMap(({ children }) => children).filter(({ name }) => name === "body");
  const jointsOf = ({ children }: XmlElement): readonly XmlElement[] =>
    children.filter(({ name }) => name === "joint" || name === "freejoint");
  const isFree = ({ name, attributes }: XmlElement): boolean =>
    name === "freejoint" || attributes.get("type")?.value === "free";
  if (bodies.some((body) => jointsOf(body).some(isFree))) return "as-written";
  const fixed = bodies.filter((body) => jointsOf(body).length === 0);
  if (fixed.length < 2) return "free";
  const names = fixed.map(({ attributes }) => quoted(attributes.get("name")?.value ?? "")).join(", ");
  const message = `a free base was requested, but ${fixed.length} bodies of the world have no joints: ${names}. Write <freejoint/> into one of them.`;
  report.error(fixed[1], "several-bases", message, fixed.length);
  return "as-written";
}

const byLine = (warnings: readonly FormatIssue[]): FormatIssue[] =>
  [...warnings].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
