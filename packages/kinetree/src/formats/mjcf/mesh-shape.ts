import type { Shape } from "../../model/types.js";
import { quoted } from "../format-error.js";
import type { XmlElement } from "../xml/xml.js";
import type { MeshAsset } from "./assets.js";
import type { Context } from "./context.js";
import { compose, conjugate, rotate, type Placement, type Vec3 } from "./mass/placement.js";

/** A mesh where the geom has it. MuJoCo's own frame of the asset becomes part of the pose; null where that cannot be said. */
export function meshShape(
  { report }: Context,
  element: XmlElement,
  asset: MeshAsset,
  X_body_geom: Placement,
  common: Pick<Shape, "name" | "use" | "color">,
): Shape | null {
  const { uri, scale, refpos, refquat } = asset;
  const [x, y, z] = scale;
  const isTurned = refquat[1] !== 0 || refquat[2] !== 0 || refquat[3] !== 0;
  const leave = (why: string): null => {
    report.warn(element, "unsupported-shape", `mesh ${quoted(asset.name)} is not drawn: ${why}`, asset.name);
    return null;
  };
  if (uri === null) return leave("a shape names a file, and this mesh has none.");
  if (isTurned && (x !== y || y !== z)) return leave("it is turned and then stretched. Bake the two into its file.");
  // scale · R⁻¹ (corner - refpos): the turn and the shift move into the pose, in front of the scale.
  const back = conjugate(refquat);
  const moved = rotate(back, refpos);
  const shift: Vec3 = [-x * moved[0], -y * moved[1], -z * moved[2]];
  const pose = compose(X_body_geom, { position: shift, rotation: back });
  return { ...common, kind: "mesh", uri, scale, pose };
}
