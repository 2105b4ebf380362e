import { RequestError } from "../../errors/kinetree-error.js";
import type { TyrePart } from "../../elements/tyre/tyre-quantities.js";
import type { Probe } from "../../evaluate/probes/probe.js";
import type { DriveProbe, ShaftProbe } from "../../evaluate/probes/probe-types.js";
import type { Num } from "../../graph/graph.js";
import { lt, max, mul, neg, select, sqrt, sub, sum } from "../../graph/num.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { matchChannels, type CataloguedChannel } from "./channel-catalogue.js";

/** A channel as a number for measures. */
export interface ChannelNumber {
  readonly unit: string;
  /** It depends on the accelerations, which are known where steps end, and not on the state alone. */
  readonly needsAccelerations: boolean;
  readonly look: (probe: Probe) => Num;
}

const axes = ["x", "y", "z"];

/** The channel of that name; throws for unknown names, groups, and channels that are not available during steps. */
export function channelNumber(model: Model, topology: Topology, name: string): ChannelNumber {
  const found = matchChannels(model, topology, name);
  if (found.length !== 1 || found[0].name !== name) {
    const message = `channel "${name}" is more than one number. Name one, such as "${found[0].name}".`;
    throw new RequestError({ code: "channel-of-many", subject: `channel "${name}"`, value: name, message });
  }
  const look = lookAt(model, topology, found[0]);
  if (!look) throw notWhileRunning(name);
  return {
    unit: found[0].unit,
    needsAccelerations: ["acceleration", "vdot", "load"].includes(found[0].source.of),
    look,
  };
}

const notWhileRunning = (name: string): RequestError =>
  new RequestError({
    code: "channel-not-while-running",
    subject: `channel "${name}"`,
    value: name,
    message: `channel "${name}" is not available during steps. Use coordinates, positions and velocities, or record it in a single run.`,
  });

function lookAt(model: Model, { tree }: Topology, { name, source }: CataloguedChannel): ChannelNumber["look"] | null {
  const [group] = name.split(".", 1);
  const part = name.slice(name.lastIndexOf(".") + 1);
  /** The part between group and last component; names may contain dots. */
  const owner = name.slice(group.length + 1, name.length - part.length - 1);
  const axis = axes.indexOf(part.slice(-1));
  switch (group) {
    case "q":
    case "v":
    case "vdot": {
      if (source.of !== "q" && source.of !== "v" && source.of !== "vdot") return null;
      const { entry } = source;
      const [start, size] = group === "q" ? (["qStart", "nq"] as const) : (["vStart", "nv"] as const);
      const place = tree.find((each) => each[start] <= entry && entry < each[start] + each[size]);
      if (!place) return null;
      const joint = model.joints[place.joint].name;
      return (probe) => probe[group](joint, entry - place[start]);
    }
    case "pos":
      return (probe) => probe.position(owner)[axis];
    case "vel":
      return (probe) => probe.velocity(owner)[axis];
    case "omega":
      return (probe) => probe.angularVelocity(owner)[axis];
    case "acc":
      return (probe) => probe.acceleration(owner)[axis];
    case "alpha":
      return (probe) => probe.angularAcceleration(owner)[axis];
    case "load": {
      const which = part.startsWith("t") ? "torque" : "force";
      return (probe) => probe.load(owner)[which][axis];
    }
    case "contact":
      return (probe) => {
        const { force, ...numbers } = probe.contact(owner);
        return part in numbers ? numbers[part as keyof typeof numbers] : force[axis];
      };
    case "tyre":
      return (probe) => probe.tyre(owner)[part as TyrePart];
    case "shaft":
      return (probe) => probe.shaft(owner)[part as keyof ShaftProbe];
    case "drive":
      return (probe) => probe.drive(owner)[part as keyof DriveProbe];
    case "deflection":
      return (probe) => {
        const { displacement, rotation } = probe.deflection(owner);
        return (part.startsWith("r") ? rotation : displacement)[axis];
      };
    case "section": {
      if (source.of !== "section") return null;
      const { body, at } = source;
      return (probe) => probe.section(model.bodies[body].name, at)[sectionProbeParts[source.entry]];
    }
    case "quat":
      return (probe) => quaternionOf(probe, owner)[["w", ...axes].indexOf(part)];
    default:
      return null;
  }
}

/** Names of the components in a `SectionProbe`, in the order of `sectionParts`. */
const sectionProbeParts = ["axial", "shearY", "shearZ", "torque", "momentY", "momentZ", "stress"] as const;

/** w >= 0; each part from the diagonal of R, its sign from off-diagonal entries: a part near zero has half of the digits. */
function quaternionOf(probe: Probe, body: string): readonly Num[] {
  const [X, Y, Z] = [
    probe.direction(body, [1, 0, 0]),
    probe.direction(body, [0, 1, 0]),
    probe.direction(body, [0, 0, 1]),
  ];
  const half = (x: Num, y: Num, z: Num): Num =>
    mul(0.5, sqrt(max(0, sum([1, mul(x, X[0]), mul(y, Y[1]), mul(z, Z[2])]))));
  const signed = (value: Num, sign: Num): Num => select(lt(sign, 0), neg(value), value);
  return [
    half(1, 1, 1),
    signed(half(1, -1, -1), sub(Y[2], Z[1])),
    signed(half(-1, 1, -1), sub(Z[0], X[2])),
    signed(half(-1, -1, 1), sub(X[1], Y[0])),
  ];
}
