import { warnUnknownContent } from "../xml/report.js";
import type { XmlElement } from "../xml/xml.js";
import type { MjcfReport } from "./mjcf-report.js";
import { poseNames } from "./orientation.js";

/* Attributes of each element: those that are read, and those that are known but have no counterpart here, with the reason. */

export const contact =
  "MuJoCo's contacts have no counterpart: those of a model are points and spheres on a terrain, with other contact laws.";
const solver = "constraints here are rigid, or smooth forces; MuJoCo's solver parameters have no counterpart.";
export const display = "it affects the display only.";
export const user = "a model has no user data.";
const fluid = "fluid forces are not supported.";
const memory = "it affects MuJoCo's computation, not the mechanism.";

export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Attributes that are not used, all for one reason. */
const unusedFor = (why: string, names: string): Readonly<Record<string, string>> =>
  Object.fromEntries(words(names).map((name) => [name, why]));

interface Content {
  readonly used: readonly string[];
  readonly unused?: Readonly<Record<string, string>>;
  readonly children?: readonly string[];
}

const unusedOfActuator = {
  ...unusedFor("delayed commands are not supported.", "nsample interp delay"),
  ...unusedFor("actuators here have no activation.", "actlimited actrange actdim actearly dynprm"),
  lengthrange: "only muscles need it.",
  user,
};

const targets = words("name class joint jointinparent tendon slidersite cranksite site refsite body");
const limits = words("ctrlrange ctrllimited forcelimited forcerange");
const drive = [...targets, ...limits, ...words("group gear damping armature cranklength")];

const solverNames = unusedFor(solver, "solref solimp");

const contents: Readonly<Record<string, Content>> = {
  compiler: {
    used: [
      ...words(
        "autolimits boundmass boundinertia settotalmass balanceinertia strippath coordinate angle eulerseq meshdir",
      ),
      ...words("assetdir inertiafromgeom inertiagrouprange alignfree"),
      // Without effect on the motion, so that ignoring them is exact.
      ...words("texturedir discardvisual usethread fusestatic saveinertial fitaabb conflict convexhull"),
    ],
    unused: { exactmeshinertia: 'MuJoCo dropped it: write inertia="exact" at the <mesh>.' },
    children: ["lengthrange"],
  },
  body: {
    used: [...poseNames, ...words("name childclass mocap gravcomp")],
    unused: { ...unusedFor(memory, "sleep simple fuse"), user },
  },
  worldbody: { used: ["childclass"] },
  frame: { used: ["name", "childclass", ...poseNames] },
  replicate: { used: words("count sep offset euler childclass") },
  inertial: { used: [...poseNames, ...words("mass diaginertia fullinertia")] },
  joint: {
    used: [
      ...words("name class type pos axis springdamper limited actuatorfrclimited stiffness range actuatorfrcrange ref"),
      ...words("springref armature damping frictionloss"),
    ],
    unused: {
      ...unusedFor(solver, "solreflimit solimplimit solreffriction solimpfriction margin"),
      actuatorgravcomp: "gravity compensation here is a force on the body, not part of an actuator.",
      group: display,
      user,
    },
  },
  freejoint: { used: ["name", "align"], unused: { group: display } },
  geom: {
    used: [
      ...poseNames,
      ...words("name class type contype conaffinity group size material mass density shellinertia fromto"),
      ...words("hfield mesh fitscale rgba"),
    ],
    unused: {
      ...unusedFor(contact, "condim priority friction solmix solref solimp margin gap surfacevel adhesion"),
      ...unusedFor(fluid, "fluidshape fluidcoef"),
      user,
    },
    children: ["plugin"],
  },
  site: {
    used: [...poseNames, ...words("name class fromto")],
    unused: { ...unusedFor(display, "type group material mesh size rgba"), user },
  },
  mesh: {
    used: words("name class file content_type vertex face refpos refquat scale inertia builtin params"),
    unused: {
      ...unusedFor(display, "normal texcoord smoothnormal material"),
      ...unusedFor(contact, "maxhullvert octree_maxdepth"),
    },
    children: ["plugin"],
  },
  material: {
    used: words("name class rgba"),
    unused: unusedFor(
      display,
      "texture texrepeat texuniform emission specular shininess reflectance metallic roughness",
    ),
    children: ["layer"],
  },
  connect: { used: words("name class active body1 body2 anchor site1 site2"), unused: solverNames },
  weld: {
    used: words("name class active body1 body2 relpose anchor site1 site2"),
    unused: { ...solverNames, torquescale: solver },
  },
  "equality joint": { used: words("name class active joint1 joint2 polycoef"), unused: solverNames },
  equality: { used: ["active"], unused: solverNames },
  motor: { used: drive, unused: unusedOfActuator },
  position: { used: [...drive, ...words("kp kv dampratio timeconst inheritrange")], unused: unusedOfActuator },
  velocity: { used: [...drive, "kv"], unused: unusedOfActuator },
  general: {
    used: [...drive, ...words("dyntype gaintype biastype gainprm biasprm dynprm actdim")],
    unused: unusedOfActuator,
    children: ["plugin"],
  },
};

/** Warns of attributes that are unknown or have no counterpart. Child elements are checked where they are read. */
export function checkContent(report: MjcfReport, element: XmlElement, kind: string = element.name): void {
  const { used, unused = {}, children } = contents[kind];
  const attributes = [...used, ...Object.keys(unused)];
  // Children that the reader visits itself count as known here, so that they are not reported twice.
  const known = { attributes, children: children ?? element.children.map(({ name }) => name) };
  warnUnknownContent(report, element, known);
  for (const name of element.attributes.keys())
    if (Object.hasOwn(unused, name) && !used.includes(name)) report.unused(element, name, unused[name]);
}
