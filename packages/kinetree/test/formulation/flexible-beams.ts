import type { BeamOptions } from "../../src/model/builder/flexible.js";
import { mechanism, type AnyMechanism } from "../../src/model/builder/mechanism.js";
import type { Model } from "../../src/model/types.js";

/* A slender round rod, so that what Euler and Bernoulli leave out is below 1e-4, in the settings of the textbooks. */

export const length = 2;
export const radius = 0.004;
export const density = 2700;
export const youngsModulus = 70e9;
export const area = Math.PI * radius * radius;
export const moment = (Math.PI * radius ** 4) / 4;
export const massPerLength = density * area;

/** √(E I / ρ A L⁴): a frequency is (β L)² times it [rad/s]. */
export const unitFrequency = Math.sqrt((youngsModulus * moment) / (massPerLength * length ** 4));

export const rod = (options: Partial<BeamOptions> = {}): BeamOptions => ({
  length,
  section: { kind: "circle", radius },
  material: { density, youngsModulus, shearModulus: 26e9 },
  ...options,
});

/** A rod along x, clamped to the ground. */
export const clamped = (options: Partial<BeamOptions> = {}, gravity = 0): AnyMechanism =>
  (mechanism("clamped rod") as AnyMechanism)
    .gravity(0, 0, -gravity)
    .beam("rod", rod(options))
    .weld("root", { parent: "ground", child: "rod" });

/** The same with a point mass at its end [kg]. */
export const withTipMass = (mass: number, options: Partial<BeamOptions> = {}, gravity = 0): Model =>
  clamped(options, gravity)
    .body("bob", { mass, inertia: [0, 0, 0, 0, 0, 0] })
    .weld("grip", { parent: "rod_tip", child: "bob" })
    .build();
