import type { Real, Vec3R } from "./real.js";
import type { Attachment } from "./types.js";

/** A rigid rotor that turns about one axis: an engine's crank, a gear, the outer end of a half shaft. Its speed is a state of its own. */
export interface Shaft {
  readonly name: string;
  /** About its axis [kg m²]; 0 where a gear or a differential ties it to one that has some. */
  readonly inertia: Real;
  /** Drag of its bearings [N m s/rad]; 0 if left out. */
  readonly damping?: Real;
  /** The body that carries it and takes what its housing has to bear; left out, nothing does. */
  readonly mount?: ShaftMount;
}

/** Bearings of a shaft. */
export interface ShaftMount {
  readonly at: Attachment;
  /** Axis of the shaft in that frame, of any length. */
  readonly axis: Vec3R;
}

/**
 * What an element of a drive turns: a shaft, or a joint of the mechanism along one of its speeds. `reaction`: "parent", as of a motor or
 * a brake that is bolted there; or "none", as of a shaft from elsewhere, whose torque acts on the joint's child alone, about the axis
 * of the joint, and which turns with it in space.
 */
export type ShaftPort =
  | { readonly shaft: string }
  | { readonly joint: string; readonly coordinate: number; readonly reaction: "parent" | "none" };

/** Whether a port is a shaft. */
export const isShaft = (port: ShaftPort): port is { readonly shaft: string } => "shaft" in port;
