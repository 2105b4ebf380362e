import {
  assemble,
  buildTopology,
  KinetreeError,
  massesOf,
  neutralState,
  type Counts,
  type Masses,
  type Model,
} from "kinetree";
import { modelWarnings, type ModelWarning } from "kinetree/analysis";
import { chooseFormulation } from "kinetree/formulations";
import { describeIssue } from "kinetree/formats";
import type { CommandAction } from "../command-spec.js";
import { EXIT } from "../failure/exit-code.js";
import { printedIssue } from "../failure/printed-issue.js";
import { loadQuietly, type LoadedModel, type ModelOptions } from "../input/load-model.js";
import { brief, count } from "../output/number-text.js";
import { print, printJson, tell } from "../output/streams.js";
import { table } from "../output/table.js";

interface Options extends ModelOptions {
  readonly json?: boolean;
}

/** Which equations a run would solve, and why. */
interface Choice {
  readonly name: string | null;
  readonly why: string;
}

/** `kinetree check` */
export const check: CommandAction = async ([source], options: Options) => {
  const loaded = await loadQuietly(source, options);
  const { model, warnings } = loaded;
  const counts = withFreedoms(model, buildTopology(model).counts);
  const masses = massesOf(model);
  const formulation = formulationOf(model);
  const found = modelWarnings(model);
  if (options.json === true)
    printJson({
      model: model.name,
      source: loaded.source,
      counts: countsOf(model, counts),
      masses,
      formulation,
      warnings: [...warnings, ...found].map(printedIssue),
    });
  else {
    if (options.quiet !== true) for (const line of warningLines(loaded, found)) tell(line);
    print(asText(model, counts, masses, formulation, warnings.length + found.length));
  }
  return EXIT.fine;
};

const warningLines = ({ warnings, source }: LoadedModel, found: readonly ModelWarning[]): string[] => [
  ...warnings.map((warning) => `kinetree: warning: ${describeIssue(source, warning)}`),
  ...found.map(({ message }) => `kinetree: warning: ${source}: ${message}`),
];

function formulationOf(model: Model): Choice {
  const topology = buildTopology(model);
  const { formulation, reason } = chooseFormulation(model, topology);
  const refusal = formulation.refuses(model, topology);
  return refusal === null ? { name: formulation.name, why: reason } : { name: null, why: refusal };
}

/**
 * Counts with the ways in which the mechanism can really move: rows that say what others say make rows and speeds alone count
 * too few. Never negative, even where its loops do not close from the drawn pose.
 */
function withFreedoms(model: Model, counts: Counts): Counts {
  if (counts.constraints === 0) return counts;
  try {
    return { ...counts, degreesOfFreedom: assemble(model, neutralState(model)).degreesOfFreedom };
  } catch (error) {
    if (!(error instanceof KinetreeError)) throw error;
    return { ...counts, degreesOfFreedom: Math.max(0, counts.degreesOfFreedom) };
  }
}

const countsOf = (model: Model, counts: Counts): Record<string, number> => ({
  bodies: model.bodies.length,
  joints: model.joints.length,
  coordinates: counts.nq,
  speeds: counts.nv,
  degreesOfFreedom: counts.degreesOfFreedom,
  loops: counts.loops,
  couplers: counts.couplers,
  loads: model.loads.length,
  actuators: model.actuators.length,
  terrains: model.terrains.length,
  contacts: model.contacts.length,
  tyres: model.tyres.length,
  shafts: model.shafts.length,
  shaftElements: model.shaftElements.length,
  controllers: model.controllers.length,
  parameters: model.parameters.length,
});

function asText(model: Model, counts: Counts, masses: Masses, formulation: Choice, warnings: number): string {
  const many = countsOf(model, counts);
  const rows = [
    ["model", model.name],
    ["bodies", String(many["bodies"])],
    ["joints", `${many["joints"]}${kindsOf(model)}`],
    ["degrees of freedom", `${many["degreesOfFreedom"]} (${counts.nq} coordinates, ${counts.nv} speeds)`],
    ["loops, couplers", `${counts.loops}, ${counts.couplers}`],
    ["loads, actuators", `${model.loads.length}, ${model.actuators.length}`],
    ...(model.contacts.length > 0
      ? [["contacts, terrains", `${model.contacts.length}, ${model.terrains.length}`] as const]
      : []),
    ...(model.tyres.length > 0 ? [["tyres", String(model.tyres.length)] as const] : []),
    ...(model.shafts.length + model.shaftElements.length > 0
      ? [["shafts, drives", `${model.shafts.length}, ${model.shaftElements.length}${drivesOf(model)}`] as const]
      : []),
    ["parameters", model.parameters.length === 0 ? "none" : model.parameters.map(({ name }) => name).join(", ")],
    ["total mass", `${brief(masses.total)} kg`],
    ["formulation", formulation.name === null ? `none: ${formulation.why}` : `${formulation.name}: ${formulation.why}`],
    ["warnings", warnings === 0 ? "none" : `${count(warnings, "warning")}, on standard error`],
  ];
  return table(rows);
}

const kindsOf = ({ joints }: Model): string => countedKinds(joints);

const drivesOf = ({ shaftElements }: Model): string => countedKinds(shaftElements);

function countedKinds(things: readonly { readonly kind: string }[]): string {
  const kinds = new Map<string, number>();
  for (const { kind } of things) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return kinds.size === 0 ? "" : ` (${[...kinds].map(([kind, n]) => `${n} ${kind}`).join(", ")})`;
}
