import { mechanism } from "../../model/builder/mechanism.js";
import type { BodyOptions } from "../../model/builder/body.js";
import { GROUND, type Model } from "../../model/types.js";
import { readOptions } from "../parts/options.js";
import type { Point } from "../parts/point.js";
import { bar } from "../parts/rod.js";

/** Loads on Andrews' mechanism; its sizes are those of the test set. */
export interface AndrewsOptions {
  /** Of the motor on the crank [N m]. */
  readonly torque: number;
  /** Of the spring [N/m], and its length without tension [m]. */
  readonly stiffness: number;
  readonly freeLength: number;
}

export const andrewsDefaults: AndrewsOptions = Object.freeze({ torque: 0.033, stiffness: 4530, freeLength: 0.07785 });

/** The angles from which the test set starts, at rest; they close all three loops. */
export const andrewsStart = Object.freeze({
  beta: -0.06171389001427645,
  Theta: 0,
  gamma: 0.4552798191630704,
  Phi: 0.2226683901658859,
  delta: 0.48736497954384256,
  Omega: -0.2226683901658859,
  epsilon: 1.2305474445498212,
});

/* Lengths [m], by the letters of the test set. */
const A: Point = [-0.06934, -0.00227, 0];
const B: Point = [-0.03635, 0.03273, 0];
const C: Point = [0.014, 0.072, 0];
const [d, da, e, ea] = [0.028, 0.0115, 0.02, 0.01421];
const [zf, fa] = [0.02, 0.01421];
const [rr, ra] = [0.007, 0.00092];
const [ss, sa, sb, sc, sd] = [0.035, 0.01874, 0.01043, 0.018, 0.02];
const [ta, tb] = [0.02308, 0.00916];
const [u, ua, ub] = [0.04, 0.01228, 0.00449];
const zt = 0.04;

/** Of the bars as drawn [m]. */
const RADIUS = 0.0008;

/** A flat body, drawn by bars from its origin to `ends`. Only the moment across the plane affects the motion. */
const flat = (mass: number, moment: number, com: Point, ...ends: readonly Point[]): BodyOptions => ({
  mass,
  com,
  inertia: [moment / 2, moment / 2, moment],
  shapes: ends.map((end) => bar([0, 0, 0], end, RADIUS)),
});

/**
 * Andrews' squeezing mechanism: seven bodies in the x-y plane, hinges about z, no gravity. A motor turns the crank "K1" at
 * the origin; "K2", "K3", "K4" and "K6" meet in one point; a spring pulls at "K3". The joints are named by the angles of the
 * source, and have them as coordinates: "beta" and "Theta" carry K1 and K2, "gamma" K3, "delta" and "Phi" K5 and K4,
 * "epsilon" and "Omega" K7 and K6; the loops are closed by "pin3", "pin4" and "pin6". It is not closed at zero but at
 * `andrewsStart`. Source: W. Schiehlen (ed.), Multibody Systems Handbook (1990); E. Hairer, G. Wanner, Solving Ordinary
 * Differential Equations II, section VII.7; F. Mazzia, C. Magherini, Test Set for IVP Solvers, which runs it for 0.03 s.
 */
export function andrews(options: Partial<AndrewsOptions> = {}): Model {
  const { torque, stiffness, freeLength } = readOptions("andrews", andrewsDefaults, options);
  const axis = [0, 0, 1] as const;
  const loop = { axis, role: "loop", parent: "K2", at: [-d, 0, 0] } as const;
  return mechanism("Andrews' squeezing mechanism")
    .gravity(0, 0, 0)
    .body("K1", flat(0.04325, 2.194e-6, [ra, 0, 0], [rr, 0, 0]))
    .body("K2", flat(0.00365, 4.41e-7, [-da, 0, 0], [-d, 0, 0]))
    .body("K3", flat(0.02373, 5.255e-6, [sb, -sa, 0], [0, -ss, 0], [sd, -sc, 0]))
    .body("K4", flat(0.00706, 5.667e-7, [0, ea - e, 0], [0, -e, 0]))
    .body("K5", flat(0.0705, 1.169e-5, [ta, tb, 0], [zt, 0, 0], [ta, tb, 0]))
    .body("K6", flat(0.00706, 5.667e-7, [zf - fa, 0, 0], [zf, 0, 0]))
    .body("K7", flat(0.05498, 1.912e-5, [-ub, -ua, 0], [0, -u, 0], [-ub, -ua, 0]))
    .revolute("beta", { parent: GROUND, child: "K1", axis })
    .revolute("Theta", { parent: "K1", child: "K2", at: [rr, 0, 0], axis })
    .revolute("gamma", { parent: GROUND, child: "K3", at: B, axis })
    .revolute("delta", { parent: GROUND, child: "K5", at: A, axis })
    .revolute("Phi", { parent: "K5", child: "K4", at: [zt, 0, 0], axis })
    .revolute("epsilon", { parent: GROUND, child: "K7", at: A, axis })
    .revolute("Omega", { parent: "K7", child: "K6", at: [0, -u, 0], axis })
    .revolute("pin3", { ...loop, child: "K3", childAt: [0, -ss, 0] })
    .revolute("pin4", { ...loop, child: "K4", childAt: [0, -e, 0] })
    .revolute("pin6", { ...loop, child: "K6", childAt: [zf, 0, 0] })
    .jointForce("motor", { joint: "beta", force: torque })
    .pointSpring("spring", { a: { body: GROUND, at: C }, b: { body: "K3", at: [sd, -sc, 0] }, stiffness, freeLength })
    .build();
}
