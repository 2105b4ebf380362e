import { warnUnknownContent } from "../xml/report.js";
import type { XmlElement } from "../xml/xml.js";
import type { MjcfReport } from "./mjcf-report.js";
import { poseNames } from "./orientation.js";

/* What elements may hold: what is read, what is known but has no counterpart here, and why not. */

const contact =
  "MuJoCo's contacts have no counterpart: those of a model are points and spheres on a terrain, with laws of their own.";
const solver = "constraints here are rigid, or smooth forces; MuJoCo's solver parameters have no counterpart.";
const display = "it changes the picture, not the motion.";
const user = "data of the user's own have no place in a model.";
const fluid = "forces of a surrounding fluid are not part of a model.";
const memory = "it changes how MuJoCo computes, not what.";

interface Content {
  readonly used: readonly string[];
  readonly unused?: Readonly<Record<string, string>>;
  readonly children?: readonly string[];
}

const unusedOfJoint = {
  solreflimit: solver,
  solimplimit: solver,
  solreffriction: solver,
  solimpfriction: solver,
  margin: solver,
  actuatorgravcomp: "gravity compensation here is a force on the body, not part of an actuator.",
  group: display,
  user,
};

const unusedOfGeom = {
  condim: contact,
  priority: contact,
  friction: contact,
  solmix: contact,
  solref: contact,
  solimp: contact,
  margin: contact,
  gap: contact,
  surfacevel: contact,
  adhesion: contact,
  fluidshape: fluid,
  fluidcoef: fluid,
  user,
};

const unusedOfActuator = {
  nsample: "delayed commands are not part of an actuator.",
  interp: "delayed commands are not part of an actuator.",
  delay: "delayed commands are not part of an actuator.",
  lengthrange: "only muscles need it.",
  actlimited: "actuators here have no activation.",
  actrange: "actuators here have no activation.",
  actdim: "actuators here have no activation.",
  actearly: "actuators here have no activation.",
  dynprm: "actuators here have no activation.",
  user,
};

const targets = [
  "name",
  "class",
  "joint",
  "jointinparent",
  "tendon",
  "slidersite",
  "cranksite",
  "site",
  "refsite",
  "body",
];
const drive = [
  ...targets,
  "group",
  "ctrlrange",
  "ctrllimited",
  "forcelimited",
  "forcerange",
  "gear",
  "damping",
  "armature",
  "cranklength",
];

const solverNames = { solref: solver, solimp: solver };

const contents: Readonly<Record<string, Content>> = {
  compiler: {
    used: [
      "autolimits",
      "boundmass",
      "boundinertia",
      "settotalmass",
      "balanceinertia",
      "strippath",
      "coordinate",
      "angle",
      "eulerseq",
      "meshdir",
      "assetdir",
      "inertiafromgeom",
      "inertiagrouprange",
      "alignfree",
      // Without effect on the motion, so that taking no notice is exact.
      "texturedir",
      "discardvisual",
      "usethread",
      "fusestatic",
      "saveinertial",
      "fitaabb",
      "conflict",
      "convexhull",
    ],
    unused: { exactmeshinertia: 'MuJoCo dropped it: write inertia="exact" at the <mesh>.' },
    children: ["lengthrange"],
  },
  body: {
    used: ["name", "childclass", ...poseNames, "mocap", "gravcomp"],
    unused: { user, sleep: memory, simple: memory, fuse: memory },
  },
  worldbody: { used: ["childclass"] },
  frame: { used: ["name", "childclass", ...poseNames] },
  replicate: { used: ["count", "sep", "offset", "euler", "childclass"] },
  inertial: { used: [...poseNames, "mass", "diaginertia", "fullinertia"] },
  joint: {
    used: [
      "name",
      "class",
      "type",
      "pos",
      "axis",
      "springdamper",
      "limited",
      "actuatorfrclimited",
      "stiffness",
      "range",
      "actuatorfrcrange",
      "ref",
      "springref",
      "armature",
      "damping",
      "frictionloss",
    ],
    unused: unusedOfJoint,
  },
  freejoint: { used: ["name", "align"], unused: { group: display } },
  geom: {
    used: [
      "name",
      "class",
      "type",
      "contype",
      "conaffinity",
      "group",
      "size",
      "material",
      "mass",
      "density",
      "shellinertia",
      "fromto",
      ...poseNames,
      "hfield",
      "mesh",
      "fitscale",
      "rgba",
    ],
    unused: unusedOfGeom,
    children: ["plugin"],
  },
  site: {
    used: ["name", "class", ...poseNames, "fromto"],
    unused: { type: display, group: display, material: display, mesh: display, size: display, rgba: display, user },
  },
  mesh: {
    used: [
      "name",
      "class",
      "file",
      "content_type",
      "vertex",
      "face",
      "refpos",
      "refquat",
      "scale",
      "inertia",
      "builtin",
      "params",
    ],
    unused: {
      normal: display,
      texcoord: display,
      smoothnormal: display,
      material: display,
      maxhullvert: contact,
      octree_maxdepth: contact,
    },
    children: ["plugin"],
  },
  material: {
    used: ["name", "class", "rgba"],
    unused: {
      texture: display,
      texrepeat: display,
      texuniform: display,
      emission: display,
      specular: display,
      shininess: display,
      reflectance: display,
      metallic: display,
      roughness: display,
    },
    children: ["layer"],
  },
  connect: { used: ["name", "class", "active", "body1", "body2", "anchor", "site1", "site2"], unused: solverNames },
  weld: {
    used: ["name", "class", "active", "body1", "body2", "relpose", "anchor", "site1", "site2"],
    unused: { ...solverNames, torquescale: solver },
  },
  "equality joint": { used: ["name", "class", "active", "joint1", "joint2", "polycoef"], unused: solverNames },
  equality: { used: ["active"], unused: solverNames },
  motor: { used: drive, unused: unusedOfActuator },
  position: { used: [...drive, "kp", "kv", "dampratio", "timeconst", "inheritrange"], unused: unusedOfActuator },
  velocity: { used: [...drive, "kv"], unused: unusedOfActuator },
  general: {
    used: [...drive, "dyntype", "gaintype", "biastype", "gainprm", "biasprm", "dynprm", "actdim"],
    unused: unusedOfActuator,
    children: ["plugin"],
  },
};

/** Warns of attributes that are unknown or have no counterpart; elements inside are the business of whoever reads them. */
export function checkContent(report: MjcfReport, element: XmlElement, kind: string = element.name): void {
  const { used, unused = {}, children } = contents[kind];
  const attributes = [...used, ...Object.keys(unused)];
  // Children that the reader walks itself are all known here, so that they are not told twice.
  const known = { attributes, children: children ?? element.children.map(({ name }) => name) };
  warnUnknownContent(report, element, known);
  for (const name of element.attributes.keys())
    if (Object.hasOwn(unused, name) && !used.includes(name)) report.unused(element, name, unused[name]);
}
