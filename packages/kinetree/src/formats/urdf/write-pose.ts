import { composePose, identityPose } from "../../model/pose.js";
import { realFunctions } from "../../model/real-arithmetic.js";
import type { Pose, QuatR } from "../../model/real.js";
import { axisAngle, multiplyQuat, rotateVec3 } from "../../model/rotation.js";
import { scaleVec3, vec3 } from "../../model/vector.js";
import type { Triple } from "../xml/values.js";
import type { XmlNode } from "../xml/write-xml.js";

/* Poses of a model without parameters. */

const isZero = (values: readonly unknown[]): boolean => values.every((value) => value === 0);

export const isIdentity = ({ position, rotation }: Pose): boolean =>
  isZero(position) && rotation[0] === 1 && isZero(rotation.slice(1));

/** X_b_a of X_a_b. */
export function inversePose({ position, rotation: [w, x, y, z] }: Pose): Pose {
  const turnedBack = [w, -(x as number), -(y as number), -(z as number)] as const;
  return { rotation: turnedBack, position: scaleVec3(-1, rotateVec3(turnedBack, position)) };
}

/** X_a_b · X_b_c, and exactly the other one where one of them is the identity. */
export function joined(X_a_b: Pose, X_b_c: Pose): Pose {
  if (isIdentity(X_a_b)) return X_b_c;
  return isIdentity(X_b_c) ? X_a_b : composePose(X_a_b, X_b_c);
}

/** `<origin>`, left out for the identity. */
export function originNodes(pose: Pose): readonly XmlNode[] {
  if (isIdentity(pose)) return [];
  const position = pose.position as readonly [number, number, number];
  const rotation = pose.rotation as readonly [number, number, number, number];
  const isTurned = !isIdentity({ ...identityPose, rotation });
  const attributes = { xyz: position, rpy: isTurned ? fixedAngles(rotation).angles : null };
  return [{ name: "origin", attributes }];
}

/*
 * Roll, pitch and yaw of a quaternion. Many angles give nearly the same rotation, so after the formula the search looks at
 * neighbouring doubles and shorter decimals for angles that give back the quaternion to the last bit: whatever was read from
 * a file with a few digits is written with them again.
 */

type Quat = readonly [number, number, number, number];

const atan2 = (y: number, x: number): number => (x === 0 && y === 0 ? 0 : realFunctions.atan2.of(y, x));
const length = (x: number, y: number): number => Math.sqrt(x * x + y * y);

/** The angles; `error` is the largest difference to a component of the quaternion. */
export function fixedAngles(rotation: Quat): { readonly angles: Triple; readonly error: number } {
  const start = anglesByFormula(rotation);
  let best = { angles: start, error: Infinity };
  for (const branch of branches(start)) {
    best = nearest(rotation, branch, best);
    if (best.error === 0) return best;
  }
  return best;
}

/**
 * With half angles r, p, y the components are sums of products of their sines and cosines, and
 * w − y = (cos p − sin p) cos(y + r), x + z = (cos p − sin p) sin(y + r),
 * w + y = (cos p + sin p) cos(y − r), z − x = (cos p + sin p) sin(y − r).
 * Unlike the textbook's arcsine this keeps all digits where the pitch is a quarter turn.
 */
function anglesByFormula([w, x, y, z]: Quat): Triple {
  const sum = atan2(x + z, w - y);
  const difference = atan2(z - x, w + y);
  const pitch = 2 * atan2(length(w + y, z - x), length(w - y, x + z)) - Math.PI / 2;
  return [sum - difference, pitch, sum + difference];
}

/** All angles of the same rotation, some of which flip the quaternion's sign. */
function branches([roll, pitch, yaw]: Triple): readonly Triple[] {
  const { PI } = Math;
  const turned = [PI, -PI].flatMap((a) =>
    [PI, -PI].flatMap((b) => [PI, -PI].map((c): Triple => [roll + a, b - pitch, yaw + c])),
  );
  return [[roll, pitch, yaw], ...turned];
}

function nearest(rotation: Quat, around: Triple, best: ReturnType<typeof fixedAngles>): ReturnType<typeof fixedAngles> {
  const [x, y, z] = [vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)];
  const turns = (axis: typeof x, angle: number): { angle: number; turn: QuatR }[] =>
    neighbours(angle).map((near) => ({ angle: near, turn: axisAngle(axis, near) }));
  const rolls = turns(x, around[0]);
  const yaws = turns(z, around[2]);
  let found = best;
  for (const pitch of turns(y, around[1]))
    for (const roll of rolls) {
      const inner = multiplyQuat(pitch.turn, roll.turn);
      for (const yaw of yaws) {
        const made = multiplyQuat(yaw.turn, inner);
        const error = Math.max(...made.map((component, i) => Math.abs((component as number) - rotation[i])));
        if (error < found.error) found = { angles: [roll.angle, pitch.angle, yaw.angle], error };
        if (error === 0) return found;
      }
    }
  return found;
}

/** Farther than this an angle is another one, not the same with other rounding. */
const NEAR = 2e-15;

/** Short decimals and simple fractions of a turn first, so that these are preferred among equals. */
function neighbours(angle: number): readonly number[] {
  const eighth = (Math.PI / 4) * Math.round(angle / (Math.PI / 4));
  const decimals = Array.from({ length: 17 }, (_, i) => Number(angle.toPrecision(i + 1)));
  const step = Number.EPSILON * Math.max(Math.abs(angle) / 2, Number.EPSILON);
  const steps = [0, 1, -1, 2, -2].map((count) => angle + count * step);
  const near = [0, eighth, ...decimals, ...steps].filter(
    (other) => Math.abs(other - angle) <= NEAR * Math.max(1, Math.abs(angle)),
  );
  return [...new Set(near)];
}
