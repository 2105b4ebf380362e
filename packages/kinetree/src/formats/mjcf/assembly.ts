import {
  GROUND,
  type Actuator,
  type Constraint,
  type Frame,
  type Joint,
  type JointMotion,
  type Load,
  type Shape,
} from "../../model/types.js";
import type { XmlElement } from "../xml/xml.js";
import type { Coordinate } from "./coordinate.js";
import { noMass, type Mass } from "./mass/mass-sum.js";
import type { MjcfReport } from "./mjcf-report.js";
import { Names, namesBelow, WORLD } from "./names.js";
import { compose, nowhere, type Placement, type Vec3 } from "./mass/placement.js";

export interface BodyDraft {
  readonly name: string;
  readonly element: XmlElement | null;
  /** Null for the ground. */
  readonly parent: BodyDraft | null;
  readonly children: BodyDraft[];
  /** The body that a massless one between two joints of a body belongs to; null for all others. */
  readonly carries: BodyDraft | null;
  /** In the reference configuration, in which every joint stands at its `ref`. */
  readonly X_world: Placement;
  mass: Mass;
  /** Whether a joint lies between it and the ground. */
  moves: boolean;
  readonly frames: Frame[];
  readonly shapes: Shape[];
  /** Part of its weight that is taken away. */
  gravcomp: number;
}

/** A joint under construction; its coordinates grow with the actuators that act on them. */
export interface JointDraft {
  readonly name: string;
  readonly element: XmlElement | null;
  readonly parent: BodyDraft;
  readonly child: BodyDraft;
  readonly X_parent_joint: Placement;
  readonly X_child_joint: Placement;
  readonly motion: JointMotion;
  readonly role: Joint["role"];
  /** One for each speed; of a hinge or slide, the one. */
  readonly coordinates: readonly Coordinate[];
  /** Hinges and slides: unit axis in the body frame, and the coordinate in the reference configuration. */
  readonly scalar: { readonly axis: Vec3; readonly reference: number } | null;
}

export interface SiteDraft {
  readonly body: BodyDraft;
  readonly X_body: Placement;
}

export class Assembly {
  readonly ground: BodyDraft;
  readonly bodies: BodyDraft[] = [];
  readonly joints: JointDraft[] = [];
  readonly loads: Load[] = [];
  readonly actuators: Actuator[] = [];
  readonly constraints: Constraint[] = [];

  /** By the names of the file. */
  readonly bodyOf = new Map<string, BodyDraft>();
  readonly jointOf = new Map<string, JointDraft>();
  readonly siteOf = new Map<string, SiteDraft>();

  readonly bodyNames: Names;
  readonly jointNames: Names;
  readonly geomNames: Names;
  readonly siteNames: Names;
  readonly loadNames: Names;
  readonly actuatorNames: Names;
  readonly constraintNames: Names;

  /** MuJoCo numbers elements in the order of the file; those without a name are named by their number. */
  readonly counts = { body: 1, joint: 0, geom: 0, site: 0, actuator: 0, equality: 0 };

  constructor(report: MjcfReport, root: XmlElement) {
    const names = (kind: string, elements: readonly string[]): Names =>
      new Names(report, kind, namesBelow(root, elements));
    this.bodyNames = names("body", ["body"]);
    this.jointNames = names("joint", ["joint", "freejoint", "connect", "weld"]);
    this.geomNames = names("geom", ["geom"]);
    this.siteNames = names("site", ["site"]);
    this.loadNames = new Names(report, "load", new Set());
    const actuators = root.children.filter(({ name }) => name === "actuator").flatMap(({ children }) => children);
    const given = new Set(actuators.map(({ attributes }) => attributes.get("name")?.value ?? ""));
    this.actuatorNames = new Names(report, "actuator", given);
    this.constraintNames = names("equality", ["joint"]);
    this.ground = draftOf(GROUND, null, null, nowhere);
    this.bodyOf.set(WORLD, this.ground);
  }

  addBody(name: string, element: XmlElement | null, parent: BodyDraft, X_parent_body: Placement): BodyDraft {
    const body = draftOf(name, element, parent, compose(parent.X_world, X_parent_body));
    parent.children.push(body);
    this.bodies.push(body);
    return body;
  }

  addJoint(joint: JointDraft): JointDraft {
    this.joints.push(joint);
    return joint;
  }

  /** Fixes a body to its parent, by a weld named after the body. */
  addWeld(child: BodyDraft, parent: BodyDraft, X_parent_joint: Placement, role: Joint["role"]): void {
    this.addJoint({
      name: this.jointNames.invent(`weld_${child.name}`),
      element: null,
      parent,
      child,
      X_parent_joint,
      X_child_joint: nowhere,
      motion: { kind: "weld" },
      role,
      coordinates: [],
      scalar: null,
    });
  }
}

export function draftOf(
  name: string,
  element: XmlElement | null,
  parent: BodyDraft | null,
  X_world: Placement,
): BodyDraft {
  return {
    name,
    element,
    parent,
    children: [],
    carries: null,
    X_world,
    mass: noMass,
    moves: parent?.moves ?? false,
    frames: [],
    shapes: [],
    gravcomp: 0,
  };
}
