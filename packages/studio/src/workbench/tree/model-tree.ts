import { GROUND, type Body, type Constraint, type Joint, type Model } from "kinetree";
import type { Target } from "../../engine/protocol.js";

/** Kinds of rows. Flexible bodies and their stations have icons of their own. */
export type NodeKind = Target["kind"] | "ground" | "group" | "beam" | "modal" | "station";

export interface ModelNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly label: string;
  /** A word or two, such as the kind of a joint or the ends of a loop. */
  readonly detail: string;
  /** null for headings and ground. */
  readonly target: Target | null;
  readonly children: readonly ModelNode[];
}

export interface TreeSource {
  readonly numbers: Model;
  readonly cuts: readonly string[];
}

/** The row of a target. A loop is the joint that was cut: both are one row. */
export const nodeId = ({ kind, name }: Target): string => `${kind === "loop" ? "joint" : kind}:${name}`;

/** The whole tree: the mechanism as it hangs together from ground, then a branch for each kind of other things. */
export function modelTree({ numbers: model, cuts }: TreeSource): readonly ModelNode[] {
  const cutNames = new Set(cuts);
  return [
    ground(model, cutNames),
    ...group("Loops", [
      ...model.joints.filter(({ name }) => cutNames.has(name)).map(loopNode),
      ...model.constraints.filter((each) => !isCoupler(each)).map(constraintNode),
    ]),
    ...group("Couplings", model.constraints.filter(isCoupler).map(constraintNode)),
    ...group(
      "Loads",
      model.loads.map((load) => leaf("load", load.name, load.kind)),
    ),
    ...group(
      "Actuators",
      model.actuators.map((each) => leaf("actuator", each.name, each.kind === "body" ? each.effect : each.kind)),
    ),
    ...group(
      "Shafts",
      model.shafts.map((each) => leaf("shaft", each.name, each.mount ? `on ${each.mount.at.body}` : "")),
    ),
    ...group(
      "Drives",
      model.shaftElements.map((each) => leaf("drive", each.name, each.kind)),
    ),
    ...group(
      "Controllers",
      model.controllers.map((each) => leaf("controller", each.name, counted(each.actuators.length, "actuator"))),
    ),
    ...group(
      "Contacts",
      model.contacts.map((each) => leaf("contact", each.name, `${each.at.body} on ${each.terrain}`)),
    ),
    ...group(
      "Tyres",
      model.tyres.map((each) => leaf("tyre", each.name, `${each.at.body} on ${each.terrain}`)),
    ),
    ...group(
      "Terrains",
      model.terrains.map((each) => leaf("terrain", each.name, each.kind)),
    ),
  ];
}

/** A number with its noun: "1 contact", "3 contacts". */
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

const isCoupler = ({ kind }: Constraint): boolean =>
  kind === "coupler" || kind === "gear" || kind === "rack-and-pinion";

function leaf(kind: Target["kind"], name: string, detail: string, children: readonly ModelNode[] = []): ModelNode {
  return { id: `${kind}:${name}`, kind, label: name, detail, target: { kind, name }, children };
}

function group(label: string, children: readonly ModelNode[]): readonly ModelNode[] {
  if (children.length === 0) return [];
  return [{ id: `group:${label}`, kind: "group", label, detail: String(children.length), target: null, children }];
}

const loopNode = (joint: Joint): ModelNode =>
  leaf("joint", joint.name, `${joint.kind}: ${joint.parent} – ${joint.child}`);

const constraintNode = (constraint: Constraint): ModelNode =>
  leaf("constraint", constraint.name, `${constraint.kind}: ${constraintEnds(constraint).join(" – ")}`);

function constraintEnds(constraint: Constraint): readonly string[] {
  switch (constraint.kind) {
    case "coupler":
      return [constraint.driven.joint, ...(constraint.driving ? [constraint.driving.joint] : [])];
    case "gear":
      return [constraint.driven.joint, constraint.driving.joint];
    case "rack-and-pinion":
      return [constraint.rack.joint, constraint.pinion.joint];
    case "motion":
      return [constraint.driven.joint];
    default:
      return [constraint.a.body, constraint.b.body];
  }
}

/** Words for bodies that are not rigid, or no body of their own. */
const bodyWords = { beam: "beam", modal: "modal body", station: "station" } as const;

export function bodyKind(
  body: Pick<Body, "name" | "flexible"> | undefined,
  carrier: Pick<Joint, "kind" | "child"> | undefined,
): "body" | "beam" | "modal" | "station" {
  if (body?.flexible !== undefined) return body.flexible.kind;
  return carrier?.kind === "flexible" && carrier.child === body?.name ? "station" : "body";
}

/** Ground with all that hangs on it. Built from the tips down without recursion, since a chain may be thousands long. */
function ground(model: Model, cuts: ReadonlySet<string>): ModelNode {
  const jointsAt = new Map<string, Joint[]>();
  for (const joint of model.joints) {
    if (cuts.has(joint.name)) continue;
    for (const body of [joint.parent, joint.child]) jointsAt.set(body, [...(jointsAt.get(body) ?? []), joint]);
  }
  const order: { readonly body: string; readonly joint: Joint | null; readonly parent: string | null }[] = [
    { body: GROUND, joint: null, parent: null },
  ];
  const reached = new Set([GROUND]);
  for (let i = 0; i < order.length; i++) {
    for (const joint of jointsAt.get(order[i].body) ?? []) {
      const body = joint.parent === order[i].body ? joint.child : joint.parent;
      if (reached.has(body)) continue;
      reached.add(body);
      order.push({ body, joint, parent: order[i].body });
    }
  }
  const bodies = new Map(model.bodies.map((each) => [each.name, each]));
  const childrenOf = new Map<string, ModelNode[]>();
  for (const { body, joint, parent } of order.toReversed()) {
    const children = (childrenOf.get(body) ?? []).toReversed();
    if (joint === null || parent === null)
      return { id: "ground:ground", kind: "ground", label: GROUND, detail: "the world", target: null, children };
    const kind = bodyKind(bodies.get(body), joint);
    const carried = { ...leaf("body", body, kind === "body" ? "" : bodyWords[kind], children), kind };
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), leaf("joint", joint.name, joint.kind, [carried])]);
  }
  return { id: "ground:ground", kind: "ground", label: GROUND, detail: "the world", target: null, children: [] };
}
