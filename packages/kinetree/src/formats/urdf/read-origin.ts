import { identityPose } from "../../model/pose.js";
import type { Pose } from "../../model/real.js";
import { rpy } from "../../model/rotation.js";
import { vec3 } from "../../model/vector.js";
import { onlyChild, warnUnknownContent, type XmlReport } from "../xml/report.js";
import { tripleAttribute } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";

/** The pose in `<origin xyz="…" rpy="…"/>` of an element; the identity where there is none, or a broken one. */
export function readOrigin(report: XmlReport, owner: XmlElement): Pose {
  const origin = onlyChild(report, owner, "origin");
  if (origin === null) return identityPose;
  warnUnknownContent(report, origin, { attributes: ["xyz", "rpy"], children: [] });
  const position = tripleAttribute(report, origin, "xyz", [0, 0, 0]);
  const angles = tripleAttribute(report, origin, "rpy", [0, 0, 0]);
  if (position === null || angles === null) return identityPose;
  const far = angles.find((angle) => Math.abs(angle) > LARGEST_ANGLE);
  if (far === undefined) return Object.freeze({ position: vec3(...position), rotation: rpy(...angles) });
  const message = `"rpy" of <origin> holds ${far} rad, at most ±${LARGEST_ANGLE} is read. Give angles in radians, such as 1.5707963267948966.`;
  report.errorAt(origin, "rpy", "angle-range", message, far);
  return identityPose;
}

/** Beyond this a double no longer tells one radian from the next well enough for a direction. */
const LARGEST_ANGLE = 1e6;
