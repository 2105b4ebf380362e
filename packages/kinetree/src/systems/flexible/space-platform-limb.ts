import type { AnyMechanism } from "../../model/builder/mechanism.js";
import { beamMassProperties } from "../../model/bodies/beam-section.js";
import type { Beam } from "../../model/flexible.js";
import { composePose, pose } from "../../model/pose.js";
import { axisAngle, multiplyQuat } from "../../model/rotation.js";
import type { Pose } from "../../model/types.js";
import { onCircle } from "../parts/point.js";
import { cylinderAlongX, roundAlongX, type RoundPart } from "../parts/rod.js";
import type { LimbSizes, LimbStance } from "./space-platform-table.js";

/** How the two booms of each limb are modelled. */
export interface BoomOptions {
  readonly flexible: boolean;
  /** In two halves that are welded together. */
  readonly halved: boolean;
}

/** A mechanism with one more limb, and where that limb ends. */
interface AddedLimb {
  readonly soFar: AnyMechanism;
  /** Name of the last link. */
  readonly end: string;
  /** Its free end, in its own frame and in that of the plate that the limb stands on. */
  readonly X_end_tip: Pose;
  readonly X_plate_tip: Pose;
}

interface LimbPlace {
  readonly body: string;
  /** Height of its upper face over its frame [m]. */
  readonly face: number;
  /** About its axis [deg]. */
  readonly azimuthDeg: number;
}

type JointName = "roll1" | "yaw1" | "pitch1" | "pitch2" | "pitch3" | "yaw2" | "roll2";

const axes = { roll: [1, 0, 0], yaw: [0, 0, 1], pitch: [0, 1, 0] } as const;

/** The joints of a limb in their order: as many pitches as its stance has. */
export function limbJoints({ pitchesDeg }: LimbStance): readonly JointName[] {
  const third: readonly JointName[] = pitchesDeg.length > 2 ? ["pitch3"] : [];
  return ["roll1", "yaw1", "pitch1", "pitch2", ...third, "yaw2", "roll2"];
}

/**
 * Adds a leg or an arm on the upper face of a plate: links along their x axes, roll about x, yaw about z, pitch about y, which
 * is level and across the plane that the limb is bent in. Bodies and joints are called "leg1_roll1" and so on, the links that
 * the first two pitches carry "leg1_boom1" and "leg1_boom2", or "leg1_boom1a" and "leg1_boom1b" in halves.
 */
export function addLimb(
  start: AnyMechanism,
  name: string,
  { body, face, azimuthDeg }: LimbPlace,
  stance: LimbStance,
  sizes: LimbSizes,
  booms: BoomOptions,
): AddedLimb {
  let soFar = start;
  let parent = body;
  let X_parent_joint: Pose = {
    position: onCircle(stance.mountRadius, azimuthDeg, face),
    // x upwards, z towards the axis of the plate.
    rotation: multiplyQuat(axisAngle(axes.yaw, radians(azimuthDeg)), axisAngle(axes.pitch, -Math.PI / 2)),
  };
  let X_plate_parent: Pose = pose({});
  for (const joint of limbJoints(stance)) {
    const kind = joint.slice(0, -1) as keyof typeof axes;
    const number = Number(joint.slice(-1));
    const isBoom = kind === "pitch" && number <= 2;
    const turnDeg = kind === "pitch" ? stance.pitchesDeg[number - 1] : joint === "yaw2" ? stance.wristYawDeg : 0;
    const X_parent_link = composePose(X_parent_joint, pose({ axisAngle: [axes[kind], radians(turnDeg)] }));
    const carried = isBoom ? `${name}_boom${number}${booms.halved ? "a" : ""}` : `${name}_${joint}`;
    soFar = soFar.revolute(`${name}_${joint}`, {
      parent,
      child: carried,
      at: X_parent_link,
      axis: axes[kind],
      damping: sizes.jointDamping,
      armature: sizes.armature,
    });
    const link = isBoom
      ? addBoom(soFar, `${name}_boom${number}`, sizes.boom, booms)
      : addRigid(soFar, carried, joint === "roll2" ? sizes.endEffector : sizes.housing);
    soFar = link.soFar;
    parent = link.end;
    X_plate_parent = composePose(composePose(X_plate_parent, X_parent_link), link.X_link_end);
    X_parent_joint = link.X_end_joint;
  }
  return { soFar, end: parent, X_end_tip: X_parent_joint, X_plate_tip: composePose(X_plate_parent, X_parent_joint) };
}

/** A link that was added: the body at its end, that body's frame in the link's, and where the next joint sits on it. */
interface AddedLink {
  readonly soFar: AnyMechanism;
  readonly end: string;
  readonly X_link_end: Pose;
  readonly X_end_joint: Pose;
}

const along = (length: number): Pose => pose([length, 0, 0]);

function addRigid(soFar: AnyMechanism, name: string, part: RoundPart): AddedLink {
  return {
    soFar: soFar.body(name, roundAlongX(part)),
    end: name,
    X_link_end: pose({}),
    X_end_joint: along(part.length),
  };
}

function addBoom(soFar: AnyMechanism, name: string, boom: Beam, { flexible, halved }: BoomOptions): AddedLink {
  const add = flexible ? addBeam : addRigidBeam;
  if (!halved) return add(soFar, name, boom);
  const half: Beam = { ...boom, length: boom.length / 2 };
  const first = add(soFar, `${name}a`, half);
  const second = add(first.soFar, `${name}b`, half);
  return {
    ...second,
    soFar: second.soFar.weld(`${name}_splice`, { parent: first.end, child: `${name}b`, at: first.X_end_joint }),
    X_link_end: composePose(composePose(first.X_link_end, first.X_end_joint), second.X_link_end),
  };
}

/** Others hold on to the station at the tip. */
function addBeam(soFar: AnyMechanism, name: string, { kind: _, ...beam }: Beam): AddedLink {
  return { soFar: soFar.beam(name, beam), end: `${name}_tip`, X_link_end: along(beam.length), X_end_joint: pose({}) };
}

/** The same mass without modes. */
function addRigidBeam(soFar: AnyMechanism, name: string, beam: Beam): AddedLink {
  const radius = beam.section.kind === "circle" ? Number(beam.section.radius) : 0;
  return {
    soFar: soFar.body(name, { ...beamMassProperties(beam), shapes: [cylinderAlongX(radius, beam.length)] }),
    end: name,
    X_link_end: pose({}),
    X_end_joint: along(beam.length),
  };
}

const radians = (angleDeg: number): number => (angleDeg * Math.PI) / 180;
