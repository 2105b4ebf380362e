import { atan2 } from "../../../graph/elementary.js";
import { isExpr, type Num } from "../../../graph/graph.js";
import { add, div, mul, nearest, sub } from "../../../graph/num.js";
import { definitionOf } from "../../../model/joints.js";
import type { JointClosings } from "../../../model/joints/joint-definition.js";
import type { Joint, JointAxis, JointMotion, Real, Vec3R } from "../../../model/types.js";
import { identity3, mulMatVec, transpose3, type Mat3 } from "../../../spatial/mat3.js";
import { cross3, dot3, sub3, scale3, type Vec3 } from "../../../spatial/vec3.js";
import {
  alwaysUpright,
  displacements,
  turnOf,
  turns,
  uprightTurn,
  type FrameRelation,
} from "../../joints/loop-joint.js";
import { loopJointOf } from "../../joints/node-joints.js";
import { frameAlong, snapVec, unit } from "../../skeleton/axis-frame.js";
import { ownAxes } from "../../skeleton/joint-axes.js";

type Numbers = { readonly num: (real: Real) => Num; readonly vec: (v: Vec3R) => Vec3 };

const tilts = ["tilt about x", "tilt about y"] as const;

/** How far the inner z axis leans: about x, then about y. */
const tiltOf = (R: Mat3): readonly Num[] => [sub(0, R[1][2]), R[0][2]];
/** Both frames with z along an axis. */
function along(axis: Vec3R, { vec }: Numbers): Pick<FrameRelation, "numbers" | "outerAxes" | "innerAxes"> {
  const { matrix } = frameAlong(unit(vec(axis)));
  return { numbers: [], outerAxes: matrix, innerAxes: matrix };
}

const zAxesAgree = (R: Mat3): Num => R[2][2];

const hinge = ({ axis }: { readonly axis: Vec3R }, numbers: Numbers): FrameRelation => ({
  ...along(axis, numbers),
  key: "revolute",
  coincident: 3,
  rows: [...displacements, ...tilts],
  residuals: (R, d) => [...d, ...tiltOf(R)],
  upright: zAxesAgree,
});

const screw = ({ axis, pitch }: { readonly axis: Vec3R; readonly pitch: Real }, numbers: Numbers): FrameRelation => ({
  ...along(axis, numbers),
  numbers: [numbers.num(pitch)],
  key: pitch === 0 ? "screw without pitch" : "screw",
  coincident: 2,
  rows: [displacements[0], displacements[1], ...tilts, "advance along z"],
  residuals: (R, d, [traced]) => [d[0], d[1], ...tiltOf(R), pitch === 0 ? d[2] : advance(R, d, traced)],
  upright: zAxesAgree,
});

type AxisClosing = Exclude<keyof JointClosings, "nothing" | "everything" | "own">;

/** The relations of cut joints that are made of axes. */
const relations: {
  readonly [C in AxisClosing]: (motion: JointClosings[C], numbers: Numbers) => FrameRelation | "unknown";
} = {
  hinge,
  slider: ({ axis }, numbers) => ({
    ...along(axis, numbers),
    key: "prismatic",
    coincident: 2,
    rows: [displacements[0], displacements[1], ...turns],
    residuals: (R, d) => [d[0], d[1], ...turnOf(R)],
    upright: uprightTurn,
  }),
  screw,
  cylinder: ({ axis }, numbers) => ({
    ...along(axis, numbers),
    key: "cylindrical",
    coincident: 2,
    rows: [displacements[0], displacements[1], ...tilts],
    residuals: (R, d) => [d[0], d[1], ...tiltOf(R)],
    upright: zAxesAgree,
  }),
  "crossed-axes": ({ axis1, axis2 }, { vec }) => {
    const [first, second] = [unit(vec(axis1)), unit(vec(axis2))];
    return {
      numbers: [dot3(first, second)],
      outerAxes: frameAlong(first).matrix,
      innerAxes: frameAlong(second).matrix,
      key: "universal",
      coincident: 3,
      rows: [...displacements, "angle between the axes"],
      residuals: (R, d, [cosine]) => [...d, sub(R[2][2], cosine)],
      upright: alwaysUpright,
    };
  },
  plane: ({ axis }, numbers) => ({
    ...along(axis, numbers),
    key: "planar",
    coincident: 0,
    rows: [displacements[2], ...tilts],
    residuals: (R, d) => [d[2], ...tiltOf(R)],
    upright: zAxesAgree,
  }),
  axes: ({ axes }, numbers) => {
    const [first] = axes;
    return axes.length === 1 && "pitch" in first ? screw(first, numbers) : generalRelation(axes, numbers.vec);
  },
};

/** The relation of a joint that is cut; null for a joint that demands nothing, and "unknown" for those without one. */
export function jointRelation(joint: Joint, numbers: Numbers): FrameRelation | null | "unknown" {
  const whole = loopJointOf(joint);
  if (whole) {
    const axes = ownAxes(joint, numbers.vec);
    const neutral = whole.relatesAngles ? joint.coordinates.map(() => 0) : [];
    return whole.relation && { ...whole.relation, numbers: neutral, outerAxes: axes, innerAxes: axes };
  }
  const { closes } = definitionOf(joint);
  if (closes === "nothing" || closes === "everything" || closes === "own") return null;
  // Each takes motions with the fields that it needs, which the compiler cannot see here.
  const relation = relations[closes] as (motion: JointMotion, numbers: Numbers) => FrameRelation | "unknown";
  return relation(joint, numbers);
}

