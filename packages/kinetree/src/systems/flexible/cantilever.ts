import { mechanism } from "../../model/builder/mechanism.js";
import { param } from "../../model/real-arithmetic.js";
import { constant } from "../../model/signals.js";
import { GROUND, type Model } from "../../model/types.js";
import { steel } from "../parts/metals.js";
import { readOptions, requireChoice } from "../parts/options.js";

/** Sizes, material and modes of a cantilever, and its load. */
export interface CantileverOptions {
  /** [m] */
  readonly length: number;
  /** Sides of its section, level and upright [m]. */
  readonly width: number;
  readonly height: number;
  /** [kg/m³] */
  readonly density: number;
  /** [Pa] */
  readonly youngsModulus: number;
  /** Bending modes in each of the two planes. */
  readonly modes: number;
  /** "tip-force": adds the deflection under a force at the tip, so that such a load bends it exactly. */
  readonly correction: "none" | "tip-force";
  /** Of each mode, as a share of critical damping. */
  readonly dampingRatio: number;
  /** Upwards at the tip [N]. */
  readonly tipForce: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

/** A steel ruler that is pressed down at its end. */
export const cantileverDefaults: CantileverOptions = Object.freeze({
  length: 1,
  width: 0.04,
  height: 0.01,
  density: Number(steel.density),
  youngsModulus: Number(steel.youngsModulus),
  modes: 4,
  correction: "none",
  dampingRatio: 0,
  tipForce: -20,
  gravity: 0,
});

/**
 * A beam along x, clamped to the ground at its one end and loaded at the other. Body "beam", whose joint "beam" has the modal
 * amplitudes: first those along y, then those along z; station "beam_tip"; load "tip"; parameters "density",
 * "youngsModulus", "dampingRatio" and "tipForce". A force F at the tip bends it by F L³ / 3 E I in the end.
 */
export function cantilever(options: Partial<CantileverOptions> = {}): Model {
  const given = readOptions("cantilever", cantileverDefaults, options, ["modes"]);
  const { length, width, height, modes, correction } = given;
  requireChoice("cantilever", "correction", correction, ["none", "tip-force"]);
  const corrections =
    correction === "none" ? [] : (["force-y", "force-z"] as const).map((load) => ({ at: length, load }));
  return mechanism("cantilever")
    .gravity(0, 0, -given.gravity)
    .parameter("density", given.density, { unit: "kg/m^3", min: 1 })
    .parameter("youngsModulus", given.youngsModulus, { unit: "Pa", min: 1 })
    .parameter("dampingRatio", given.dampingRatio, { min: 0, max: 0.99 })
    .parameter("tipForce", given.tipForce, { unit: "N" })
    .beam("beam", {
      length,
      section: { kind: "rectangle", width, height },
      material: { density: param("density"), youngsModulus: param("youngsModulus"), shearModulus: steel.shearModulus },
      modes: { y: modes, z: modes },
      corrections,
      dampingRatio: param("dampingRatio"),
    })
    .weld("clamp", { parent: GROUND, child: "beam" })
    .wrench("tip", { at: "beam_tip", along: "world", force: [0, 0, constant(param("tipForce"))] })
    .build();
}
