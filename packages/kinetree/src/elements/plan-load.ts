import type { Num } from "../graph/graph.js";
import type { CurveTable } from "../graph/table.js";
import type { Attachment, Load, Real } from "../model/types.js";
import { planBushing } from "./bushing.js";
import { planPointSpring } from "./point-spring.js";
import { planTorsionSpring } from "./torsion-spring.js";
import type { TwoFrameLoad } from "./two-frame-load.js";

/** Loads that act between two frames. */
export type TwoFrame = Extract<Load, { readonly a: Attachment }>;

type PlanLoad<K extends TwoFrame["kind"]> = (
  load: Extract<TwoFrame, { readonly kind: K }>,
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
) => TwoFrameLoad;

const plans: { readonly [K in TwoFrame["kind"]]: PlanLoad<K> } = {
  "point-spring": planPointSpring,
  "torsion-spring": planTorsionSpring,
  bushing: planBushing,
};

export const isTwoFrame = (load: Load): load is TwoFrame => Object.hasOwn(plans, load.kind);

/** Each plan takes loads of its own kind, which the compiler cannot see here. */
export const planTwoFrameLoad: PlanLoad<TwoFrame["kind"]> = (load, num, keyOf) =>
  (plans[load.kind] as PlanLoad<TwoFrame["kind"]>)(load, num, keyOf);
