import type { Num } from "../../graph/graph.js";
import type { Real } from "../../model/types.js";
import type { Vec3 } from "../../spatial/vec3.js";

/** Along x (the rolling direction in the ground) and y (to the left) of the contact. */
export type InGround = readonly [Num, Num];

/** What the forces of a tyre depend on where they are steady. Axes of the contact: ISO 8855's wheel axes, z along the ground's normal. */
export interface TyrePoint {
  /** s = -v_s / v_r: s_x > 0 drives, s_y > 0 while the contact moves to the right. In the usual letters κ = s_x and tan α = -s_y. */
  readonly slip: InGround;
  /** Across the ground [N], not negative. */
  readonly load: Num;
  /** Lean to the right, as seen from behind [rad]. */
  readonly camber: Num;
  /** Friction of the ground as a part of that for which the law's data were measured. */
  readonly friction: Num;
  /** How far the ground presses the tyre in [m], not negative. */
  readonly depth: Num;
}

/** Steady forces, split so that nothing is singular without slip: F_i = slope_i s_i + offset_i. */
export interface SteadyForces {
  /** (F_i(s) - F_i(s_i = 0)) / s_i, with its limit where s_i = 0 [N]; not negative. */
  readonly slope: InGround;
  /** F_i where its own slip is zero and the other one as it is [N]; 0 for laws without shifts. */
  readonly offset: InGround;
  /** Magnitude of the largest force along x alone, and along y alone, at this load and friction [N]. */
  readonly peak: InGround;
}

/** Moments about the contact's axes x and z [N m]. */
export interface TyreMoments {
  readonly overturning: Num;
  readonly aligning: Num;
}

/** Stiffness [N/m] and damping [N s/m] of the carcass along x and y. */
export interface Carcass {
  readonly stiffness: InGround;
  readonly damping: InGround;
}

/** A tyre law as structure and numbers: tyres of one structure share a kernel. All functions take numbers that begin with those of the plan. */
export interface SteadyLawPlan {
  readonly key: string;
  readonly numbers: readonly Num[];
  /** The speed by which slips are taken: R_e |ω|, or |v_x|. */
  readonly slipBy: "rolling" | "travel";
  readonly forces: (at: TyrePoint, numbers: readonly Num[]) => SteadyForces;
  /** At the slips that the carcass has settled to; `force` acts along x, y and z. For a tyre that travels forwards. */
  readonly moments: (at: TyrePoint, force: Vec3, numbers: readonly Num[]) => TyreMoments;
  /** Magnitude of the moment that opposes rolling [N m], not negative. */
  readonly rollingResistance: (load: Num, numbers: readonly Num[]) => Num;
  /** Stiffness of the carcass as it follows from the law's own relaxation lengths; null if the law has none. */
  readonly carcass: ((load: Num, camber: Num, numbers: readonly Num[]) => Carcass) | null;
  /** Effective rolling radius [m] by the loaded and the unloaded one; null where (2 R_0 + R_s) / 3 stands. */
  readonly rollingRadius: ((load: Num, numbers: readonly Num[]) => Num) | null;
}

/** How laws of one kind become plans; `num` gives a number of the model as it is in the graph. */
export type PlanSteadyLaw<L> = (law: L, num: (real: Real) => Num) => SteadyLawPlan;
