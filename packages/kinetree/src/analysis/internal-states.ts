import { elementStates } from "../elements/states/element-states.js";
import { unknownName } from "../errors/unknown-name.js";
import { internalStateCount, turnCount } from "../formulation/joints/cut-turns.js";
import type { TreeProgram } from "../formulation/tree/tree-program.js";
import { requireFinite } from "../linalg/shape.js";
import type { Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";

/** Names of the states of elements, in the order of z. */
export const internalStateNames = (model: Model): readonly string[] =>
  elementStates(model).flatMap(({ names }) => names);

/** z from its states by name; 0 if left out. */
export function internalStatesFromNames(model: Model, values: Readonly<Record<string, number>>): Float64Array {
  const names = internalStateNames(model);
  const z = new Float64Array(internalStateCount(model, buildTopology(model)));
  for (const [name, value] of Object.entries(values)) {
    const index = names.indexOf(name);
    if (index < 0) throw unknownName("state", name, names);
    requireFinite(`state "${name}"`, [value]);
    z[index] = value;
  }
  return z;
}

/** The states of elements by name. */
export const namesFromInternalStates = (model: Model, z: ArrayLike<number>): Readonly<Record<string, number>> =>
  Object.fromEntries(internalStateNames(model).map((name, i) => [name, z[i]]));

/** Where the angle and the speed of each independent shaft are in z. Nothing depends on the angle. */
export const shaftPlaces = (model: Model): readonly { readonly angle: number; readonly speed: number }[] =>
  elementStates(model).flatMap(({ list, start }) => (list === "shafts" ? [{ angle: start, speed: start + 1 }] : []));

/** How many entries of z act on the motion. Angles of cut joints, behind them, only tell turns. */
export const actingStates = (tree: TreeProgram): number => tree.z.layout.size - turnCount(tree.turns);
