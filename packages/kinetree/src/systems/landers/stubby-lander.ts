import { mechanism } from "../../model/builder/mechanism.js";
import { realFunctions } from "../../model/real-arithmetic.js";
import { axisAngle, multiplyQuat } from "../../model/rotation.js";
import { cylinder } from "../../model/bodies/shapes.js";
import { GROUND, type Model } from "../../model/types.js";
import { landerDefaults } from "./lander.js";
import { readOptions, systemError } from "../parts/options.js";
import { standardLink } from "../parts/standard-link.js";

/** Sizes and masses of a stubby lander. */
export interface StubbyLanderOptions {
  readonly legs: number;
  /** Number of parts that the hub is divided into, welded one to the next, each with its share of the legs; 1 is one hub. */
  readonly parts: number;
  /** Of the whole hub [kg], and about its mass centre, across and about its vertical axis [kg m²]. */
  readonly mass: number;
  readonly transverseInertia: number;
  readonly axialInertia: number;
  /** Of the circle of hips, and of their depth below the mass centre [m]. */
  readonly hipRadius: number;
  readonly hipDepth: number;
  /** Of a leg from the downward vertical, outwards, at hip angle zero [deg]. */
  readonly legAngleDeg: number;
  /** Spring and damper at every hip [N m/rad, N m s/rad]. */
  readonly stiffness: number;
  readonly damping: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

/** Forty legs as in the source, which does not say its sizes; hub and gravity are those of the lander here. */
export const stubbyLanderDefaults: StubbyLanderOptions = Object.freeze({
  legs: 40,
  parts: 1,
  mass: landerDefaults.mass,
  transverseInertia: landerDefaults.transverseInertia,
  axialInertia: landerDefaults.axialInertia,
  hipRadius: landerDefaults.hipRadius,
  hipDepth: landerDefaults.hipDepth,
  legAngleDeg: landerDefaults.upperAngleDeg,
  stiffness: 100,
  damping: 10,
  gravity: landerDefaults.gravity,
});

/**
 * A free hub with n legs of one body each, without contact: bodies "hub0" and "leg0", ..., joints "root" and "hip0", ...
 * Divided, the hub is "hub0", "hub1", ..., joined by "weld1", ...: each part has its share of mass and moments about the
 * same mass centre, so that all divisions are the same machine, and carries neighbouring legs. Source: J. T. Wachlin,
 * Computational Improvements of a Multibody Dynamic Simulation Algorithm (thesis, Georgia Institute of Technology, 2018), section
 * 5.1.3, where many joints on one body make the constraint matrix full and dividing the body makes it banded.
 */
export function stubbyLander(options: Partial<StubbyLanderOptions> = {}): Model {
  const given = readOptions("stubby-lander", stubbyLanderDefaults, options, ["legs", "parts"]);
  const { legs, parts, hipRadius, hipDepth, stiffness, damping } = given;
  if (parts > legs) {
    const problem = `option "parts" = ${parts} must not exceed the ${legs} legs. Give each part a leg to carry.`;
    throw systemError("option-range", "stubby-lander", parts, problem);
  }
  const tilt = axisAngle([0, 1, 0], (-given.legAngleDeg * Math.PI) / 180);
  const [across, along] = [given.transverseInertia / parts, given.axialInertia / parts];
  return mechanism(`stubby lander with ${legs} legs`)
    .gravity(0, 0, -given.gravity)
    .repeat(parts, (soFar, k) => {
      const withPart = soFar.body(`hub${k}`, {
        mass: given.mass / parts,
        inertia: [across, across, along],
        shapes: [
          cylinder(hipRadius, (2 * hipDepth) / parts, { at: [0, 0, (2 * hipDepth * (k + 0.5)) / parts - hipDepth] }),
        ],
      });
      return k === 0
        ? withPart.free("root", { parent: GROUND, child: "hub0" })
        : withPart.weld(`weld${k}`, { parent: `hub${k - 1}`, child: `hub${k}` });
    })
    .repeat(legs, (soFar, k) => {
      const azimuth = (2 * Math.PI * k) / legs;
      const at = {
        position: [
          hipRadius * realFunctions.cos.of(azimuth, 0),
          hipRadius * realFunctions.sin.of(azimuth, 0),
          -hipDepth,
        ],
        rotation: multiplyQuat(axisAngle([0, 0, 1], azimuth), tilt),
      } as const;
      const parent = `hub${Math.floor((k * parts) / legs)}`;
      return soFar
        .body(`leg${k}`, standardLink)
        .revolute(`hip${k}`, { parent, child: `leg${k}`, at, axis: [0, 1, 0], stiffness, damping });
    })
    .build();
}
