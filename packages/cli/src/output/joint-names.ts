import { buildTopology, type Model } from "kinetree";

/** Name of each speed, in the order of v and of the rows of the mass matrix: the joint's, with .0, .1, … where it has several. */
export function speedNames(model: Model): string[] {
  return buildTopology(model).tree.flatMap(({ joint, nv }) => {
    const { name } = model.joints[joint];
    return nv === 1 ? [name] : Array.from({ length: nv }, (_, i) => `${name}.${i}`);
  });
}
