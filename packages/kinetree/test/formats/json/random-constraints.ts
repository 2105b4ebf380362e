import { buildModel } from "../../../src/model/builder/build-model.js";
import { modelDefaults } from "../../../src/model/defaults.js";
import { jointSizes } from "../../../src/model/joint-sizes.js";
import { speedKinds, type SpeedKind } from "../../../src/model/speed-kinds.js";
import type {
  Attachment,
  Constraint,
  CoordinateRef,
  Joint,
  JointMotion,
  Model,
  Motion,
} from "../../../src/model/types.js";
import { dice, randomAxis, randomPose, type Dice } from "../../support/dice.js";
import { randomModel } from "../../support/random-model.js";

const loopMotions = (d: Dice): readonly JointMotion[] => [
  { kind: "weld" },
  { kind: "revolute", axis: randomAxis(d) },
  { kind: "continuous", axis: randomAxis(d) },
  { kind: "prismatic", axis: randomAxis(d) },
  { kind: "screw", axis: randomAxis(d), pitch: d.real(0.1) },
  { kind: "cylindrical", axis: randomAxis(d) },
  { kind: "universal", axis1: [1, 0, 0], axis2: [0, 1, 0] },
  { kind: "constant-velocity", axis: [0, 0, 1], xAxis: [1, 0, 0] },
  { kind: "planar", axis: [0, 0, 1], xAxis: [1, 0, 0] },
  { kind: "spherical" },
  { kind: "free" },
  {
    kind: "general",
    axes: [
      { kind: "rotation", axis: [1, 0, 0] },
      { kind: "screw", axis: [0, 1, 0], pitch: d.real(0.2) },
      { kind: "translation", axis: randomAxis(d) },
    ],
  },
];

/** A random tree of at least two bodies with a loop joint of every kind and constraints of every kind. */
export function constrainedModel(seed: number, sample: number): Model {
  const tree = randomModel(seed, sample, { maxBodies: 8, parameters: false });
  const d = dice(seed + 1, sample, true);
  const names = ["ground", ...tree.bodies.map(({ name }) => name)];
  const twoBodies = (): readonly [string, string] => {
    const first = d.integer(names.length);
    return [names[first], names[(first + 1 + d.integer(names.length - 1)) % names.length]];
  };
  const loops = loopMotions(d).map((motion): Joint => {
    const [parent, child] = twoBodies();
    return {
      ...motion,
      name: `loop ${motion.kind}`,
      parent,
      child,
      X_parent_joint: randomPose(d),
      X_child_joint: randomPose(d),
      coordinates: Array.from({ length: jointSizes(motion).nv }, () => modelDefaults.coordinate),
      role: "loop",
    };
  });
  const ends = (): { readonly a: Attachment; readonly b: Attachment } => {
    const [a, b] = twoBodies();
    return { a: { body: a, pose: randomPose(d) }, b: { body: b, pose: randomPose(d) } };
  };
  const constraints: Constraint[] = [
    { kind: "distance", name: "rod", ...ends(), length: d.real(d.between(0.1, 3)) },
    { kind: "point-on-line", name: "slot", ...ends(), axis: randomAxis(d) },
    { kind: "point-on-plane", name: "table", ...ends(), normal: randomAxis(d) },
    ...drivenConstraints(d, tree),
  ];
  return buildModel({
    ...tree,
    parameters: [...tree.parameters, ...d.parameters],
    joints: [...tree.joints, ...loops],
    constraints,
  });
}

/** Each coordinate follows the one before it in some way, so nothing goes in circles. */
function drivenConstraints(d: Dice, { joints }: Model): readonly Constraint[] {
  const plain = joints.flatMap((joint) =>
    joint.kind === "spherical" || joint.kind === "free"
      ? []
      : speedKinds(joint).map((kind, coordinate) => ({ kind, ref: { joint: joint.name, coordinate } })),
  );
  return plain.map(({ kind, ref: driven }, i) => {
    const before = plain[i - 1] as { readonly kind: SpeedKind; readonly ref: CoordinateRef } | undefined;
    const [name, factor, offset] = [`c${i}`, d.real(d.between(-2, 2)), d.real(d.between(-1, 1))];
    if (before === undefined || d.chance(0.3)) return { kind: "motion", name, driven, motion: randomMotion(d) };
    if (before.kind === "translation" || d.chance(0.3))
      return { kind: "coupler", name, driven, driving: before.ref, polynomial: [offset, 0, factor] };
    if (kind === "rotation") return { kind: "gear", name, driven, driving: before.ref, ratio: factor, offset };
    return { kind: "rack-and-pinion", name, rack: driven, pinion: before.ref, radius: factor, offset };
  });
}

const randomMotion = (d: Dice): Motion =>
  d.chance(0.5)
    ? { kind: "polynomial", coefficients: Array.from({ length: 1 + d.integer(5) }, () => d.real(d.between(-1, 1))) }
    : {
        kind: "sine",
        amplitude: d.real(d.between(-1, 1)),
        angularFrequency: d.real(d.between(0, 9)),
        phase: d.chance(0.5) ? 0 : d.real(d.between(-3, 3)),
        offset: d.chance(0.5) ? 0 : d.real(1),
      };
