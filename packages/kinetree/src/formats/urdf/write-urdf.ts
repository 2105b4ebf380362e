import { aFunction, checkOptions, type OptionTypes } from "../../errors/option-types.js";
import { RequestError } from "../../errors/kinetree-error.js";
import { coordinateRelations } from "../../model/constraints/coordinate-relation.js";
import { evaluateReal, parameterDefaults, parametersOf } from "../../model/evaluate-real.js";
import { identityPose } from "../../model/pose.js";
import type { Pose, Real } from "../../model/real.js";
import { requireModel } from "../../model/require-model.js";
import { GROUND, type Body, type Joint, type Model } from "../../model/types.js";
import type { FormatIssue } from "../format-error.js";
import { writeXml, type XmlNode } from "../xml/write-xml.js";
import { ROOT_JOINT } from "./base.js";
import { freeName } from "./names.js";
import { urdfRefusals } from "./refusals.js";
import { jointNode, transmissionNode } from "./write-joint.js";
import { linkNode, Palette } from "./write-link.js";
import { inversePose, isIdentity, joined } from "./write-pose.js";

/** Options of `writeUrdf`. */
export interface WriteUrdfOptions {
  /** Called where the file differs in form from the model: parameters as numbers, frames as links, moved link frames. */
  readonly onNote?: (note: FormatIssue) => void;
}

const optionTypes: OptionTypes<WriteUrdfOptions> = { onNote: aFunction };

/** Beyond this many the list of refusals stops helping. */
const LONGEST_LIST = 20;

/** A model as URDF, numbers to the last bit; throws a `RequestError` that lists everything URDF cannot express. */
export function writeUrdf(model: Model, options: WriteUrdfOptions = {}): string {
  checkOptions(options, optionTypes);
  const { onNote = () => {} } = options;
  requireModel(model);
  const { model: plain, used } = atDefaults(model);
  const refusals = urdfRefusals(plain);
  if (refusals.length > 0) throw cannotSay(model.name, refusals);
  const comments = [...parameterComments(model, used), ...baseComments(plain)];
  const notes = [...comments, ...frameNotes(plain), ...mimicNotes(plain), ...shapeNotes(plain)];
  for (const message of notes) onNote({ code: "urdf-note", message, line: null, column: null, path: "" });
  return writeXml(robotNode(plain), comments);
}

/** The model with every number at the default values of the parameters, and which of them were used. */
function atDefaults(model: Model): { readonly model: Model; readonly used: ReadonlySet<string> } {
  const values = parameterDefaults(model);
  const used = new Set<string>();
  const evaluated = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(evaluated);
    if ("parameter" in value || ("op" in value && "args" in value)) {
      const real = value as Real;
      for (const name of parametersOf(real)) used.add(name);
      return evaluateReal(real, values);
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, evaluated(item)]));
  };
  return { model: { ...(evaluated({ ...model, parameters: [] }) as Model), parameters: model.parameters }, used };
}

function robotNode(model: Model): XmlNode {
  const palette = new Palette();
  const carrier = new Map(model.joints.map((joint) => [joint.child, joint]));
  const X_link_body = new Map(model.bodies.map(({ name }) => [name, linkFrame(carrier.get(name))]));
  const framed = (body: string): Pose => X_link_body.get(body) ?? identityPose;
  const implied = impliedRoot(model);
  const world = implied === null ? worldName(model) : null;
  const relations = coordinateRelations(model.constraints);
  const links = model.bodies.map((body) => linkNode(body, framed(body.name), palette));
  const joints = model.joints
    .filter((joint) => joint !== implied)
    .map((joint) => {
      const parent = joint.parent === GROUND && world !== null ? world : joint.parent;
      const mimic = relations.find(({ driven }) => driven.joint === joint.name);
      return jointNode(joint, parent, joined(framed(joint.parent), joint.X_parent_joint), mimic);
    });
  const actuators = model.actuators.flatMap((actuator) =>
    actuator.kind === "joint" ? [transmissionNode(actuator)] : [],
  );
  return {
    name: "robot",
    attributes: { name: model.name },
    children: [
      ...palette.nodes(),
      ...(world === null ? [] : [{ name: "link", attributes: { name: world } }]),
      ...links,
      ...joints,
      ...frameLinks(model, framed),
      ...actuators,
    ],
  };
}

