import { unknownName } from "../errors/unknown-name.js";
import { articulated, type Formulation } from "./formulation.js";
import { massMatrix } from "./mass-matrix.js";

/** All formulations there are, the usual one first. */
export const formulations: readonly Formulation[] = Object.freeze([articulated, massMatrix]);

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
