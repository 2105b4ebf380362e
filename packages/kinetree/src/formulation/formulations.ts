import { roundedText } from "../errors/number-text.js";
import { unknownName } from "../errors/unknown-name.js";
import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";
import { articulated } from "./articulated.js";
import { augmentedFormulation } from "./augmented/formulation.js";
import type { Formulation } from "./formulation.js";
import { constrained } from "./implicit/constrained.js";
import { embedded } from "./loops/embedded/embedded.js";
import { closingCuts, hasClosures } from "../topology/has-closures.js";
import { treeAugmented } from "./loops/tree-augmented/tree-augmented.js";
import { massMatrix } from "./mass-matrix/mass-matrix.js";
import { partitioned } from "./partitioned/partitioned.js";
import { predictCost } from "./predict-cost.js";

/** All formulations that find accelerations, the usual one first; "constrained" leaves that to the integrator. */
export const formulations: readonly Formulation[] = Object.freeze([
  articulated,
  massMatrix,
  treeAugmented,
  embedded,
  partitioned,
  augmentedFormulation(),
]);

export function formulationNamed(name: string): Formulation {
  const all = [...formulations, constrained];
  const names: readonly string[] = all.map((formulation) => formulation.name);
  if (!names.includes(name)) throw unknownName("formulation", name, names);
  return all[names.indexOf(name)];
}

/** A formulation chosen for a model, and why. */
export interface Choice {
  readonly formulation: Formulation;
  /** A sentence for the user. */
  readonly reason: string;
}

/** Speeds up to which coupled trees take the mass matrix. */
const SMALL = 40;

/** The formulation that is predicted to be the fastest of those that can do a model. */
export function chooseFormulation(model: Model, topology: Topology): Choice {
  const { counts } = topology;
  if (counts.constraints + counts.couplers === 0)
    return { formulation: articulated, reason: "tree without loops: O(N) articulated-body recursion" };
  // Coupled coordinates alone fold into the mass matrix, which is quick as long as it is small.
  if (!hasClosures(model, topology) && counts.nv <= SMALL)
    return {
      formulation: massMatrix,
      reason: `${coupledTree(model, counts.couplers)}: mass matrix in the ${counts.degreesOfFreedom} independent speeds, dense solve`,
    };
  const costs = formulations
    .flatMap((formulation) => {
      const cost = predictCost(formulation, model, topology);
      return cost ? [{ formulation, cost }] : [];
    })
    .sort((a, b) => a.cost.weight - b.cost.weight);
  const [best, next] = costs;
  // Where none is possible, the usual one says why.
  if (!best) return { formulation: articulated, reason: "no formulation takes the model" };
  const what = hasClosures(model, topology) ? closedLoops(model, topology) : coupledTree(model, counts.couplers);
  const predicted = `about ${thousands(best.cost.multiplyAdds)} multiplications an evaluation`;
  const than = next ? `, against ${thousands(next.cost.multiplyAdds)} for ${next.formulation.name}` : "";
  return { formulation: best.formulation, reason: `${what}: ${best.formulation.name}, ${predicted}${than}` };
}

const thousands = (x: number): string => (x < 1000 ? `${Math.round(x)}` : `${roundedText(x / 1000, 2)} thousand`);

function closedLoops(model: Model, topology: Topology): string {
  const { constraints } = model;
  const { counts } = topology;
  const cuts = closingCuts(model, topology);
  const loops = cuts.length === 0 ? "" : cuts.length === 1 ? "one closed loop" : `${cuts.length} closed loops`;
  const others =
    constraints.length === 0 ? "" : `${constraints.length} constraint${constraints.length === 1 ? "" : "s"}`;
  return `${[loops, others].filter(Boolean).join(" and ")} (${counts.constraints + counts.couplers} rows)`;
}

function coupledTree({ constraints }: Model, couplers: number): string {
  const [{ kind, name }] = constraints;
  return couplers === 1 ? `tree with ${kind} "${name}"` : `tree with ${couplers} couplers, "${name}" among them`;
}

export const formulationFor = (name: string | undefined, model: Model, topology: Topology): Choice =>
  name === undefined
    ? chooseFormulation(model, topology)
    : { formulation: formulationNamed(name), reason: "as asked for" };