/** URDF has the joint frame and the link frame of the child in one place, so the link frame goes to the joint. */
const linkFrame = (joint: Joint | undefined): Pose =>
  joint === undefined || isIdentity(joint.X_child_joint) ? identityPose : inversePose(joint.X_child_joint);

/** The joint to the ground that a reader of URDF adds by itself, or null if the file has to say how the robot stands. */
function impliedRoot({ joints }: Model): Joint | null {
  const [joint, ...others] = joints.filter(({ parent }) => parent === GROUND);
  if (joint === undefined || others.length > 0 || joint.name !== ROOT_JOINT) return null;
  const isBase = joint.kind === "weld" || joint.kind === "free";
  return isBase && isIdentity(joint.X_parent_joint) ? joint : null;
}

/** By convention "world"; no body has the name of the ground. */
const worldName = ({ bodies }: Model): string => (bodies.some(({ name }) => name === "world") ? GROUND : "world");

/** Named frames as links without mass, each on a fixed joint: tools find them by these names. */
function frameLinks({ bodies, joints }: Model, framed: (body: string) => Pose): readonly XmlNode[] {
  const linkNames = new Set([...bodies.map(({ name }) => name), "world", GROUND]);
  const jointNames = new Set([...joints.map(({ name }) => name), ROOT_JOINT]);
  return bodies.flatMap((body: Body) =>
    body.frames.flatMap((frame) => {
      const child = freeName(`${body.name}_${frame.name}`, linkNames);
      const name = freeName(`${child}_joint`, jointNames);
      linkNames.add(child);
      jointNames.add(name);
      const pose = joined(framed(body.name), frame.pose);
      const frames = { X_parent_joint: pose, X_child_joint: identityPose };
      const joint: Joint = { kind: "weld", name, parent: body.name, child, ...frames, coordinates: [], role: "auto" };
      return [{ name: "link", attributes: { name: child } }, jointNode(joint, body.name, pose, undefined)];
    }),
  );
}

function parameterComments({ parameters }: Model, used: ReadonlySet<string>): string[] {
  return parameters
    .filter(({ name }) => used.has(name))
    .map(({ name, value, unit }) => {
      const shown = unit === "" ? `${value}` : `${value} ${unit}`;
      return `parameter "${name}" is written at its value ${shown}: URDF has numbers only.`;
    });
}

const baseComments = (model: Model): string[] =>
  impliedRoot(model)?.kind === "free" ? [`the base is free: read this file with base "free".`] : [];

function frameNotes({ bodies, joints }: Model): string[] {
  const moved = joints
    .filter(({ X_child_joint }) => !isIdentity(X_child_joint))
    .map(
      ({ name, child }) =>
        `the frame of link "${child}" lies at joint "${name}", as URDF requires, not at that of the body.`,
    );
  const framed = bodies.flatMap(({ name, frames }) =>
    frames.map((frame) => `frame "${frame.name}" of body "${name}" is written as a link on a fixed joint.`),
  );
  return [...moved, ...framed];
}

/** A mimic has no name of its own and no kind. */
function mimicNotes({ constraints }: Model): string[] {
  return coordinateRelations(constraints)
    .filter(({ kind, name, driven }) => kind !== "coupler" || name !== driven.joint)
    .map(
      ({ kind, name, driven }) =>
        `${kind} "${name}" is written as the mimic of joint "${driven.joint}", which reads back as a coupler with the name of the joint.`,
    );
}

function shapeNotes({ bodies }: Model): string[] {
  return bodies.flatMap((body) =>
    body.shapes.flatMap((shape) => [
      ...(shape.kind === "capsule"
        ? [`shape "${shape.name}" of body "${body.name}" is a capsule, which not every reader of URDF supports.`]
        : []),
      ...(shape.use === "contact" && shape.color !== null
        ? [`the colour of shape "${shape.name}" of body "${body.name}" is left out: URDF has colours of visuals only.`]
        : []),
    ]),
  );
}

function cannotSay(name: string, refusals: readonly string[]): RequestError {
  const shown = refusals.slice(0, LONGEST_LIST).map((refusal) => `- ${refusal}`);
  if (refusals.length > shown.length) shown.push(`- and ${refusals.length - shown.length} more`);
  const message = `model "${name}" cannot be expressed in URDF:\n${shown.join("\n")}`;
  return new RequestError({ code: "urdf-cannot-say", subject: `model "${name}"`, value: refusals, message });
}
