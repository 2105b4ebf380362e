import { mechanism } from "../../model/builder/mechanism.js";
import { param } from "../../model/real-arithmetic.js";
import { box } from "../../model/bodies/shapes.js";
import { solidBox } from "../../model/bodies/solids.js";
import { GROUND, type Model } from "../../model/types.js";
import { cylinderAlongX } from "../parts/rod.js";
import { readOptions } from "../parts/options.js";

/** Speed of the crank, and modes of the flexible rod. */
export interface FlexibleSliderCrankOptions {
  /** Of the crank, kept up whatever it takes [rad/s]. */
  readonly speed: number;
  /** Bending modes of the rod in the plane of the mechanism, and modes along it. */
  readonly modes: number;
  readonly axialModes: number;
  /** Of each mode, as a share of critical damping. */
  readonly dampingRatio: number;
}

export const flexibleSliderCrankDefaults: FlexibleSliderCrankOptions = Object.freeze({
  speed: 150,
  modes: 3,
  axialModes: 0,
  dampingRatio: 0.005,
});

/** Lengths [m], masses [kg], moments about the crank's pivot [kg m²], side of the rod's square section [m]. */
const sizes = { crank: 0.15, rod: 0.3, crankMass: 0.36, sliderMass: 0.075552, crankMoment: 0.002727, side: 0.008 };

/** Speeds of a rod that turns without bending, at the default speed: otherwise the closure would excite the modes at the start. */
export const flexibleSliderCrankStart = Object.freeze({
  crank: flexibleSliderCrankDefaults.speed,
  hinge: -flexibleSliderCrankDefaults.speed * (1 + sizes.crank / sizes.rod),
});

/**
 * Crank, flexible connecting rod and slider in the x-z plane, hinges about y, stretched out along x at zero; the crank turns
 * with a prescribed speed, parameter "speed". Joints "crank", "hinge" (of the rod on the crank) and "slider", closed by "pin" between
 * "rod_tip" and the slider; the joint "rod" has the modal amplitudes. Source: B. Simeon, "Modelling a
 * flexible slider crank mechanism by a mixed system of DAEs and PDEs", Mathematical Modelling of Systems 2 (1996), with the
 * numbers of the problem "Slider crank" of the Test Set for IVP Solvers; there the rod bends in sines between its pins.
 */
export function flexibleSliderCrank(options: Partial<FlexibleSliderCrankOptions> = {}): Model {
  const given = readOptions("slider-crank-flexible", flexibleSliderCrankDefaults, options, ["modes"]);
  const { crank, rod, crankMass, sliderMass, crankMoment, side } = sizes;
  const across = crankMoment - (crankMass * crank * crank) / 4;
  const block = [0.06, 0.04, 0.04] as const;
  const axis = [0, 1, 0] as const;
  return mechanism("slider-crank with a flexible rod")
    .gravity(0, 0, 0)
    .parameter("speed", given.speed, { unit: "rad/s" })
    .body("crank", {
      mass: crankMass,
      com: [crank / 2, 0, 0],
      inertia: [(crankMass * side * side) / 2, across, across],
      shapes: [cylinderAlongX(side, crank)],
    })
    .beam("rod", {
      length: rod,
      section: { kind: "rectangle", width: side, height: side },
      material: { density: 7870, youngsModulus: 200e9, shearModulus: 77e9 },
      modes: { z: given.modes, axial: given.axialModes },
      dampingRatio: given.dampingRatio,
    })
    .body("slider", { ...solidBox(sliderMass, block), shapes: [box(block)] })
    .revolute("crank", { parent: GROUND, child: "crank", axis })
    .revolute("hinge", { parent: "crank", child: "rod", at: [crank, 0, 0], axis })
    .prismatic("slider", { parent: GROUND, child: "slider", at: [crank + rod, 0, 0], axis: [1, 0, 0] })
    .revolute("pin", { parent: "rod_tip", child: "slider", axis, role: "loop" })
    .prescribe("speed", { joint: "crank", motion: [0, param("speed")] })
    .build();
}
