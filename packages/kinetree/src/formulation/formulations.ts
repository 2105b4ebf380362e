import { unknownName } from "../errors/unknown-name.js";
import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";
import { articulated, type Formulation } from "./formulation.js";
import { augmentedFormulation } from "./augmented/formulation.js";
import { partitioned } from "./partitioned/formulation.js";
import { embedded } from "./loops/embedded.js";
import { treeAugmented } from "./loops/tree-augmented.js";
import { massMatrix } from "./mass-matrix.js";

/** All formulations there are, the usual one first. */
export const formulations: readonly Formulation[] = Object.freeze([
  articulated,
  massMatrix,
  treeAugmented,
  embedded,
  partitioned,
  augmentedFormulation(),
]);

/** The formulation of that name. */
export function formulationNamed(name: string): Formulation {
  const found = formulations.find((formulation) => formulation.name === name);
  if (found) return found;
  throw unknownName(
    "formulation",
    name,
    formulations.map((formulation) => formulation.name),
  );
}

/** What is taken where the user leaves the formulation open, and why. */
export interface Choice {
  readonly formulation: Formulation;
  /** A sentence for the user. */
  readonly reason: string;
}

/** The fastest formulation that can do a model. One that none can do gets the usual one, which then says why not. */
export function chooseFormulation(model: Model, { cuts, counts }: Topology): Choice {
  if (cuts.length > 0) return { formulation: articulated, reason: "closed loops, which no formulation takes yet" };
  if (counts.couplers === 0)
    return { formulation: articulated, reason: "tree without loops: O(N) articulated-body recursion" };
  const [{ name }] = model.constraints;
  const named = counts.couplers === 1 ? `coupler "${name}"` : `${counts.couplers} couplers, "${name}" among them`;
  return {
    formulation: massMatrix,
    reason: `tree with ${named}: mass matrix in the ${counts.degreesOfFreedom} independent speeds, dense solve`,
  };
}

/** The formulation of that name, or the choice for the model where none is named. */
export const formulationFor = (name: string | undefined, model: Model, topology: Topology): Choice =>
  name === undefined
    ? chooseFormulation(model, topology)
    : { formulation: formulationNamed(name), reason: "as asked for" };
