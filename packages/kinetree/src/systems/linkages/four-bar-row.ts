import { mechanism, type AnyMechanism } from "../../model/builder/mechanism.js";
import { GROUND, type Model } from "../../model/types.js";
import { readOptions, requireChoice } from "../parts/options.js";
import type { Point } from "../parts/point.js";
import { rod } from "../parts/rod.js";

/** Number, arrangement and sizes of the four-bar linkages. */
export interface FourBarRowOptions {
  /** Number of loops. */
  readonly n: number;
  /** "shared": side by side, neighbours share a link, one degree of freedom in all; "nested": each hangs on the coupler before it, one each. */
  readonly coupling: "shared" | "nested";
  /** Of every rod, and between neighbouring ground pivots [m]. */
  readonly length: number;
  /** Of every rod [kg]. */
  readonly mass: number;
  /** Of the rods as drawn [m]. */
  readonly radius: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

/** The published one has two loops, rods of 1 kg and 1 m, and starts with 1 m/s at the first upper hinge. */
export const fourBarRowDefaults: FourBarRowOptions = Object.freeze({
  n: 2,
  coupling: "shared",
  length: 1,
  mass: 1,
  radius: 0.02,
  gravity: 9.81,
});

const axis = [0, 1, 0] as const;

/**
 * n square four-bar linkages of equal slender rods in the x-z plane, all hinges about y, all angles zero as drawn.
 *
 * "shared" is the N-four-bar mechanism of M. González, D. Dopico, U. Lugrís, J. Cuadrado, "A benchmarking system for MBS
 * simulation software", Multibody System Dynamics 16 (2006), problem A02: n + 1 upright rods "link0", ... on the ground, a
 * rod "coupler0", ... from the top of each to the top of the next; joints of the same names, closed by "pin0", ... It has
 * one degree of freedom, and n + 1 where all rods lie level: a singular pose that it passes.
 *
 * "nested" is ours: two rods "left0" and "right0" hang from the ground and carry "coupler0", from which the next pair hangs.
 */
export function fourBarRow(options: Partial<FourBarRowOptions> = {}): Model {
  const given = readOptions("four-bar-row", fourBarRowDefaults, options, ["n"]);
  requireChoice("four-bar-row", "coupling", given.coupling, ["shared", "nested"]);
  const start = mechanism(`${given.n} ${given.coupling} four-bars`).gravity(0, 0, -given.gravity);
  return (given.coupling === "shared" ? sideBySide(start, given) : hanging(start, given)).build();
}

function sideBySide(start: AnyMechanism, { n, length, mass, radius }: FourBarRowOptions): AnyMechanism {
  const upright = rod([0, 0, 0], [0, 0, length], { mass, radius });
  const level = rod([0, 0, 0], [length, 0, 0], { mass, radius });
  return start
    .repeat(n + 1, (soFar, i) =>
      soFar
        .body(`link${i}`, upright)
        .revolute(`link${i}`, { parent: GROUND, child: `link${i}`, at: [i * length, 0, 0], axis }),
    )
    .repeat(n, (soFar, i) =>
      soFar
        .body(`coupler${i}`, level)
        .revolute(`coupler${i}`, { parent: `link${i}`, child: `coupler${i}`, at: [0, 0, length], axis })
        .revolute(`pin${i}`, {
          parent: `coupler${i}`,
          child: `link${i + 1}`,
          at: [length, 0, 0],
          childAt: [0, 0, length],
          axis,
        }),
    );
}

function hanging(start: AnyMechanism, { n, length, mass, radius }: FourBarRowOptions): AnyMechanism {
  const down = rod([0, 0, 0], [0, 0, -length], { mass, radius });
  const level = rod([0, 0, 0], [length, 0, 0], { mass, radius });
  const tip: Point = [0, 0, -length];
  const far: Point = [length, 0, 0];
  return start.repeat(n, (soFar, i) => {
    const parent = i === 0 ? GROUND : `coupler${i - 1}`;
    return soFar
      .body(`left${i}`, down)
      .body(`right${i}`, down)
      .body(`coupler${i}`, level)
      .revolute(`left${i}`, { parent, child: `left${i}`, axis })
      .revolute(`right${i}`, { parent, child: `right${i}`, at: far, axis })
      .revolute(`coupler${i}`, { parent: `left${i}`, child: `coupler${i}`, at: tip, axis })
      .revolute(`pin${i}`, { parent: `coupler${i}`, child: `right${i}`, at: far, childAt: tip, axis });
  });
}
