import type { Num } from "../../graph/graph.js";
import type { Pair } from "../../spatial/inertia.js";
import { mat3 } from "../../spatial/mat3.js";
import { centripetal, vectorToInner, type Placement } from "../../spatial/placement.js";
import { add3, cross3, scale3, sub3, vec3, zero3, type Vec3 } from "../../spatial/vec3.js";
import type { Node } from "../skeleton/skeleton.js";
import { relativeMotion } from "./frame-plan.js";
import type { FrameFields, PostureFields, RateFields, SpinFields } from "../skeleton/records.js";

/** Acceleration of the node that velocities alone cause, in its own axes (Featherstone's c, for classical accelerations). */
export function velocityAcceleration(
  node: Node,
  X: Placement,
  frame: FrameFields,
  omega_parent: Vec3,
  omega: Vec3,
  rate: readonly Num[],
): Pair {
  const relative = relativeMotion(node, frame, rate);
  const inward = centripetal(X, omega_parent);
  // ω × S q̇ turns the joint axis; twice that for a sliding origin (Coriolis), where a free joint's own turn counts once.
  const angular = cross3(omega, relative.angular);
  if (node.motion !== "free" && node.motion !== "bend")
    return { angular, linear: add3(inward, scale3(2, cross3(omega, relative.linear))) };
  const omega_carried = vectorToInner(X, omega_parent);
  const coriolis = add3(cross3(omega_carried, relative.linear), cross3(omega, relative.linear));
  return { angular: cross3(omega_carried, relative.angular), linear: add3(inward, coriolis) };
}

/**
 * Acceleration that the motion across the joint alone causes, beyond that of the joint's frame on the parent: the axis turns
 * with the node, and a sliding origin feels Coriolis and the centripetal acceleration of its slide.
 */
export function jointAcceleration(
  node: Node,
  x: { frame: FrameFields; posture: PostureFields; rate: RateFields; parent: SpinFields },
  omega: Vec3,
): Pair {
  const relative = relativeMotion(node, x.frame, x.rate.rate);
  switch (node.motion) {
    case "revolute":
    case "spherical":
    case "weld":
    case "modal":
      return { angular: cross3(omega, relative.angular), linear: zero3 };
    case "prismatic":
    case "screw": {
      const carrier = sub3(omega, relative.angular);
      const inward = cross3(carrier, cross3(carrier, [0, 0, x.posture.slide[0]]));
      return {
        angular: cross3(omega, relative.angular),
        linear: add3(inward, scale3(2, cross3(omega, relative.linear))),
      };
    }
    case "free":
    case "bend": {
      const R: Placement = [{ rotation: { matrix: mat3(x.posture.R) } }];
      const fixed = vectorToInner(
        x.frame.matrix.length > 0 ? [{ rotation: { matrix: mat3(x.frame.matrix) } }] : [],
        vec3(x.parent.omega),
      );
      const carrier = vectorToInner(R, fixed);
      const inward = cross3(carrier, cross3(carrier, vectorToInner(R, vec3(x.posture.p))));
      const coriolis = add3(cross3(carrier, relative.linear), cross3(omega, relative.linear));
      return { angular: cross3(carrier, relative.angular), linear: add3(inward, coriolis) };
    }
  }
}