/** What is left of a screw's advance once the turns that it may have made are taken out: the joint itself only knows an angle. */
function advance(R: Mat3, d: Vec3, pitch: Num): Num {
  const angle = atan2(R[1][0], R[0][0]);
  const whole = nearest(div(sub(div(d[2], pitch), angle), 2 * Math.PI));
  return sub(d[2], mul(pitch, add(angle, mul(2 * Math.PI, whole))));
}

/** Joints of several axes whose translations all come before, or all behind, their rotations. */
function generalRelation(axes: readonly JointAxis[], vec: (v: Vec3R) => Vec3): FrameRelation | "unknown" {
  const kinds = axes.map(({ kind }) => kind[0]).join("");
  if (!/^(t*r*|r*t*)$/.test(kinds)) return "unknown";
  const of = (kind: JointAxis["kind"]): Vec3[] =>
    axes.filter((axis) => axis.kind === kind).map(({ axis }) => unit(vec(axis)));
  const [slides, rotations] = [of("translation"), of("rotation")];
  if ([...slides, ...rotations].some((v) => v.some(isExpr)) || rotations.length > 3 || slides.length > 3)
    return "unknown";
  const across = complement(slides);
  if (across.length !== 3 - slides.length) return "unknown"; // axes that repeat one another
  const slidesInside = kinds.startsWith("r") && slides.length > 0;
  const [a, b] = rotations;
  if (rotations.length === 2 && complement(rotations).length !== 1) return "unknown";
  if (rotations.length === 3 && complement(rotations).length !== 0) return "unknown";
  const leaning = rotations.length === 1 ? complement([a]) : [];
  const rows = [
    ...across.map((_, k) => `displacement across the slides ${k + 1}`),
    ...(rotations.length === 0 ? turns : rotations.length === 1 ? tilts : []),
    ...(rotations.length === 2 ? ["angle between the axes"] : []),
  ];
  return {
    // With the count: none and three have neither lean nor axes, and differ.
    key: `general ${JSON.stringify([across, rotations.length, leaning, rotations.length === 2 ? rotations : [], slidesInside])}`,
    coincident: 0,
    rows,
    numbers: [],
    outerAxes: identity3,
    innerAxes: identity3,
    residuals: (R, d) => {
      const seen = slidesInside ? mulMatVec(transpose3(R), d) : d;
      const displaced = across.map((n) => dot3(n, seen));
      if (rotations.length === 0) return [...displaced, ...turnOf(R)];
      if (rotations.length === 1) return [...displaced, ...leaning.map((n) => dot3(n, mulMatVec(R, a)))];
      if (rotations.length === 2) return [...displaced, sub(dot3(a, mulMatVec(R, b)), dot3(a, b))];
      return displaced;
    },
    upright: (R) => (rotations.length === 0 ? uprightTurn(R) : rotations.length === 1 ? dot3(a, mulMatVec(R, a)) : 1),
  };
}

/** Unit vectors across all of the given ones and across one another, by Gram and Schmidt. */
function complement(given: readonly Vec3[]): Vec3[] {
  const basis: Vec3[] = [];
  const found: Vec3[] = [];
  const take = (v: Vec3, keep: Vec3[] | null): void => {
    let rest = v;
    for (const e of basis) rest = sub3(rest, scale3(dot3(e, rest), e));
    if (Number(dot3(rest, rest)) < 1e-6) return;
    const e = snapVec(unit(rest));
    basis.push(e);
    keep?.push(e);
  };
  for (const v of given) take(v, null);
  if (basis.length < given.length) return [];
  if (basis.length === 2) take(cross3(basis[0], basis[1]), found);
  for (const v of identity3) take(v, found);
  return found;
}

/** The origin of the inner frame on a line of the outer one, in a plane, or at a distance. */
export function pointRelation(
  kind: "point-on-line" | "point-on-plane" | "distance",
  direction: Vec3 | null,
  length: Num,
): FrameRelation {
  const outerAxes = direction ? frameAlong(unit(direction)).matrix : identity3;
  const common = { outerAxes, innerAxes: identity3, numbers: [] as readonly Num[], upright: alwaysUpright };
  switch (kind) {
    case "point-on-line":
      return {
        ...common,
        key: kind,
        coincident: 2,
        rows: [displacements[0], displacements[1]],
        residuals: (_, d) => [d[0], d[1]],
      };
    case "point-on-plane":
      return { ...common, key: kind, coincident: 0, rows: [displacements[2]], residuals: (_, d) => [d[2]] };
    case "distance":
      return {
        ...common,
        key: kind,
        coincident: 0,
        rows: ["distance"],
        numbers: [length],
        // (d² − l²) / 2l: no root, and as steep as the distance itself where it vanishes.
        residuals: (_, d, [l]) => [div(sub(dot3(d, d), mul(l, l)), mul(2, l))],
      };
  }
}
