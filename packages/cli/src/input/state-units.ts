import { buildTopology, matchChannels, type Model } from "kinetree";

/** Parts of a state that hold numbers of joints. */
export type JointPart = "q" | "v" | "tau";

/** Unit of each number of a joint; "" for quaternions. Null for joints without any. */
export function unitsOfJoint(model: Model, joint: string, part: JointPart): readonly string[] | null {
  const topology = buildTopology(model);
  const place = topology.tree.find((each) => model.joints[each.joint].name === joint);
  if (place === undefined || place.nv === 0) return null;
  const group = part === "q" ? "q" : "v";
  const [start, size] = part === "q" ? [place.qStart, place.nq] : [place.vStart, place.nv];
  const units = matchChannels(model, topology, group)
    .slice(start, start + size)
    .map(({ unit }) => unit);
  return part === "tau" ? units.map((unit) => (unit === "rad/s" ? "N*m" : "N")) : units;
}
