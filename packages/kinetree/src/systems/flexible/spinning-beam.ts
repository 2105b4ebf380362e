import { mechanism } from "../../model/builder/mechanism.js";
import { cylinder } from "../../model/bodies/shapes.js";
import { sine } from "../../model/signals.js";
import { solidCylinder } from "../../model/bodies/solids.js";
import { GROUND, type Model } from "../../model/types.js";
import { readOptions, requireChoice } from "../parts/options.js";

/** A beam on a hub that is brought up to speed. */
export interface SpinningBeamOptions {
  /** [m] */
  readonly length: number;
  /** Of the place where the beam is held, from the axis [m]. */
  readonly hubRadius: number;
  /** At the end of the manoeuvre [rad/s]. */
  readonly speed: number;
  /** How long the manoeuvre takes [s]. */
  readonly duration: number;
  /** Bending modes in the plane of the rotation, and across it. */
  readonly modes: number;
  readonly acrossModes: number;
  /** "off": without the effect of centrifugal forces on bending, as in programs at the time of the source. */
  readonly geometricStiffness: "on" | "off";
}

export const spinningBeamDefaults: SpinningBeamOptions = Object.freeze({
  length: 10,
  hubRadius: 0,
  speed: 6,
  duration: 15,
  modes: 3,
  acrossModes: 0,
  geometricStiffness: "on",
});

/**
 * Kane's manoeuvre: a beam along x is turned about z with the speed Ω(t) = speed/T (t - T/2π sin(2πt/T)) until t = T, the
 * duration; a run should end there. First the tip lags behind, then it comes back; without geometric stiffness the beam folds up
 * once Ω passes its first natural frequency, 3.80 rad/s. The prescribed angle is the sum of a parabola, joint "ramp", and a sine,
 * joint "ease", of one hinge after the other. Body "beam" with the joint "beam" of its amplitudes, station "beam_tip". Source:
 * T. R. Kane, R. R. Ryan, A. K. Banerjee, "Dynamics of a cantilever beam attached to a moving base", Journal of Guidance,
 * Control, and Dynamics 10 (1987); numbers as in J. C. Simo, L. Vu-Quoc, "On the dynamics in space of rods undergoing large
 * motions", Computer Methods in Applied Mechanics and Engineering 66 (1988): EI = 14 kN m², 1.2 kg/m.
 */
export function spinningBeam(options: Partial<SpinningBeamOptions> = {}): Model {
  const given = readOptions("spinning-beam", spinningBeamDefaults, options, ["modes"]);
  const { length, hubRadius, speed, duration, modes, acrossModes, geometricStiffness } = given;
  requireChoice("spinning-beam", "geometricStiffness", geometricStiffness, ["on", "off"]);
  const angularFrequency = (2 * Math.PI) / duration;
  // Ω integrated: speed/T (t²/2 + (cos wt - 1)/w²) with w = 2π/T.
  const amplitude = speed / duration / (angularFrequency * angularFrequency);
  const drawn = Math.max(hubRadius, 0.03 * length);
  // Its mass does not matter, since its motion is prescribed.
  const disc = solidCylinder(10, drawn, drawn);
  const axis = [0, 0, 1] as const;
  return mechanism("spinning beam")
    .gravity(0, 0, 0)
    .body("turntable", { ...disc, shapes: [cylinder(drawn, drawn, { at: [0, 0, -drawn] })] })
    .body("hub", { ...disc, shapes: [cylinder(drawn, drawn)] })
    .beam("beam", {
      length,
      section: {
        kind: "general",
        area: 4e-4,
        momentY: 2e-7,
        momentZ: 2e-7,
        torsionConstant: 4e-7,
        // A thin tube of this area and these moments.
        fibreY: 0.0316,
        fibreZ: 0.0316,
      },
      material: { density: 3000, youngsModulus: 70e9, shearModulus: 25e9 },
      modes: { y: modes, z: acrossModes },
      geometricStiffness: geometricStiffness === "on",
    })
    .revolute("ramp", { parent: GROUND, child: "turntable", axis })
    .revolute("ease", { parent: "turntable", child: "hub", axis })
    .weld("clamp", { parent: "hub", child: "beam", at: [hubRadius, 0, 0] })
    .prescribe("ramp", { joint: "ramp", motion: [0, 0, speed / (2 * duration)] })
    .prescribe("ease", {
      joint: "ease",
      motion: sine({ amplitude, angularFrequency, phase: Math.PI / 2, offset: -amplitude }),
    })
    .build();
}
