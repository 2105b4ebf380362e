import type { Num } from "../graph/graph.js";
import type { CurveTable } from "../graph/table.js";
import type { Attachment, CoordinateRef, Load, Real } from "../model/types.js";
import { planAerodynamic } from "./aerodynamic.js";
import { planBushing } from "./bushing.js";
import { planCoordinateSpring } from "./coordinate-spring.js";
import { planMappedDamper } from "./mapped-damper.js";
import { planPointSpring } from "./point-spring.js";
import { planTorsionSpring } from "./torsion-spring.js";
import type { OneFrameLoad } from "./one-frame-load.js";
import type { TwoCoordinateLoad } from "./two-coordinate-load.js";
import type { TwoFrameLoad } from "./two-frame-load.js";

/** Loads that act between two frames. */
export type TwoFrame = Extract<Load, { readonly a: Attachment }>;

/** Loads on one frame that depend on its motion. */
export type OneFrame = Extract<Load, { readonly kind: "aerodynamic" }>;

/** Loads that act between two coordinates. */
export type TwoCoordinate = Extract<Load, { readonly a: CoordinateRef }>;

type PlanLoad<L extends Load, Plan> = (load: L, num: (real: Real) => Num, keyOf: (table: CurveTable) => string) => Plan;

type Plans<L extends Load, Plan> = {
  readonly [K in L["kind"]]: PlanLoad<Extract<L, { readonly kind: K }>, Plan>;
};

const betweenFrames: Plans<TwoFrame, TwoFrameLoad> = {
  "point-spring": planPointSpring,
  "torsion-spring": planTorsionSpring,
  bushing: planBushing,
  "mapped-damper": planMappedDamper,
};

const onOneFrame: Plans<OneFrame, OneFrameLoad> = {
  aerodynamic: planAerodynamic,
};

const betweenCoordinates: Plans<TwoCoordinate, TwoCoordinateLoad> = {
  "coordinate-spring": planCoordinateSpring,
};

export const isTwoFrame = (load: Load): load is TwoFrame => Object.hasOwn(betweenFrames, load.kind);
export const isOneFrame = (load: Load): load is OneFrame => Object.hasOwn(onOneFrame, load.kind);
export const isTwoCoordinate = (load: Load): load is TwoCoordinate => Object.hasOwn(betweenCoordinates, load.kind);

/** Each plan takes loads of its own kind, which the compiler cannot see here. */
export const planTwoFrameLoad: PlanLoad<TwoFrame, TwoFrameLoad> = (load, num, keyOf) =>
  (betweenFrames[load.kind] as PlanLoad<TwoFrame, TwoFrameLoad>)(load, num, keyOf);

export const planOneFrameLoad: PlanLoad<OneFrame, OneFrameLoad> = (load, num, keyOf) =>
  onOneFrame[load.kind](load, num, keyOf);

export const planTwoCoordinateLoad: PlanLoad<TwoCoordinate, TwoCoordinateLoad> = (load, num, keyOf) =>
  betweenCoordinates[load.kind](load, num, keyOf);
