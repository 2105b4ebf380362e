import { SimulationError } from "../../../errors/kinetree-error.js";
import { leastSquares } from "../../../linalg/least-squares.js";
import { newMatrix } from "../../../linalg/matrix.js";
import { realFunctions } from "../../../model/real-arithmetic.js";
import type { Model } from "../../../model/types.js";
import { buildTopology } from "../../../topology/build-topology.js";
import type { Topology, TreeBody } from "../../../topology/types.js";
import { parameterValues } from "../../../state/parameter-values.js";
import type { State } from "../../../state/state.js";
import { cutTurns } from "../../joints/cut-turns.js";
import { AngleMap } from "./angle-map.js";
import { explode } from "./explode.js";
import {
  frameAcross,
  motionsOf,
  numberJoint,
  twistAcross,
  vectorIn,
  type NumberJoint,
  type NumberTwist,
} from "../closures/joint-numbers.js";
import {
  composed,
  cross,
  difference,
  inner,
  inverse,
  inverted,
  normalised,
  product,
  sum,
  turned,
  turnedBack,
  unmoved,
  type NumberFrame,
  type Numbers3,
  type NumbersQuat,
} from "../closures/number-frames.js";

/** A frame that moves: where it is in the world, its angular velocity and that of its origin, along the world's axes. */
interface Moving {
  readonly frame: NumberFrame;
  readonly omega: Numbers3;
  readonly v: Numbers3;
}

const ground: Moving = { frame: unmoved, omega: [0, 0, 0], v: [0, 0, 0] };

const fixedIn = ({ frame, omega, v }: Moving, inside: NumberFrame): Moving => ({
  frame: composed(frame, inside),
  omega,
  v: sum(v, cross(omega, turned(frame.quat, inside.p))),
});

/** States of a model by its tree joints, and states of the same model with every body on its own: see `explode`. */
export interface AbsoluteStates {
  /**
   * Where the bodies are and how they move, as a state of the exploded model. Angles of all joints go into z; quaternions have the signs
   * that give those of the joints back.
   */
  readonly explode: (state: State) => State;
  /**
   * Coordinates and speeds of the tree joints from those of the bodies. Angles are those nearest to the ones in z, and where a joint has
   * several ways to reach a pose, the one next to them is taken. Motion that a joint does not allow is left out: bodies that are not
   * joined by their joints give the nearest speeds.
   */
  readonly join: (exploded: State) => State;
  /** For each number of z of the model's own states, its place in z of the exploded ones. */
  readonly internal: Int32Array;
  /** Mass centre of a body in its frame. */
  readonly massCentre: (body: number) => Numbers3;
}

/** Conversions for a model and its parameters, made once. */
export function absoluteStates(
  model: Model,
  topology: Topology,
  parameters: Readonly<Record<string, number>> = {},
): AbsoluteStates {
  const { tree, counts } = topology;
  const given = parameterValues(model, parameters);
  const values = new Map(model.parameters.map(({ name }, i) => [name, given[i]]));
  const joints = tree.map(({ joint }) => numberJoint(model.joints[joint], values));
  const coms = model.bodies.map(({ com }) => vectorIn(com, values));
  const exploded = explode(model);
  const apart = buildTopology(exploded);
  const angles = new AngleMap(model, topology, cutTurns(exploded, apart, "all"));
  const places = model.bodies.map((_, body) => apart.tree[apart.positionOf[body]]);
  return {
    massCentre: (body) => coms[body],
    internal: angles.internal,
    explode: (own) => {
      const { t, q, v } = own;
      const bodies: Moving[] = model.bodies.map(() => ground);
      tree.forEach(({ parent, body, reversed, qStart, vStart }, i) => {
        const outer = parent < 0 ? ground : bodies[tree[parent].body];
        const across = frameAcross(joints[i], q, qStart);
        bodies[body] = behind(joints[i], outer, reversed, across, twistAcross(joints[i], q, qStart, v, vStart));
      });
      const z = angles.explode(own);
      const apartState = { t, q: new Float64Array(apart.counts.nq), v: new Float64Array(apart.counts.nv) };
      const state = z.length === 0 ? apartState : { ...apartState, z };
      bodies.forEach((body, i) => putBody(state, places[i], fixedIn(body, { quat: unmoved.quat, p: coms[i] })));
      return state;
    },
    join: (apartState) => {
      const { t, z = angles.none } = apartState;
      const state = { t, q: angles.coordinates(z, counts.nq), v: new Float64Array(counts.nv) };
      const bodies = coms.map(([x, y, z], body) =>
        fixedIn(bodyAt(apartState, places[body]), { quat: unmoved.quat, p: [-x, -y, -z] }),
      );
      tree.forEach((place, i) => {
        const inboard = place.parent < 0 ? ground : bodies[tree[place.parent].body];
        const outboard = bodies[place.body];
        const [parent, child] = place.reversed ? [outboard, inboard] : [inboard, outboard];
        joinAcross(state, place, joints[i], relative(joints[i], parent, child));
      });
      return angles.internal.length === 0 ? state : { ...state, z: Float64Array.from(angles.internal, (at) => z[at]) };
    },
  };
}

