import type { Joint, JointAxis, Vec3R } from "../../model/types.js";

/** The axes of a joint, one after the other; null for joints that are one piece. */
export function axesOf(joint: Joint): readonly JointAxis[] | null {
  switch (joint.kind) {
    case "weld":
    case "spherical":
    case "free":
    case "flexible":
      return null;
    case "revolute":
    case "continuous":
      return [{ kind: "rotation", axis: joint.axis }];
    case "prismatic":
      return [{ kind: "translation", axis: joint.axis }];
    case "screw":
      return [{ kind: "screw", axis: joint.axis, pitch: joint.pitch }];
    case "cylindrical":
      return [
        { kind: "rotation", axis: joint.axis },
        { kind: "translation", axis: joint.axis },
      ];
    case "universal":
      return [
        { kind: "rotation", axis: joint.axis1 },
        { kind: "rotation", axis: joint.axis2 },
      ];
    case "planar":
      return planarAxes(joint.axis, joint.xAxis);
    case "general":
      return joint.axes;
  }
}

/** x, y and angle: y completes the right-handed frame of xAxis and axis. */
function planarAxes(axis: Vec3R, xAxis: Vec3R): readonly JointAxis[] {
  const product = (i: 0 | 1 | 2, j: 0 | 1 | 2) =>
    ({
      op: "sub",
      args: [
        { op: "mul", args: [axis[i], xAxis[j]] },
        { op: "mul", args: [axis[j], xAxis[i]] },
      ],
    }) as const;
  return [
    { kind: "translation", axis: xAxis },
    { kind: "translation", axis: [product(1, 2), product(2, 0), product(0, 1)] },
    { kind: "rotation", axis },
  ];
}
