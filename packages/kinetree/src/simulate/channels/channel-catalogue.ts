import { RequestError } from "../../errors/kinetree-error.js";
import { nearestName } from "../../errors/nearest-name.js";
import { tyreParts, tyreQuantities } from "../../elements/tyre/tyre-quantities.js";
import { isFlexible } from "../../formulation/flexible/flexible-stations.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import {
  deflectionChannels,
  deflectionParts,
  sectionChannels,
  sectionParts,
  sectionsNamed,
} from "./flexible-channels.js";
import { driveParts, shaftParts } from "../../formulation/loads/shaft-view.js";
import { driveChannels, shaftChannels } from "./shaft-channels.js";
import { stateNames } from "./state-names.js";
import { matchesPattern, namePrefixes } from "./name-pattern.js";

/** The quantity behind a channel: one number computed for a body, a joint, a speed or the whole mechanism. */
export type ChannelSource =
  | { readonly of: "motion" | "acceleration"; readonly body: number; readonly entry: number }
  | { readonly of: "load"; readonly joint: number; readonly entry: number }
  | { readonly of: "contact"; readonly contact: number; readonly entry: number }
  | { readonly of: "tyre"; readonly tyre: number; readonly entry: number }
  | { readonly of: "shaft"; readonly entry: number }
  | { readonly of: "deflection"; readonly station: number; readonly entry: number }
  | { readonly of: "section"; readonly body: number; readonly at: number; readonly entry: number }
  | { readonly of: "elastic" }
  | { readonly of: "totals"; readonly entry: number }
  | { readonly of: "com"; readonly entry: number }
  | { readonly of: "energy"; readonly what: "total" | "work" | "balance" }
  | { readonly of: "q" | "v" | "vdot"; readonly entry: number };

/** A number that a run can record, by the name of its column. */
export interface CataloguedChannel {
  readonly name: string;
  readonly unit: string;
  readonly source: ChannelSource;
}

/** A group of channels, as named by `--channels` and help texts. */
export interface ChannelGroup {
  readonly name: string;
  readonly of: "body" | "joint" | "contact" | "tyre" | "shaft" | "station" | "section" | "mechanism";
  readonly parts: readonly string[];
  readonly unit: string;
  readonly summary: string;
}

const xyz = ["x", "y", "z"];

/** All groups, in the order of a listing. Vectors are in world components except for `load`, `deflection` and `section`. */
export const channelGroups: readonly ChannelGroup[] = Object.freeze([
  { name: "q", of: "joint", parts: [], unit: "", summary: "coordinates; always recorded" },
  { name: "v", of: "joint", parts: [], unit: "", summary: "speeds; always recorded" },
  { name: "vdot", of: "joint", parts: [], unit: "", summary: "rates of the speeds" },
  { name: "pos", of: "body", parts: xyz, unit: "m", summary: "position of the body frame's origin" },
  { name: "quat", of: "body", parts: ["w", ...xyz], unit: "", summary: "orientation as a quaternion with w >= 0" },
  { name: "vel", of: "body", parts: xyz, unit: "m/s", summary: "velocity of the body frame's origin" },
  { name: "omega", of: "body", parts: xyz, unit: "rad/s", summary: "angular velocity" },
  { name: "acc", of: "body", parts: xyz, unit: "m/s^2", summary: "acceleration of the body frame's origin" },
  { name: "alpha", of: "body", parts: xyz, unit: "rad/s^2", summary: "angular acceleration" },
  {
    name: "load",
    of: "joint",
    parts: ["tx", "ty", "tz", "fx", "fy", "fz"],
    unit: "N m, N",
    summary: "torque and force of the parent on the child, at and along the joint frame on the child",
  },
  {
    name: "contact",
    of: "contact",
    parts: ["normal", "fx", "fy", "fz", "depth", "touching"],
    unit: "N, m",
    summary: "force across the surface, force on the body, depth (0 apart), and 1 while touching",
  },
  {
    name: "tyre",
    of: "tyre",
    parts: tyreParts,
    unit: "N, N m, m, rad, W",
    summary:
      "forces and moments along the axes of the contact, slips, camber, depth, carcass, use of friction, rolling radius, heat; place and force in the world",
  },
  {
    name: "shaft",
    of: "shaft",
    parts: shaftParts,
    unit: "rad, rad/s, rad/s^2",
    summary: "angle, speed and acceleration of a shaft",
  },
  {
    name: "drive",
    of: "shaft",
    parts: driveParts,
    unit: "N m, W",
    summary:
      "of an element between shafts: torque on its last end, torque taken from its first, power that it gives, and the command that it follows",
  },
  {
    name: "deflection",
    of: "station",
    parts: deflectionParts,
    unit: "m, rad",
    summary: "displacement and rotation vector of a station of a flexible body, in that body's frame",
  },
  {
    name: "section",
    of: "section",
    parts: sectionParts,
    unit: "N, N m, Pa",
    summary:
      "axial and shear forces, torque, bending moments and greatest normal stress of a beam, at a station or at a percentage of its length",
  },
  {
    name: "energy",
    of: "mechanism",
    parts: ["kinetic", "potential", "total", "work", "balance", "elastic"],
    unit: "J",
    summary:
      "energies, work of loads other than springs and gravity, residual of the balance, and elastic energy of flexible bodies",
  },
  { name: "com", of: "mechanism", parts: xyz, unit: "m", summary: "mass centre of all bodies that can move" },
  { name: "momentum", of: "mechanism", parts: xyz, unit: "kg m/s", summary: "linear momentum" },
  {
    name: "angmom",
    of: "mechanism",
    parts: xyz,
    unit: "kg m^2/s",
    summary: "angular momentum about the world's origin",
  },
]);

