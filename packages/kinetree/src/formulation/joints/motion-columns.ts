import type { Num } from "../../graph/graph.js";
import { add, mul } from "../../graph/num.js";
import type { Pair } from "../../spatial/inertia.js";
import { dot3, vec3, zero3, type Vec3 } from "../../spatial/vec3.js";
import { stationColumns, toStation } from "../flexible/modal-motion.js";
import { reverseMotion } from "./reversed-joint.js";
import type { Node } from "../skeleton/skeleton.js";
import type { FrameFields, PostureFields } from "../skeleton/records.js";

/** S: for each of the user's speeds that move it (`Node.moving`), the motion of the node relative to its parent, in the node's axes. */
export function motionColumns(node: Node, frame: FrameFields, posture: PostureFields): readonly Pair[] {
  const sign = node.reversed ? -1 : 1;
  const axis: Vec3 = [0, 0, sign];
  switch (node.motion) {
    case "weld":
    case "modal":
      return [];
    case "bend":
      return stationColumns(posture).map(({ angular, linear }) => ({
        angular: toStation(posture, angular),
        linear: toStation(posture, linear),
      }));
    case "revolute":
      return [{ angular: axis, linear: zero3 }];
    case "prismatic":
      return [{ angular: zero3, linear: axis }];
    case "screw":
      return [{ angular: axis, linear: [0, 0, mul(sign, frame.pitch[0])] }];
    default: {
      const units = Array.from({ length: node.nv }, (_, k) =>
        Array.from({ length: node.nv }, (_, i): Num => (i === k ? 1 : 0)),
      );
      return units.map((unit) => {
        const own = node.reversed ? reverseMotion(node, posture, unit) : unit;
        return { angular: vec3(own), linear: node.nv === 6 ? vec3(own, 3) : zero3 };
      });
    }
  }
}

/** Power of a force along a motion. */
export const power = (motion: Pair, force: Pair): Num =>
  add(dot3(motion.angular, force.angular), dot3(motion.linear, force.linear));
