import type { Model, Terrain } from "../../model/types.js";

/** @param element as errors name what touches it */
export function terrainNamed({ terrains }: Model, name: string, element: string): Terrain {
  const found = terrains.find((terrain) => terrain.name === name);
  if (!found) throw new Error(`${element} has no terrain`); // building the model has refused this
  return found;
}
