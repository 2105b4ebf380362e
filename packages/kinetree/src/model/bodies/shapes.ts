import { modelDefaults } from "../defaults.js";
import { pose, type PoseLike } from "../pose.js";
import type { Real, Vec3R } from "../real.js";
import type { Shape } from "../types.js";

/**
 * What all shapes have in common. Left out: on the body frame, for display and contact, without a colour of its own.
 */
export interface ShapeOptions {
  /** Unique within its body; left out, the body calls it by its kind and place in the list. */
  readonly name?: string;
  /** Where the shape lies in the body frame. */
  readonly at?: PoseLike;
  readonly use?: Shape["use"];
  readonly color?: Shape["color"];
}

const common = (options: ShapeOptions): Pick<Shape, "name" | "pose" | "use" | "color"> => ({
  name: options.name ?? "",
  pose: options.at === undefined ? modelDefaults.pose : pose(options.at),
  use: options.use ?? modelDefaults.shape.use,
  color: options.color ?? modelDefaults.shape.color,
});

/** Edges along x, y, z [m], centred. */
export const box = (size: Vec3R, options: ShapeOptions = {}): Shape => ({ ...common(options), kind: "box", size });

/** Centred; radius [m]. */
export const sphere = (radius: Real, options: ShapeOptions = {}): Shape => ({
  ...common(options),
  kind: "sphere",
  radius,
});

/** Axis along z, centred [m]. */
export const cylinder = (radius: Real, length: Real, options: ShapeOptions = {}): Shape => ({
  ...common(options),
  kind: "cylinder",
  radius,
  length,
});

/** Axis along z, centred; `length` without the two caps [m]. */
export const capsule = (radius: Real, length: Real, options: ShapeOptions = {}): Shape => ({
  ...common(options),
  kind: "capsule",
  radius,
  length,
});

/** A mesh kept elsewhere; `scale` turns its units into metres. */
export const mesh = (uri: string, options: ShapeOptions & { readonly scale?: Vec3R } = {}): Shape => ({
  ...common(options),
  kind: "mesh",
  uri,
  scale: options.scale ?? modelDefaults.shape.scale,
});
