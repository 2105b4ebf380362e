import { suggestName } from "../../../errors/nearest-name.js";
import { ModelError } from "../../../errors/kinetree-error.js";
import { modelDefaults } from "../../../model/defaults.js";
import { axisAngle, rpy } from "../../../model/rotation.js";
import type { Attachment, Pose, QuatR, Real, Vec3R } from "../../../model/types.js";
import { measureKinds as k } from "../../../units/measure-kinds.js";
import { shortText, type Codec } from "../codec/codec.js";
import type { JsonNode } from "../codec/json-tree.js";
import { four, three } from "../codec/list-codec.js";
import { real } from "../codec/number-codecs.js";
import { text } from "../codec/plain-codecs.js";
import type { Reading } from "../codec/reading.js";
import { record } from "../codec/record-codec.js";
import { isSameData } from "../../../model/same-data.js";
import { withShortForm } from "../codec/short-form.js";

/** A pose as the file says it: its rotation in one of three ways. */
interface PoseParts {
  readonly position: Vec3R;
  readonly quaternion?: QuatR;
  readonly rpy?: Vec3R;
  readonly axisAngle?: AxisAngle;
}

interface AxisAngle {
  readonly axis: Vec3R;
  readonly angle: Real;
}

const axisAngleParts = record<AxisAngle>({
  title: "axis-angle",
  doc: "A rotation about an axis.",
  fields: {
    axis: { doc: "direction of any length", codec: three(real(k.ratio)) },
    angle: { doc: "angle about it", codec: real(k.angle) },
  },
});

const poseParts = record<PoseParts>({
  title: "pose",
  doc: "Position and rotation of a frame. The rotation is said in one way, or not at all.",
  fields: {
    position: { doc: "origin", codec: three(real(k.length)), default: modelDefaults.pose.position },
    quaternion: { doc: "rotation as w, x, y, z, of length 1", codec: four(real(k.ratio)), optional: true },
    rpy: {
      doc: "roll, pitch, yaw about the fixed axes x, y, z, in this order",
      codec: three(real(k.angle)),
      optional: true,
    },
    axisAngle: { doc: "rotation about an axis", codec: axisAngleParts, optional: true },
  },
});

const { position: origin, rotation: unturned } = modelDefaults.pose;

function poseFromParts(parts: PoseParts, node: JsonNode, reading: Reading): Pose | undefined {
  const ways = (["quaternion", "rpy", "axisAngle"] as const).filter((way) => parts[way] !== undefined);
  if (ways.length > 1) {
    const message = `the rotation is said by ${ways.join(" and ")}, must be said in one way. Keep one of them.`;
    return reading.report(node, "rotation-twice", message, ways);
  }
  const { position } = parts;
  try {
    if (parts.rpy) return { position, rotation: rpy(...parts.rpy) };
    if (parts.axisAngle) return { position, rotation: axisAngle(parts.axisAngle.axis, parts.axisAngle.angle) };
    return { position, rotation: parts.quaternion ?? unturned };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return reading.report(node, error.code, error.message, error.value);
  }
}

const isUnturned = ({ rotation }: Pose): boolean => isSameData(rotation, unturned);

const fullPose: Codec<Pose> = {
  ...poseParts,
  read: (node, reading) => {
    const parts = poseParts.read(node, reading);
    return parts === undefined ? undefined : poseFromParts(parts, node, reading);
  },
  write: (pose) =>
    poseParts.write({ position: pose.position, ...(isUnturned(pose) ? {} : { quaternion: pose.rotation }) }),
};

/** A pose in a body: an object, or a position alone. */
export const pose: Codec<Pose> = withShortForm(fullPose, {
  types: ["array"],
  codec: three(real(k.length)),
  from: (position) => ({ position, rotation: unturned }),
  to: (value) => (isUnturned(value) ? value.position : undefined),
});

/** The same, or a named frame "body/frame" of that body. */
export const poseOn = (body: unknown): Codec<Pose> =>
  withShortForm(pose, {
    types: ["string"],
    codec: { ...text, label: '`"body/frame"`' },
    from: (name, node, reading) => {
      const found = frameNamed(name, node, reading);
      if (found === undefined || body === undefined || name.startsWith(`${String(body)}/`)) return found;
      const message = `frame "${shortText(name)}" must be one of body "${shortText(String(body))}". Name a frame of it.`;
      return reading.report(node, "frame-of-other-body", message, name);
    },
    to: () => undefined,
  });

function frameNamed(name: string, node: JsonNode, reading: Reading): Pose | undefined {
  const found = reading.frames.get(name);
  // Frames of a body that could not be read are unknown for another reason, which has been told.
  if (found !== undefined || reading.issues.length > 0) return found;
  const fix = suggestName(shortText(name), reading.frames.keys());
  const message = `frame "${shortText(name)}" is unknown, must be "body/frame". ${fix}`;
  return reading.report(node, "unknown-frame", message, name);
}

const fullAttachment = record<Attachment>({
  title: "place",
  doc: 'A frame on a body: this object, or the name of a body (its own frame), or `"body/frame"` (a named frame).',
  fields: {
    body: { doc: 'name of the body; `"ground"` is the world', codec: text },
    pose: {
      doc: "where in the body",
      codec: poseOn(undefined),
      codecFor: ({ body }) => poseOn(body),
      default: modelDefaults.pose,
      defaultText: "body frame",
    },
  },
});

/** A frame on a body: an object, the name of a body, or "body/frame". */
export const attachment: Codec<Attachment> = withShortForm(fullAttachment, {
  types: ["string"],
  codec: { ...text, label: '`"body"`, `"body/frame"`' },
  from: (name, node, reading) => {
    const slash = name.indexOf("/");
    if (slash < 0) return { body: name, pose: modelDefaults.pose };
    const frame = frameNamed(name, node, reading);
    return frame === undefined ? undefined : { body: name.slice(0, slash), pose: frame };
  },
  to: ({ body, pose: where }) =>
    !body.includes("/") && isUnturned(where) && isSameData(where.position, origin) ? body : undefined,
});
