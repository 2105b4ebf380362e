import { mat3 } from "../../spatial/mat3.js";
import { centripetal, vectorToInner, type Placement } from "../../spatial/placement.js";
import { add3, cross3, scale3, sub3, vec3, zero3 } from "../../spatial/vec3.js";
import type { JointBias } from "./node-joint.js";

// ω × S q̇ turns the joint axis; twice that for a sliding origin (Coriolis), where a free joint's own turn counts once.
const ofAxes: JointBias["ofNode"] = (X, omega_parent, omega, relative) => {
  const inward = centripetal(X, omega_parent);
  return {
    angular: cross3(omega, relative.angular),
    linear: add3(inward, scale3(2, cross3(omega, relative.linear))),
  };
};

/** The origin stays where the parent has it. */
export const turningBias: JointBias = {
  needsParent: false,
  ofNode: ofAxes,
  acrossJoint: (_, omega, relative) => ({ angular: cross3(omega, relative.angular), linear: zero3 }),
};

/** The origin slides along the node's z axis. */
export const slidingBias: JointBias = {
  needsParent: false,
  ofNode: ofAxes,
  acrossJoint: (x, omega, relative) => {
    const carrier = sub3(omega, relative.angular);
    const inward = cross3(carrier, cross3(carrier, [0, 0, x.posture.slide[0]]));
    return {
      angular: cross3(omega, relative.angular),
      linear: add3(inward, scale3(2, cross3(omega, relative.linear))),
    };
  },
};

/** Both parts of the relative motion are along the node's axes, which turn with it. */
export const freeBias: JointBias = {
  needsParent: true,
  ofNode: (X, omega_parent, omega, relative) => {
    const inward = centripetal(X, omega_parent);
    const omega_carried = vectorToInner(X, omega_parent);
    const coriolis = add3(cross3(omega_carried, relative.linear), cross3(omega, relative.linear));
    return { angular: cross3(omega_carried, relative.angular), linear: add3(inward, coriolis) };
  },
  acrossJoint: (x, omega, relative) => {
    const R: Placement = [{ rotation: { matrix: mat3(x.posture.R) } }];
    const fixed = vectorToInner(
      x.frame.matrix.length > 0 ? [{ rotation: { matrix: mat3(x.frame.matrix) } }] : [],
      vec3(x.parent.omega),
    );
    const carrier = vectorToInner(R, fixed);
    const inward = cross3(carrier, cross3(carrier, vectorToInner(R, vec3(x.posture.p))));
    const coriolis = add3(cross3(carrier, relative.linear), cross3(omega, relative.linear));
    return { angular: cross3(carrier, relative.angular), linear: add3(inward, coriolis) };
  },
};
