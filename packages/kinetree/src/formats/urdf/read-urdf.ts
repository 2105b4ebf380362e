import { readOptionTypes } from "../read-options.js";
import { checkOptions } from "../../errors/option-types.js";
import { unknownName } from "../../errors/unknown-name.js";
import { modelDefaults } from "../../model/defaults.js";
import type { Actuator, Body, Joint } from "../../model/types.js";
import { quoted, type Imported } from "../format-error.js";
import type { ReadModelOptions } from "../read-options.js";
import { checkedModel, withModelPaths } from "../xml/model-elements.js";
import { childrenNamed, warnUnknownContent, XmlReport } from "../xml/report.js";
import { requiredText } from "../xml/values.js";
import { parseXml, type XmlElement } from "../xml/xml.js";
import { isGround, rootJoint, warnOfBase, type UrdfBase } from "./base.js";
import { bodyNames, jointNames } from "./names.js";
import { readInertial } from "./read-inertial.js";
import { readJoint, type UrdfJoint } from "./read-joint.js";
import { readMaterials } from "./read-material.js";
import { mimicCircles, readMimic } from "./read-mimic.js";
import { readShapes } from "./read-shape.js";
import { readTransmission } from "./read-transmission.js";
import { findRoot } from "./tree.js";

/** `base` is "fixed" if left out: the root link is welded to the ground. */
export type UrdfOptions = Pick<ReadModelOptions, "file" | "base" | "strict">;

const bases: readonly UrdfBase[] = ["fixed", "free"];

/** A robot in URDF as a model; throws a `FormatError` with all that is wrong. */
export function readUrdf(text: string, options: UrdfOptions = {}): Imported {
  checkOptions(options, readOptionTypes);
  const { file = "robot.urdf", base = "fixed", strict = false } = options;
  if (!bases.includes(base)) throw unknownName("base", String(base), bases);
  const report = new XmlReport(file);
  const robot = parseXml(text, file, (warning) => report.warnings.push(warning));
  if (robot.name !== "robot") {
    const message = `the root element is <${robot.name}>, must be <robot>. Choose the right format, or wrap links and joints in <robot>.`;
    report.error(robot, "not-urdf", message, robot.name);
  }
  refuseMacros(report, robot);
  report.throwIfBroken();
  const { description, elements } = readRobot(report, robot, base, strict);
  const model = checkedModel(file, description, elements, robot);
  return { model, warnings: Object.freeze(withModelPaths(report.warnings, elements)) };
}

interface Parts {
  readonly links: ReadonlyMap<string, XmlElement>;
  readonly joints: ReadonlyMap<string, UrdfJoint>;
  readonly bodies: ReadonlyMap<string, Omit<Body, "name">>;
}

function readRobot(report: XmlReport, robot: XmlElement, base: UrdfBase, strict: boolean) {
  const parts = readParts(report, robot, strict);
  const { links, joints } = parts;
  warnUnsupported(report, robot);
  const list = [...joints.values()];
  // A link or joint that could not be read would only make others look disconnected.
  const root = report.errors.length > 0 ? null : findRoot(report, robot, links, list);
  const rootLink = root === null ? undefined : links.get(root);
  const ground = rootLink !== undefined && isGround(rootLink, list, base);
  if (rootLink !== undefined && base === "free") warnOfBase(report, rootLink, list, ground);
  const bodyName = bodyNames(report, links, ground ? root : null);
  const jointName = jointNames(report, joints, !ground);
  const nameOf = (name: string): string => jointName.get(name) ?? name;
  const circles = mimicCircles(joints);
  const constraints = list.flatMap((joint) => readMimic(report, joint, joints, circles, nameOf) ?? []);
  const actuators = readActuators(report, robot, joints, nameOf);
  report.throwIfBroken();
  const nameOfBody = (link: string): string => bodyName.get(link) ?? link;
  const added = ground || root === null ? [] : [rootJoint(nameOfBody(root), base)];
  const moved = [...parts.bodies].filter(([name]) => !(ground && name === root));
  return {
    elements: {
      bodies: moved.map(([name]) => links.get(name) ?? null),
      joints: [...added.map(() => null), ...list.map(({ element }) => element)],
    },
    description: {
      name: readName(report, robot),
      gravity: modelDefaults.gravity,
      parameters: [],
      bodies: moved.map(([name, body]): Body => ({ name: nameOfBody(name), ...body })),
      joints: [...added, ...list.map((joint) => renamed(joint, nameOf, nameOfBody))],
      loads: [],
      actuators,
      controllers: [],
      constraints,
    },
  };
}

