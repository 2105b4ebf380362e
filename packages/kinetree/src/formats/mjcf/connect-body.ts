import { quoted } from "../format-error.js";
import { draftOf, type Assembly, type BodyDraft, type JointDraft } from "./assembly.js";
import { Coordinate } from "./coordinate.js";
import type { Item } from "./content.js";
import type { Context } from "./context.js";
import { atReference, readJoint, type ReadJoint } from "./joint.js";
import { at, compose, nowhere, type Placement } from "./mass/placement.js";
import { checkContent } from "./unused.js";

/** Whether bodies directly in the world without joints are fixed or free: as written, or as the caller asks. */
export type Base = "as-written" | "fixed" | "free";

/** The name of a free joint that has none in the file. */
const ROOT = "root";

/** Connects a body to its parent: by a weld, a joint, or a chain of joints with massless bodies `<body>_<joint>`, so that each keeps name and coordinate. */
export function connectBody(
  context: Context,
  assembly: Assembly,
  body: BodyDraft,
  items: readonly Item[],
  X_parent_body: Placement,
  base: Base,
): void {
  const { report } = context;
  const isTop = body.parent === assembly.ground;
  const read = items.map((item) => ({ item, joint: jointOf(context, item) }));
  for (const { joint } of read) {
    if (joint.motion.kind !== "free" || (isTop && read.length === 1)) continue;
    const message = `body ${quoted(body.name)} has a free joint, which must be the only joint of a body directly in <worldbody>. Move the body, or use other joints.`;
    report.error(joint.element, "misplaced-element", message);
  }
  const isWelded = read.length === 0 || (base === "fixed" && read[0].joint.motion.kind === "free");
  if (isWelded) {
    for (const _ of read) assembly.counts.joint++;
    if (base === "free" && isTop) addFree(assembly, body, assembly.jointNames.invent(ROOT), null);
    else assembly.addWeld(body, parentOf(assembly, body), X_parent_body, "tree");
    return;
  }
  let parent = parentOf(assembly, body);
  let X_parent_frame = X_parent_body;
  for (const [i, { item, joint }] of read.entries()) {
    const name = jointName(assembly, item, joint);
    if (joint.motion.kind === "free") {
      addFree(assembly, body, name, joint);
      addSpring(assembly, assembly.joints[assembly.joints.length - 1], joint.stiffness, X_parent_body);
      noteStart(context, joint, body, name);
      continue;
    }
    const isLast = i === read.length - 1;
    const child = isLast ? body : carrier(assembly, body, name, parent, X_parent_frame);
    const draft = assembly.addJoint({
      name,
      element: joint.element,
      parent,
      child,
      X_parent_joint: compose(X_parent_frame, atReference(joint)),
      X_child_joint: at(joint.anchor),
      motion: joint.motion,
      role: "tree",
      coordinates: joint.coordinates,
      scalar: joint.scalar,
    });
    assembly.jointOf.set(name, draft);
    addSpring(assembly, draft, joint.stiffness, nowhere);
    noteStart(context, joint, body, name);
    parent = child;
    X_parent_frame = nowhere;
  }
}

const parentOf = (assembly: Assembly, { parent }: BodyDraft): BodyDraft => parent ?? assembly.ground;

function jointOf(context: Context, item: Item): ReadJoint {
  checkContent(context.report, item.element);
  // Default classes do not apply to a freejoint.
  const element =
    item.element.name === "joint" ? context.defaults.complete(item.element, item.childclass) : item.element;
  return readJoint(context, element, item.X_body_frame);
}

function jointName(assembly: Assembly, { element, suffix }: Item, { motion }: ReadJoint): string {
  const number = assembly.counts.joint++;
  return assembly.jointNames.of(element, motion.kind === "free" ? ROOT : `joint${number}`, suffix);
}

/** A massless body. Not a child of the parent in the drafts: it coincides with its body, and has no mass to count. */
function carrier(
  assembly: Assembly,
  body: BodyDraft,
  joint: string,
  parent: BodyDraft,
  X_parent: Placement,
): BodyDraft {
  const name = assembly.bodyNames.invent(`${body.name}_${joint}`);
  const X_world = compose(parent.X_world, X_parent);
  const draft: BodyDraft = { ...draftOf(name, null, parent, X_world), carries: body, moves: true };
  // Before its body, which came last, so that lists of bodies run from the ground outwards.
  assembly.bodies.splice(assembly.bodies.length - 1, 0, draft);
  return draft;
}

/** Its coordinates are those of the body frame in the world, as in MuJoCo. */
function addFree(assembly: Assembly, body: BodyDraft, name: string, joint: ReadJoint | null): void {
  const draft = assembly.addJoint({
    name,
    element: joint?.element ?? null,
    parent: assembly.ground,
    child: body,
    X_parent_joint: nowhere,
    X_child_joint: nowhere,
    motion: { kind: "free" },
    role: "tree",
    coordinates: joint?.coordinates ?? Array.from({ length: 6 }, () => new Coordinate()),
    scalar: null,
  });
  assembly.jointOf.set(name, draft);
}

/** The spring of a ball or free joint pulls along the rotation vector, and for a free joint the shift, back to where the file has the body. */
function addSpring(assembly: Assembly, draft: JointDraft, k: number, X_parent_rest: Placement): void {
  if (k === 0) return;
  const linear = draft.motion.kind === "free" ? k : 0;
  assembly.loads.push({
    kind: "bushing",
    name: assembly.loadNames.invent(`${draft.name}_spring`),
    a: { body: draft.parent.name, pose: compose(draft.X_parent_joint, X_parent_rest) },
    b: { body: draft.child.name, pose: draft.X_child_joint },
    stiffness: [k, k, k, linear, linear, linear],
    damping: [0, 0, 0, 0, 0, 0],
  });
}

/** Warns where MuJoCo starts from a reference: coordinates start at zero here. */
function noteStart({ report }: Context, { element, scalar }: ReadJoint, body: BodyDraft, name: string): void {
  const { position, rotation } = body.X_world;
  const isFree = element.name === "freejoint" || element.attributes.get("type")?.value === "free";
  const isElsewhere = isFree && (position.some((x) => x !== 0) || rotation[0] !== 1);
  if (scalar === null ? !isElsewhere : scalar.reference === 0) return;
  const start = scalar === null ? `[${[...position, ...rotation].join(", ")}]` : `${scalar.reference}`;
  const message = `joint ${quoted(name)} starts at ${start} in MuJoCo; here every coordinate starts at 0 (quaternions at 1 0 0 0) unless a state is given. Give "q": {"${name}": ${start}} to start as MuJoCo does.`;
  report.warn(element, "start-state", message, start);
}
