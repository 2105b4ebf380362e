import { mechanism } from "../../model/builder/mechanism.js";
import { box } from "../../model/bodies/shapes.js";
import { GROUND, type Model } from "../../model/types.js";
import { readOptions, requireChoice, systemError } from "../parts/options.js";
import { minus, times, unit, type Point } from "../parts/point.js";
import { bar } from "../parts/rod.js";
import { roundInertia } from "../parts/turned-inertia.js";

/** Sizes and joints of a spatial slider-crank. */
export interface SpatialSliderCrankOptions {
  /** Lengths [m]. */
  readonly crank: number;
  readonly rod: number;
  /** Of the crank's pivot relative to the line of the slider, sideways and up [m]. */
  readonly pivotY: number;
  readonly pivotZ: number;
  /** "body": with mass, on a universal joint at the slider and a spherical one at the crank; "distance": without mass. */
  readonly connection: "body" | "distance";
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

export const spatialSliderCrankDefaults: SpatialSliderCrankOptions = Object.freeze({
  crank: 0.08,
  rod: 0.3,
  pivotY: 0.1,
  pivotZ: 0.12,
  connection: "body",
  gravity: 9.81,
});

const MASSES = { crank: 0.12, rod: 0.5, slider: 2 };

/**
 * A crank that turns about x drives a slider along the x axis by a rod that moves in space. Joints "crank", "slider",
 * "universal" (slider to rod) and the closing "ball" (rod to crank); all zero in the drawn pose, with the crank upright.
 * Sizes, masses and moments are those of E. J. Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems (1989),
 * section 12.2, where the crank turns at 2π rad/s; also in the IFToMM library of benchmark problems.
 */
export function spatialSliderCrank(options: Partial<SpatialSliderCrankOptions> = {}): Model {
  const given = readOptions("spatial-slider-crank", spatialSliderCrankDefaults, options);
  const { crank, rod, connection } = given;
  requireChoice("spatial-slider-crank", "connection", connection, ["body", "distance"]);
  const pivot: Point = [0, given.pivotY, given.pivotZ];
  const reach = rod * rod - pivot[1] * pivot[1] - (pivot[2] + crank) * (pivot[2] + crank);
  if (!(reach >= 0)) {
    const problem =
      `a rod of ${rod} m cannot reach the line of the slider from the upright crank. Make the ` +
      `rod longer, or bring the pivot nearer.`;
    throw systemError("cannot-close", "spatial-slider-crank", rod, problem);
  }
  const slider: Point = [Math.sqrt(reach), 0, 0];
  const tip: Point = [0, 0, crank];
  const along = minus([0, pivot[1], pivot[2] + crank], slider);
  const edge = 0.15 * rod;
  const common = mechanism("spatial slider-crank")
    .gravity(0, 0, -given.gravity)
    .body("crank", { mass: MASSES.crank, inertia: [1e-4, 1e-4, 1e-5], shapes: [bar([0, 0, 0], tip, 0.1 * crank)] })
    .body("slider", { mass: MASSES.slider, inertia: [1e-4, 1e-4, 1e-4], shapes: [box([edge, edge, edge])] })
    .revolute("crank", { parent: GROUND, child: "crank", at: pivot, axis: [1, 0, 0] })
    .prismatic("slider", { parent: GROUND, child: "slider", at: slider, axis: [1, 0, 0] });
  if (connection === "distance")
    return common
      .distance("rod", { a: { body: "slider", at: [0, 0, 0] }, b: { body: "crank", at: tip }, length: rod })
      .build();
  return common
    .body("rod", {
      mass: MASSES.rod,
      com: times(0.5, along),
      inertia: roundInertia(4e-3, 4e-4, unit(along)),
      shapes: [bar([0, 0, 0], along, 0.02 * rod)],
    })
    .universal("universal", { parent: "slider", child: "rod", axis1: [0, 1, 0], axis2: [0, 0, 1] })
    .spherical("ball", { parent: "rod", child: "crank", at: along, childAt: tip })
    .build();
}