/** Writes coordinates and speeds of a free joint at a mass centre. */
function putBody({ q, v }: State, { qStart, vStart }: TreeBody, { frame, omega, v: velocity }: Moving): void {
  const quat = normalised(frame.quat);
  q.set(frame.p, qStart);
  q.set(quat, qStart + 3);
  v.set(turnedBack(quat, omega), vStart);
  v.set(turnedBack(quat, velocity), vStart + 3);
}

/** The mass centre's frame from coordinates and speeds of its free joint. */
function bodyAt({ q, v }: State, { qStart, vStart }: TreeBody): Moving {
  const quat = normalised(quatAt(q, qStart + 3));
  return {
    frame: { quat, p: vectorAt(q, qStart) },
    omega: turned(quat, vectorAt(v, vStart)),
    v: turned(quat, vectorAt(v, vStart + 3)),
  };
}

const vectorAt = (x: Float64Array, at: number): Numbers3 => [x[at], x[at + 1], x[at + 2]];
const quatAt = (x: Float64Array, at: number): NumbersQuat => [x[at], x[at + 1], x[at + 2], x[at + 3]];

/** The body on the far side of a joint, which is the joint's parent if the tree walks it backwards. */
function behind(
  { onParent, onChild }: NumberJoint,
  near: Moving,
  reversed: boolean,
  across: NumberFrame,
  { angular, linear }: NumberTwist,
): Moving {
  if (!reversed) {
    const carried = fixedIn(fixedIn(near, onParent), across);
    const { quat } = carried.frame;
    const child = {
      frame: carried.frame,
      omega: sum(carried.omega, turned(quat, angular)),
      v: sum(carried.v, turned(quat, linear)),
    };
    return fixedIn(child, inverted(onChild));
  }
  // The parent's frame moves as the child's would if the parent carried it, less the joint's own motion.
  const child = fixedIn(near, onChild);
  const { quat } = child.frame;
  const back = {
    frame: child.frame,
    omega: difference(child.omega, turned(quat, angular)),
    v: difference(child.v, turned(quat, linear)),
  };
  return fixedIn(fixedIn(back, inverted(across)), inverted(onParent));
}

interface Relative {
  readonly frame: NumberFrame;
  readonly twist: NumberTwist;
}

/** The child's joint frame as the parent's sees it. */
function relative({ onParent, onChild }: NumberJoint, parent: Moving, child: Moving): Relative {
  const P = fixedIn(parent, onParent);
  const C = fixedIn(child, onChild);
  const frame = composed(inverted(P.frame), C.frame);
  const carried = fixedIn(P, frame);
  return {
    frame: { quat: normalised(frame.quat), p: frame.p },
    twist: {
      angular: turnedBack(C.frame.quat, difference(C.omega, carried.omega)),
      linear: turnedBack(C.frame.quat, difference(C.v, carried.v)),
    },
  };
}