/** First entry of a group in the rows of `traceBodyMotions`, `traceBodyAccelerations` and `TOTALS`. */
const firstEntry: Readonly<Record<string, number>> = {
  pos: 0,
  quat: 3,
  omega: 7,
  vel: 10,
  alpha: 0,
  acc: 3,
  momentum: 2,
  angmom: 5,
};

export const isOfQuaternion = (entry: number): boolean => entry >= firstEntry["quat"] && entry < firstEntry["omega"];
export const isOfVelocity = (entry: number): boolean => entry >= firstEntry["omega"];

function channelsOf(model: Model, topology: Topology, { name, of, parts, unit }: ChannelGroup): CataloguedChannel[] {
  if (name === "q" || name === "v" || name === "vdot") {
    return stateNames(model, topology, name === "q" ? "q" : "v", name).map((column, entry) => ({
      name: column.name,
      unit: name === "vdot" ? column.unit.replace("/s", "/s^2") : column.unit,
      source: { of: name, entry },
    }));
  }
  if (name === "energy")
    return parts
      .filter((part) => part !== "elastic" || isFlexible(model))
      .map((part) => ({ name: `energy.${part}`, unit, source: energySources[part] }));
  if (name === "deflection") return deflectionChannels(model);
  if (name === "section") return sectionChannels(model);
  if (name === "shaft") return shaftChannels(model);
  if (name === "drive") return driveChannels(model);
  if (name === "com") return parts.map((part, entry) => ({ name: `com.${part}`, unit, source: { of: "com", entry } }));
  const first = firstEntry[name];
  if (of === "mechanism") {
    return parts.map((part, k) => ({ name: `${name}.${part}`, unit, source: { of: "totals", entry: first + k } }));
  }
  if (name === "load") {
    return model.joints.flatMap((joint, index) =>
      parts.map((part, entry) => ({
        name: `load.${joint.name}.${part}`,
        unit: entry < 3 ? "N m" : "N",
        source: { of: "load", joint: index, entry },
      })),
    );
  }
  if (name === "contact") {
    return model.contacts.flatMap((contact, index) =>
      parts.map((part, entry) => ({
        name: `contact.${contact.name}.${part}`,
        unit: part === "depth" ? "m" : part === "touching" ? "" : "N",
        source: { of: "contact", contact: index, entry },
      })),
    );
  }
  if (name === "tyre") {
    return model.tyres.flatMap((tyre, index) =>
      tyreParts.map((part, entry) => ({
        name: `tyre.${tyre.name}.${part}`,
        unit: tyreQuantities[part].unit,
        source: { of: "tyre", tyre: index, entry },
      })),
    );
  }
  const kind = name === "acc" || name === "alpha" ? "acceleration" : "motion";
  return model.bodies.flatMap((body, index) =>
    parts.map((part, k) => ({
      name: `${name}.${body.name}.${part}`,
      unit,
      source: { of: kind, body: index, entry: first + k },
    })),
  );
}

