import { beamMassProperties } from "./beam-section.js";
import { modelDefaults } from "../defaults.js";
import { modeCount, type Beam, type BeamSection } from "../flexible.js";
import type { Body, BodyDescription, CoordinateProperties, Joint, JointDescription } from "../types.js";
import { isRecord } from "../check.js";

/** More than any body may have; beyond it nothing is filled in, and the check of the model says why. */
export const MOST_MODES = 1000;

/**
 * What follows from flexible bodies, filled in where a description leaves it out: the mass of beams, and the coordinates of
 * joints to stations. What is too misshapen to follow from is left as it is, for the checks.
 */
export function completeFlexible(
  bodies: readonly BodyDescription[],
  joints: readonly JointDescription[],
): { readonly bodies: readonly Body[]; readonly joints: readonly Joint[] } {
  const counts = new Map(bodies.map((body) => [isRecord(body) ? body.name : "", modesOf(body)]));
  const owners = new Set<string>();
  return {
    bodies: bodies.map(completeBody),
    joints: joints.map((joint) => {
      if (!isRecord(joint) || joint.kind !== "flexible") return joint as Joint;
      const isFirst = !owners.has(joint.parent);
      owners.add(joint.parent);
      return completeJoint(joint, isFirst ? (counts.get(joint.parent) ?? 0) : 0);
    }),
  };
}

function completeBody(body: BodyDescription): Body {
  if (!isRecord(body) || !isRecord(body.flexible) || !canFollow(body.flexible as Partial<Beam>)) return body as Body;
  if (body.mass !== undefined && body.com !== undefined && body.inertia !== undefined && body.massless !== undefined)
    return body as Body;
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  const { massless } = modelDefaults.body;
  return { ...beamMassProperties(body.flexible as Beam), massless, ...Object.fromEntries(given) } as Body;
}

const sectionKinds: readonly string[] = ["circle", "tube", "rectangle", "general"] satisfies BeamSection["kind"][];

const canFollow = ({ kind, section, material }: Partial<Beam>): boolean =>
  kind === "beam" && isRecord(section) && isRecord(material) && sectionKinds.includes(section.kind);

function completeJoint(joint: Extract<JointDescription, { kind: "flexible" }>, count: number): Joint {
  if (joint.modes !== undefined && joint.coordinates !== undefined) return joint as Joint;
  const modes = joint.modes ?? count;
  // A file that leaves out the modes leaves out what acts along them, or says it for each.
  const isSilent = joint.coordinates === undefined || (joint.modes === undefined && isEmpty(joint.coordinates));
  const size = Number.isInteger(modes) && modes > 0 && modes <= MOST_MODES ? modes : 0;
  const nothing = Array.from({ length: size }, (): CoordinateProperties => modelDefaults.coordinate);
  return { ...joint, modes, coordinates: isSilent ? nothing : joint.coordinates } as Joint;
}

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0;

function modesOf(body: BodyDescription): number {
  const flexible: unknown = isRecord(body) ? body.flexible : undefined;
  if (!isRecord(flexible)) return 0;
  const isCounted =
    flexible.kind === "beam"
      ? isRecord(flexible.modes) && Array.isArray(flexible.corrections)
      : flexible.kind === "modal" && Array.isArray(flexible.mass);
  if (!isCounted) return 0;
  const count = modeCount(flexible as unknown as Beam);
  return Number.isInteger(count) && count > 0 && count <= MOST_MODES ? count : 0;
}
