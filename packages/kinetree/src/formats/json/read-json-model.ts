import { readOptionTypes } from "../read-options.js";
import { checkOptions } from "../../errors/option-types.js";
import { InvalidModelError } from "../../errors/invalid-model-error.js";
import { KinetreeError } from "../../errors/kinetree-error.js";
import { sectionProperties } from "../../model/bodies/beam-section.js";
import { buildModel } from "../../model/builder/build-model.js";
import { wholeLengths } from "../../model/bodies/beam-chains.js";
import { evaluateReal, parameterDefaults } from "../../model/evaluate-real.js";
import { massFault, massPropertyProblem } from "../../model/bodies/mass-properties.js";
import type { Model } from "../../model/types.js";
import { FormatError, type FormatIssue, type Imported } from "../format-error.js";
import type { ReadModelOptions } from "../read-options.js";
import { showNode, valueOf } from "./codec/codec.js";
import { FORMAT_VERSION, modelFormat } from "./fields/model.js";
import { placedIssue } from "./issue-place.js";
import { parseJson, type JsonNode } from "./codec/json-tree.js";
import { newReading, type Reading } from "./codec/reading.js";

/** A model from a JSON text; throws a `FormatError` with all that is wrong, each with its line, path, value and fix. */
export function readJsonModel(text: string, options: ReadModelOptions = {}): Imported {
  checkOptions(options, readOptionTypes);
  const file = options.file ?? "model.json";
  const root = parseJson(text, file);
  const reading = newReading(file, options.readFile);
  if (!isThisVersion(root, reading)) throw new FormatError(file, reading.issues);
  const description = modelFormat.read(root, reading);
  if (description === undefined || reading.issues.length > 0) throw new FormatError(file, reading.issues);
  const model = builtFrom(description, root, file);
  const unphysical = unphysicalBodies(model, root);
  if (options.strict === true && unphysical.length > 0) throw new FormatError(file, unphysical);
  return { model, warnings: [...reading.warnings, ...unphysical, ...stubbyBeams(model, root)] };
}

/** Whether the file says that it is of the version that this reads; the rest of another version means nothing here. */
function isThisVersion(root: JsonNode, reading: Reading): boolean {
  if (root.type !== "object") {
    reading.report(root, "wrong-type", `${showNode(root)} must be an object. Begin with {"kinetree": 1, …}.`);
    return false;
  }
  const version = root.members.get("kinetree");
  if (version?.type === "number" && version.value === FORMAT_VERSION) return true;
  if (version === undefined)
    reading.report(root, "missing-version", `"kinetree", the version of the format, is missing. Add "kinetree": 1.`);
  else {
    const isNewer = version.type === "number" && version.value > FORMAT_VERSION;
    const fix = isNewer ? "Use a newer kinetree, or convert the file with it." : `Write "kinetree": 1.`;
    const message = `version ${showNode(version)} of the format is not ${FORMAT_VERSION}, the one that this reads. ${fix}`;
    reading.report(version, "unknown-version", message, valueOf(version));
  }
  return false;
}

function builtFrom(description: Model, root: JsonNode, file: string): Model {
  try {
    return buildModel(description);
  } catch (error) {
    if (!(error instanceof KinetreeError)) throw error;
    const mistakes = error instanceof InvalidModelError ? error.issues : [error];
    throw new FormatError(
      file,
      mistakes.map((facts) => placedIssue(root, facts)),
    );
  }
}

/** Bodies that keep mass properties that no rigid body can have. */
function unphysicalBodies(model: Model, root: JsonNode): readonly FormatIssue[] {
  const values = parameterDefaults(model);
  return model.bodies.flatMap((body, i) => {
    if (body.unphysical !== true) return [];
    const mass = evaluateReal(body.mass, values);
    const [xx, yy, zz, xy, xz, yz] = body.inertia.map((entry) => evaluateReal(entry, values));
    const problem = massPropertyProblem(mass, [xx, yy, zz, xy, xz, yz]);
    if (problem === null) return [];
    const subject = `body "${body.name}"`;
    const message = `${subject}: ${problem}; kept as written because the body is marked unphysical. Correct the numbers.`;
    const path = ["bodies", i, massFault(mass) === null ? "inertia" : "mass"];
    return [placedIssue(root, { code: "unphysical-mass", subject, value: body.name, path, message })];
  });
}

/** Shorter than this many radii of gyration, a beam bends by shear too. */
const LEAST_SLENDERNESS = 10;

/** Beams that are too short for the theory of slender ones; of those in pieces the whole counts. */
function stubbyBeams(model: Model, root: JsonNode): readonly FormatIssue[] {
  const values = parameterDefaults(model);
  const lengths = wholeLengths(model, values);
  return model.bodies.flatMap(({ name, flexible }, i) => {
    if (flexible?.kind !== "beam") return [];
    const { area, momentY, momentZ } = sectionProperties(flexible.section);
    const [A, Iy, Iz] = [area, momentY, momentZ].map((real) => evaluateReal(real, values));
    const length = lengths.get(i) ?? flexible.length;
    const slenderness = length / Math.sqrt(Math.max(Iy, Iz) / A);
    if (slenderness >= LEAST_SLENDERNESS) return [];
    const subject = `body "${name}"`;
    const whole = length > flexible.length ? `, with the pieces that it is welded to ${length}` : "";
    const message =
      `${subject}: flexible.length is ${flexible.length}${whole}, only ${slenderness.toPrecision(3)} radii of gyration of its section; ` +
      `below ${LEAST_SLENDERNESS}, Euler-Bernoulli beams are inaccurate, since shear is left out. Make the body rigid, or a modal body.`;
    const path = ["bodies", i, "flexible", "length"];
    return [placedIssue(root, { code: "stubby-beam", subject, value: slenderness, path, message })];
  });
}
