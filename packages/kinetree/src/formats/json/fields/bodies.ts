import { beamMassProperties } from "../../../model/bodies/beam-section.js";
import { modelDefaults } from "../../../model/defaults.js";
import type { Body, Frame, Real, Shape } from "../../../model/types.js";
import { measureKinds as k } from "../../../units/measure-kinds.js";
import type { Codec } from "../codec/codec.js";
import { four, list, three } from "../codec/list-codec.js";
import { literal, real } from "../codec/number-codecs.js";
import { boolean, choice, orNull, text } from "../codec/plain-codecs.js";
import { record, type Siblings } from "../codec/record-codec.js";
import { withShortForm } from "../codec/short-form.js";
import { union } from "../codec/union-codec.js";
import { flexible } from "./flexible.js";
import { pose } from "./pose.js";

interface Tensor {
  readonly xx: Real;
  readonly yy: Real;
  readonly zz: Real;
  readonly xy: Real;
  readonly xz: Real;
  readonly yz: Real;
}

const moment = real(k.momentOfInertia);

const tensor = record<Tensor>({
  title: "inertia",
  doc: "About the mass centre, along the axes of the body frame. Off-diagonals are entries of the tensor itself.",
  fields: {
    xx: { doc: "moment about x", codec: moment },
    yy: { doc: "moment about y", codec: moment },
    zz: { doc: "moment about z", codec: moment },
    xy: { doc: "entry of row x, column y", codec: moment, default: 0 },
    xz: { doc: "entry of row x, column z", codec: moment, default: 0 },
    yz: { doc: "entry of row y, column z", codec: moment, default: 0 },
  },
});

const inertiaObject: Codec<Body["inertia"]> = {
  ...tensor,
  read: (node, reading) => {
    const found = tensor.read(node, reading);
    return found && [found.xx, found.yy, found.zz, found.xy, found.xz, found.yz];
  },
  write: ([xx, yy, zz, xy, xz, yz]) => tensor.write({ xx, yy, zz, xy, xz, yz }),
};

const entries = list(moment);

const inertia: Codec<Body["inertia"]> = withShortForm<Body["inertia"], readonly Real[]>(inertiaObject, {
  types: ["array"],
  codec: { ...entries, label: `\`[xx, yy, zz]\` or \`[xx, yy, zz, xy, xz, yz]\` of ${moment.label}` },
  from: (values, node, reading) => {
    const [xx, yy, zz, xy = 0, xz = 0, yz = 0] = values;
    if (values.length === 3 || values.length === 6) return [xx, yy, zz, xy, xz, yz];
    const message = `a list of ${values.length} must have 3 entries (xx, yy, zz) or 6 (and xy, xz, yz). Give all of them.`;
    return reading.report(node, "wrong-length", message, values.length);
  },
  to: (value) => (value.slice(3).every((entry) => Object.is(entry, 0)) ? value.slice(0, 3) : value),
});

const frame = record<Frame>({
  title: "frame",
  doc: 'A named frame fixed in the body, reached from elsewhere as `"body/frame"`.',
  fields: {
    name: { doc: "unique in its body", codec: text },
    pose: { doc: "where in the body", codec: pose, default: modelDefaults.pose, defaultText: "body frame" },
  },
});

const size = real(k.length);
const round = {
  radius: { doc: "radius", codec: size },
  length: { doc: "length along z", codec: size },
};

const shape = union<Shape, "name" | "pose" | "use" | "color">({
  title: "shape",
  doc: "What the body looks like; shapes do not act on the motion.",
  common: {
    name: { doc: "unique in its body, or empty", codec: text, default: "" },
    pose: { doc: "where in the body", codec: pose, default: modelDefaults.pose, defaultText: "body frame" },
    use: {
      doc: "what it is for",
      codec: choice("display", "contact", "both"),
      default: modelDefaults.shape.use,
    },
    color: {
      doc: "red, green, blue, opacity, each 0 to 1",
      codec: orNull(four(literal(k.ratio))),
      default: modelDefaults.shape.color,
    },
  },
  kinds: {
    box: { doc: "Centred.", fields: { size: { doc: "edges along x, y, z", codec: three(size) } } },
    sphere: { doc: "Centred.", fields: { radius: round.radius } },
    cylinder: { doc: "Axis along z, centred.", fields: round },
    capsule: { doc: "Axis along z, centred; the length is without the two caps.", fields: round },
    mesh: {
      doc: "A mesh kept elsewhere.",
      fields: {
        uri: { doc: "where the mesh is", codec: text },
        scale: { doc: "turns its units into metres", codec: three(real(k.ratio)), default: modelDefaults.shape.scale },
      },
    },
  },
});

const zeroInertia: Body["inertia"] = Object.freeze([0, 0, 0, 0, 0, 0] as const);
const massless = { mass: 0, com: modelDefaults.body.com, inertia: zeroInertia };

/** What follows from the rest of a body; a beam that could not be read has been told of already. */
function following(known: Siblings): Partial<Pick<Body, "mass" | "com" | "inertia">> {
  const bends = known.flexible as Body["flexible"];
  if (bends?.kind === "beam") return beamMassProperties(bends);
  return known.massless === true || ("flexible" in known && bends === undefined) ? massless : { com: massless.com };
}

export const body = record<Body>({
  title: "body",
  doc: 'A body, rigid unless it says how it bends. `"ground"` is the immovable body that every model has.',
  fields: {
    name: { doc: "unique; no slash", codec: text },
    mass: {
      doc: "mass, more than 0; that of a beam follows from the beam",
      codec: real(k.mass),
      defaultFor: (known) => following(known).mass,
      defaultText: "required unless massless or a beam",
    },
    com: {
      doc: "mass centre in the body frame",
      codec: three(real(k.length)),
      defaultFor: (known) => following(known).com,
      defaultText: "`[0, 0, 0]`; that of a beam follows",
    },
    inertia: {
      doc: "inertia about the mass centre, along the axes of the body frame",
      codec: inertia,
      defaultFor: (known) => following(known).inertia,
      defaultText: "required unless massless or a beam",
    },
    massless: { doc: "a body that only carries others", codec: boolean, default: modelDefaults.body.massless },
    unphysical: {
      doc: "keep mass properties that no rigid body can have; only that they are finite is checked",
      codec: boolean,
      optional: true,
      defaultText: "`false`",
    },
    frames: { doc: "named frames", codec: list(frame), default: modelDefaults.body.frames },
    shapes: { doc: "what it looks like", codec: list(shape), default: modelDefaults.body.shapes },
    flexible: { doc: "how it bends", codec: flexible, optional: true, defaultText: "rigid" },
  },
  whenRead: ({ name, frames }, reading) => {
    for (const each of frames) reading.frames.set(`${name}/${each.name}`, each.pose);
  },
});