function readParts(report: XmlReport, robot: XmlElement, strict: boolean): Parts {
  const materials = readMaterials(report, robot);
  const links = new Map<string, XmlElement>();
  const joints = new Map<string, UrdfJoint>();
  for (const element of robot.children) {
    if (element.name === "link") {
      const name = requiredText(report, element, "name");
      if (name !== null) add(report, links, name, element, element);
    } else if (element.name === "joint") {
      const joint = readJoint(report, element);
      if (joint !== null) add(report, joints, joint.name, joint, element);
    }
  }
  const bodies = new Map(
    [...links].map(([name, link]) => {
      warnUnknownContent(report, link, { attributes: ["name"], children: ["inertial", "visual", "collision"] });
      const shapes = readShapes(report, link, materials);
      return [name, { ...readInertial(report, link, strict), frames: [], shapes }] as const;
    }),
  );
  return { links, joints, bodies };
}

const renamed = (
  { name, parent, child, made }: UrdfJoint,
  nameOf: (joint: string) => string,
  nameOfBody: (link: string) => string,
): Joint => ({ ...made, name: nameOf(name), parent: nameOfBody(parent), child: nameOfBody(child) });

function add<T>(report: XmlReport, into: Map<string, T>, name: string, item: T, element: XmlElement): void {
  if (!into.has(name)) return void into.set(name, item);
  const message = `there are two <${element.name}> elements called ${quoted(name)}. Rename one of them.`;
  report.errorAt(element, "name", "duplicate-name", message, name);
}

function readName(report: XmlReport, robot: XmlElement): string {
  const name = robot.attributes.get("name")?.value ?? "";
  if (name.trim() !== "") return name;
  report.warn(robot, "missing-attribute", '<robot> has no name; the model is called "robot". Write name="…".');
  return "robot";
}

function readActuators(
  report: XmlReport,
  robot: XmlElement,
  joints: ReadonlyMap<string, UrdfJoint>,
  nameOf: (joint: string) => string,
): readonly Actuator[] {
  const taken = new Set<string>();
  return childrenNamed(robot, "transmission").flatMap((element) => {
    const actuator = readTransmission(report, element, joints, nameOf, taken);
    if (actuator === null) return [];
    taken.add(actuator.name);
    return [actuator];
  });
}

/** Elements that other programs put into URDF, with the advice of the warning. */
const foreign: Readonly<Record<string, string>> = {
  gazebo: "it is for the Gazebo simulator. Remove it, or add its content to the model.",
  ros2_control: "it is for ros2_control. Add actuators and controllers to the model instead.",
  mujoco: "it is for the MuJoCo compiler. Remove it to silence this.",
  sensor: "sensors do not affect the motion. Measure bodies and joints in the result instead.",
};

function warnUnsupported(report: XmlReport, robot: XmlElement): void {
  const known = ["link", "joint", "material", "transmission"];
  for (const element of robot.children)
    if (Object.hasOwn(foreign, element.name)) report.unsupported(element, foreign[element.name]);
  const others = robot.children.filter(({ name }) => !Object.hasOwn(foreign, name));
  const rest = { ...robot, children: others };
  warnUnknownContent(report, rest, { attributes: ["name", "version"], children: known });
}

/** At any depth: a link whose inertia is a macro would be read as massless. */
function refuseMacros(report: XmlReport, element: XmlElement): boolean {
  if (!element.name.startsWith("xacro:")) return element.children.some((child) => refuseMacros(report, child));
  const message = `<${element.name}> is a macro: the file is xacro, not URDF. Expand it first, with "xacro file.xacro > file.urdf".`;
  report.error(element, "xacro", message, element.name);
  return true;
}