const energySources: Readonly<Record<string, ChannelSource>> = {
  kinetic: { of: "totals", entry: 0 },
  potential: { of: "totals", entry: 1 },
  total: { of: "energy", what: "total" },
  work: { of: "energy", what: "work" },
  balance: { of: "energy", what: "balance" },
  elastic: { of: "elastic" },
};

/** Limits the search for a similar name: a chain of thousands of bodies has hundreds of thousands of channels. */
const MOST_COMPARED = 2000;

/** By a group ("pos"), all of one body or joint ("pos.arm"), one number ("pos.arm.x"), or with * for any text ("pos.leg*.z"). */
export function matchChannels(model: Model, topology: Topology, pattern: string): readonly CataloguedChannel[] {
  // "pos." means "pos": with the dot it is a prefix.
  const bare = pattern.replace(/\.$/, "");
  const wantedGroup = bare.split(".")[0];
  const groups = channelGroups.filter(({ name }) => matchesPattern(name, wantedGroup));
  const catalogue = groups.flatMap((group) => channelsOf(model, topology, group));
  const matches = catalogue.filter(({ name }) => namePrefixes(name).some((prefix) => matchesPattern(prefix, bare)));
  if (matches.length > 0) return matches;
  const named = sectionsNamed(model, bare);
  if (named.length > 0) return named;
  const lacking = whatIsLacking(model, groups);
  if (lacking !== null) {
    const message = `channel "${pattern}": model "${model.name}" has no ${lacking}`;
    throw new RequestError({ code: "unknown-channel", subject: `channel "${pattern}"`, value: pattern, message });
  }
  const groupNames = channelGroups.map(({ name }) => name);
  const names = new Set(catalogue.slice(0, MOST_COMPARED).flatMap(({ name }) => namePrefixes(name)));
  const nearest = nearestName(pattern, names.size > 0 ? names : groupNames);
  const message =
    `channel "${pattern}" is unknown. ${nearest === null ? "" : `Did you mean "${nearest}"? `}` +
    `Give a group (${groupNames.join(", ")}), a group with a body, joint, contact, tyre or station ("pos.arm"), one number ` +
    `("pos.arm.x"), a section of a beam in percent of its length ("section.boom.25.my"), ` +
    `or an expression with a name of your own ("reach = pos.arm.x + 0.1").`;
  throw new RequestError({ code: "unknown-channel", subject: `channel "${pattern}"`, value: pattern, message });
}

/** The part that a model lacks for channels of these groups, with the fix; null if it has all. */
function whatIsLacking(model: Model, groups: readonly ChannelGroup[]): string | null {
  const asks = (of: ChannelGroup["of"]): boolean => groups.some((group) => group.of === of);
  if (asks("contact") && model.contacts.length === 0) return "contacts. Leave it out, or let a body touch a terrain.";
  if (asks("tyre") && model.tyres.length === 0) return "tyres. Leave it out, or put a tyre on a wheel.";
  if (asks("shaft") && model.shafts.length + model.shaftElements.length === 0)
    return "shafts. Leave it out, or add shafts.";
  if (asks("station") && !isFlexible(model)) return "flexible bodies. Leave it out, or make a body flexible.";
  const hasBeams = model.bodies.some(({ flexible }) => flexible?.kind === "beam");
  return asks("section") && !hasBeams ? "beams, and only beams have sections. Leave it out." : null;
}