/** Coordinates and speeds of one joint; q holds angles near by. */
function joinAcross({ q, v }: State, place: TreeBody, joint: NumberJoint, { frame, twist }: Relative): void {
  const { qStart, vStart } = place;
  const { axes, quaternionAt } = joint;
  if (joint.nv === 0) return;
  if (axes === null) {
    const first = qStart + quaternionAt;
    const isFree = quaternionAt > 0;
    if (isFree) q.set(frame.p, qStart);
    q.set(frame.quat, first);
    v.set(twist.angular, vStart);
    if (isFree) v.set(twist.linear, vStart + 3);
    return;
  }
  const turning = axes.flatMap(({ turns }, k) => (turns ? [k] : []));
  if (turning.length === 1) {
    const [k] = turning;
    const { axis, slide } = axes[k];
    const [w, x, y, z] = frame.quat;
    const angle = 2 * realFunctions.atan2.of(inner(axis, [x, y, z]), w);
    // A lone screw's advance counts its turns; for all others only the angle near by tells them.
    const isLoneScrew = axes.length === 1 && slide !== 0;
    q[qStart + k] = turnsNear(angle, isLoneScrew ? inner(axis, frame.p) / slide : q[qStart + k]);
    if (axes.length === 1 && slide === 0) {
      // A hinge is there already: Newton's method and least squares would end at the same numbers.
      if (!Number.isFinite(angle)) throw notReached(joint.name, angle);
      v[vStart] = inner(axis, twist.angular);
      return;
    }
  }
  refine(q, qStart, joint, frame);
  const { x } = solveTwist(joint, q, qStart, twist);
  v.set(x, vStart);
}

const turnsNear = (angle: number, near: number): number =>
  angle + 2 * Math.PI * Math.round((near - angle) / (2 * Math.PI));

const MOST_ITERATIONS = 50;

/** Newton's method on the pose across a joint, from the coordinates in q. */
function refine(q: Float64Array, at: number, joint: NumberJoint, wanted: NumberFrame): void {
  let best = Infinity;
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    const now = frameAcross(joint, q, at);
    const [w, x, y, z] = product(inverse(now.quat), wanted.quat);
    // 2 tan of half the turn that is left; its sine where half a turn is left, which has no tangent.
    const per = 2 / (Math.abs(w) > 0.5 ? w : w < 0 ? -1 : 1);
    const left: NumberTwist = {
      angular: [per * x, per * y, per * z],
      linear: turnedBack(now.quat, difference(wanted.p, now.p)),
    };
    const { x: step } = solveTwist(joint, q, at, left);
    const size = step.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    if (!(size < Infinity)) throw notReached(joint.name, size);
    // Progress has ended: the rest is rounding, or motion that the joint does not allow.
    if (size === 0 || (size < 1e-9 && size >= best)) return;
    best = Math.min(best, size);
    step.forEach((each, k) => (q[at + k] += each));
  }
  if (best > 1e-9) throw notReached(joint.name, best);
}

/** Rates of a joint's coordinates whose motion is nearest to the given one. */
function solveTwist(
  joint: NumberJoint,
  q: Float64Array,
  at: number,
  { angular, linear }: NumberTwist,
): { readonly x: Float64Array } {
  const A = newMatrix(6, joint.nv);
  motionsOf(joint, q, at).forEach((motion, k) =>
    [...motion.angular, ...motion.linear].forEach((value, row) => (A.data[row * joint.nv + k] = value)),
  );
  return leastSquares(A, Float64Array.of(...angular, ...linear));
}

const notReached = (name: string, step: number): SimulationError =>
  new SimulationError({
    code: "joint-coordinates-not-found",
    subject: `joint "${name}"`,
    value: step,
    message:
      `joint "${name}": no coordinates near those of the last state put its bodies where they are; the last step was ${step}. ` +
      `Look for a joint of several axes at gimbal lock.`,
  });
