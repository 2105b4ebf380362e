import { mechanism } from "../../model/builder/mechanism.js";
import { box } from "../../model/bodies/shapes.js";
import { solidBox } from "../../model/bodies/solids.js";
import { GROUND, type Model } from "../../model/types.js";
import { readOptions } from "../parts/options.js";
import { middle, minus, type Point } from "../parts/point.js";

/** Sizes of Bricard's linkage. */
export interface BricardOptions {
  /** Of every rod, and between the two hinges on the ground [m]. */
  readonly length: number;
  /** Of every rod [kg]. */
  readonly mass: number;
  /** Edge of the square cross section [m]. */
  readonly thickness: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

export const bricardDefaults: BricardOptions = Object.freeze({ length: 1, mass: 1, thickness: 0.1, gravity: 9.81 });

/** Six corners along a closed path around a cube, and the hinge axis at each. */
const corners: readonly { readonly at: Point; readonly axis: Point }[] = [
  { at: [0, 0, 0], axis: [0, 0, 1] },
  { at: [1, 0, 0], axis: [0, 1, 0] },
  { at: [1, 0, -1], axis: [1, 0, 0] },
  { at: [1, -1, -1], axis: [0, 0, 1] },
  { at: [0, -1, -1], axis: [0, 1, 0] },
  { at: [0, -1, 0], axis: [1, 0, 0] },
];

/**
 * Bricard's six-bar linkage: five rods along edges of a cube, hinged to one another and to the ground with each axis across
 * its two rods. Bodies "rod1" to "rod5", hinges "hinge0" (ground) to "hinge5" (ground again), all zero in the drawn pose. Six
 * hinges in a loop leave no motion by count, yet it has one degree of freedom: one condition is redundant in every pose.
 * Source: R. Bricard, Mémoire sur la théorie de l'octaèdre articulé (1897); data of M. González, D. Dopico, U. Lugrís,
 * J. Cuadrado, "A benchmarking system for MBS simulation software", Multibody System Dynamics 16 (2006), problem A04, with z up.
 */
export function bricard(options: Partial<BricardOptions> = {}): Model {
  const { length, mass, thickness, gravity } = readOptions("bricard", bricardDefaults, options);
  const places = corners.map(({ at: [x, y, z] }): Point => [length * x, length * y, length * z]);
  const rods = places.slice(1).map((end, i) => minus(end, places[i]));
  return mechanism("Bricard's six-bar linkage")
    .gravity(0, 0, -gravity)
    .repeat(rods.length, (soFar, i) => {
      const [x, y, z] = rods[i];
      const edge = (along: number): number => (along === 0 ? thickness : Math.abs(along));
      const size: Point = [edge(x), edge(y), edge(z)];
      const centre = middle([0, 0, 0], rods[i]);
      return soFar.body(`rod${i + 1}`, { ...solidBox(mass, size, centre), shapes: [box(size, { at: centre })] });
    })
    .repeat(rods.length, (soFar, i) => {
      const place = i === 0 ? { parent: GROUND } : { parent: `rod${i}`, at: rods[i - 1] };
      return soFar.revolute(`hinge${i}`, { ...place, child: `rod${i + 1}`, axis: corners[i].axis });
    })
    .revolute("hinge5", { parent: GROUND, child: "rod5", at: places[5], childAt: rods[4], axis: corners[5].axis })
    .build();
}
