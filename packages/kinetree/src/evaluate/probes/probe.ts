import { RequestError } from "../../errors/kinetree-error.js";
import { unknownName } from "../../errors/unknown-name.js";
import { Graph, type Expr, type Num } from "../../graph/graph.js";
import { substitute } from "../../graph/lower.js";
import type { Fields, Rec } from "../../kernel/record.js";
import { mat3, mulMatVec, type Mat3 } from "../../spatial/mat3.js";
import { add3, cross3, vec3, zero3, type Vec3 } from "../../spatial/vec3.js";
import { tyreParts, type TyrePart } from "../../elements/tyre/tyre-quantities.js";
import { traceContact } from "../../formulation/loads/contacts.js";
import { traceTyre } from "../../formulation/loads/tyres.js";
import { driveEntry, shaftParts, traceShaftView } from "../../formulation/loads/shaft-view.js";
import { requireSection, traceDeflection, traceSection } from "./flexible-observables.js";
import { stationsOf } from "../../formulation/flexible/flexible-stations.js";
import { hasClosures } from "../../topology/has-closures.js";
import type { ObservedDynamics } from "../observed-dynamics.js";
import type { Probe } from "./probe-types.js";
import type { TreeProgram } from "../../formulation/tree/tree-program.js";

export type {
  ContactProbe,
  DeflectionProbe,
  DriveProbe,
  JointLoadProbe,
  Probe,
  SectionProbe,
  ShaftProbe,
  TyreProbe,
} from "./probe-types.js";

/** A number that follows from the state: an event's switching function, a channel, a stop condition. */
export type Measure = (probe: Probe) => Num;

/** A measure that also reads records of its caller. */
export type RecordMeasure = (probe: Probe, look: (rec: Rec) => readonly Num[]) => Num;

export interface NamedMeasure {
  /** For messages, such as `event "touch-down"`. */
  readonly subject: string;
  readonly measure: RecordMeasure;
}

/** Traces measures into the program, one entry of `out` each. */
export function traceMeasures(
  tree: TreeProgram,
  measures: readonly NamedMeasure[],
  out: Rec,
  observed: ObservedDynamics | null = null,
): void {
  measures.forEach(({ subject, measure }, index) => {
    // The measure runs once on placeholders, to learn which records it reads; those become the inputs of the step.
    const scratch = new Graph();
    const looks = new Map<Rec, Expr[]>();
    const look = (rec: Rec): Num[] => {
      let inputs = looks.get(rec);
      if (!inputs) looks.set(rec, (inputs = rec.layout.slots.map(() => scratch.input())));
      return [...inputs];
    };
    const value = checkedValue(subject, measure, makeProbe({ tree, look, subject, observed }), look);
    const recs = [...looks.keys()];
    if (recs.length === 0) recs.push(tree.t);
    const inputs = Object.fromEntries(recs.map((rec, i) => [`x${i}`, rec])) as Record<string, Rec<Fields>>;
    tree.program.step(
      `measure ${out.id} ${index}`,
      inputs,
      (given) => {
        const images: Num[] = [];
        recs.forEach((rec, i) => {
          const flat = Object.values(given[`x${i}`]).flat();
          looks.get(rec)?.forEach((input, k) => (images[input.input] = flat[k]));
        });
        return { value: { value: substitute([value], images) } };
      },
      { value: tree.program.slice(out, index, { value: 1 }) },
    );
  });
}

/** The value must be an expression of the probe's values, or a number. Plain arithmetic on expressions gives neither. */
function checkedValue(subject: string, measure: unknown, probe: Probe, look: (rec: Rec) => readonly Num[]): Num {
  const value: unknown = typeof measure === "function" ? measure(probe, look) : measure;
  if (typeof value === "object" && value !== null && "graph" in value) return value as Expr;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  const message =
    `${subject} gives ${Array.isArray(value) ? "a list" : String(value)}, must give one number. ` +
    `Combine the probe's values with add, sub, mul, sin, …: the operators + - * / and Math do not work on them.`;
  throw new RequestError({ code: "measure-not-a-number", subject, value, message });
}

interface Looking {
  readonly tree: TreeProgram;
  readonly look: (rec: Rec) => Num[];
  readonly subject: string;
  readonly observed: ObservedDynamics | null;
}

const makeProbe = (looking: Looking): Probe => {
  const points = new BodyPoints(looking);
  return {
    t: looking.look(looking.tree.t)[0],
    ...coordinatesIn(looking),
    ...bodiesIn(looking, points),
    ...elementsIn(looking),
    ...accelerationsIn(looking, points),
  };
};

function indexNamed(kind: string, name: string, things: readonly { readonly name: string }[]): number {
  const names = things.map((thing) => thing.name);
  if (!names.includes(name)) throw unknownName(kind, name, names);
  return names.indexOf(name);
}

/** Index of a joint's number among those of all joints. */
function entryOf({ tree }: Looking, name: string, index: number, part: "q" | "v"): number {
  const { model, topology } = tree.skeleton;
  const joint = indexNamed("joint", name, model.joints);
  const place = topology.tree.find((p) => p.joint === joint);
  if (!place) throw cutJoint(name);
  const [count, start] = part === "q" ? [place.nq, place.qStart] : [place.nv, place.vStart];
  if (index >= 0 && index < count) return start + index;
  const message = `joint "${name}" has ${count} ${part === "q" ? "coordinates" : "speeds"}; index ${index} is outside.${count > 0 ? ` Use 0 to ${count - 1}.` : ""}`;
  throw new RequestError({ code: "coordinate-range", subject: `joint "${name}"`, value: index, message });
}

function coordinatesIn(looking: Looking): Pick<Probe, "q" | "v" | "parameter"> {
  const { tree, look } = looking;
  const { program, skeleton } = tree;
  return {
    q: (joint, index = 0) => look(tree.q)[entryOf(looking, joint, index, "q")],
    v: (joint, index = 0) => look(tree.v)[entryOf(looking, joint, index, "v")],
    parameter: (name) => {
      indexNamed("parameter", name, skeleton.model.parameters);
      return look(
        program.constants<{ value: readonly Num[] }>({ value: [skeleton.scope.num({ parameter: name })] }),
      )[0];
    },
  };
}

class BodyPoints {
  readonly #looking: Looking;
  /** The pose of a body in its node may depend on parameters, so it is a record. */
  readonly #places = new Map<string, Rec<{ R: readonly Num[]; p: readonly Num[] }>>();

  constructor(looking: Looking) {
    this.#looking = looking;
  }

  /** The node that moves a body, negative for the ground, and the body's pose in it. */
  inNode(name: string): { readonly node: number; readonly R: Mat3; readonly p: Vec3 } {
    const { tree, look } = this.#looking;
    const { skeleton, program } = tree;
    const place =
      name === "ground" ? skeleton.ground : skeleton.bodies[indexNamed("body", name, skeleton.model.bodies)];
    let rec = this.#places.get(name);
    if (!rec) {
      rec = program.constants({ R: place.R_node_body.flat(), p: [...place.p_node_body] });
      this.#places.set(name, rec);
    }
    const values = look(rec);
    return { node: place.node, R: mat3(values), p: vec3(values, 9) };
  }

  point(body: string, point: Vec3): { readonly node: number; readonly r: Vec3 } {
    const { R, p, node } = this.inNode(body);
    return { node, r: add3(p, mulMatVec(R, point)) };
  }

  pose(node: number): { readonly R: Mat3; readonly p: Vec3 } {
    if (node < 0) return { R: mat3([1, 0, 0, 0, 1, 0, 0, 0, 1]), p: zero3 };
    const values = this.#looking.look(this.#looking.tree.pose(node));
    return { R: mat3(values), p: vec3(values, 9) };
  }
}

const bodiesIn = (
  { tree, look }: Looking,
  points: BodyPoints,
): Pick<Probe, "position" | "velocity" | "angularVelocity" | "direction"> => ({
  position: (body, point = zero3) => {
    const { node, r } = points.point(body, point);
    const { R, p } = points.pose(node);
    return add3(p, mulMatVec(R, r));
  },
  velocity: (body, point = zero3) => {
    const { node, r } = points.point(body, point);
    if (node < 0) return zero3;
    const V = look(tree.velocity(node));
    return mulMatVec(points.pose(node).R, add3(vec3(V, 3), cross3(vec3(V), r)));
  },
  angularVelocity: (body) => {
    const { node } = points.inNode(body);
    return node < 0 ? zero3 : mulMatVec(points.pose(node).R, vec3(look(tree.spin(node))));
  },
  direction: (body, inBody) => {
    const { R, node } = points.inNode(body);
    return mulMatVec(points.pose(node).R, mulMatVec(R, inBody));
  },
});

function elementsIn({
  tree,
  look,
}: Looking): Pick<Probe, "contact" | "tyre" | "shaft" | "drive" | "deflection" | "section"> {
  const { model } = tree.skeleton;
  /** Numbers of the view of shafts, from one on; they are there if a name is. */
  const viewed = (first: number): readonly Num[] => {
    const view = traceShaftView(tree);
    return view ? look(view).slice(first) : [];
  };
  return {
    contact: (name) => {
      const index = indexNamed("contact", name, model.contacts);
      const [normal, fx, fy, fz, depth, touching, clearance] = look(traceContact(tree, index));
      return { normal, force: [fx, fy, fz], depth, touching, clearance };
    },
    tyre: (name) => {
      const values = look(traceTyre(tree, indexNamed("tyre", name, model.tyres)));
      return Object.fromEntries(tyreParts.map((part, i) => [part, values[i]])) as Record<TyrePart, Num>;
    },
    shaft: (name) => {
      const first = shaftParts.length * indexNamed("shaft", name, model.shafts);
      const [angle, speed, acc] = viewed(first);
      return { angle, speed, acc };
    },
    drive: (name) => {
      const [torque, taken, power, command] = viewed(
        driveEntry(model, indexNamed("shaft element", name, model.shaftElements)),
      );
      return { torque, taken, power, command };
    },
    deflection: (name) => {
      const values = look(traceDeflection(tree, indexNamed("station", name, stationsOf(model))));
      return { displacement: vec3(values), rotation: vec3(values, 3) };
    },
    section: (name, at) => {
      const body = requireSection(model, name, at);
      const [axial, shearY, shearZ, torque, momentY, momentZ, stress] = look(traceSection(tree, { body, at }));
      return { axial, shearY, shearZ, torque, momentY, momentZ, stress };
    },
  };
}

function accelerationsIn(
  looking: Looking,
  points: BodyPoints,
): Pick<Probe, "vdot" | "acceleration" | "angularAcceleration" | "load"> {
  const { tree, look, subject, observed } = looking;
  const { model, topology } = tree.skeleton;
  const dynamics = (what: string): ObservedDynamics => {
    if (observed) return observed;
    const message = `${subject} uses ${what}, which depends on the accelerations and not on the state alone. Use it as one of the extremes of a batch, or record the channel.`;
    throw new RequestError({ code: "measure-needs-accelerations", subject, value: what, message });
  };
  return {
    vdot: (joint, index = 0) => look(dynamics(`vdot of joint "${joint}"`).vdot)[entryOf(looking, joint, index, "v")],
    acceleration: (body, point = zero3) => {
      const { node, r } = points.point(body, point);
      const known = dynamics(`the acceleration of body "${body}"`);
      if (node < 0) return zero3;
      const a = look(known.acceleration(node));
      const omega = vec3(look(tree.spin(node)));
      const inNode = add3(vec3(a, 3), add3(cross3(vec3(a), r), cross3(omega, cross3(omega, r))));
      return mulMatVec(points.pose(node).R, inNode);
    },
    angularAcceleration: (body) => {
      const { node } = points.inNode(body);
      const known = dynamics(`the angular acceleration of body "${body}"`);
      return node < 0 ? zero3 : mulMatVec(points.pose(node).R, vec3(look(known.acceleration(node))));
    },
    load: (name) => {
      const joint = indexNamed("joint", name, model.joints);
      const rec = dynamics(`the load of joint "${name}"`).load(joint);
      if (!rec || hasClosures(model, topology)) throw unknownLoad(name);
      const values = look(rec);
      return { torque: vec3(values), force: vec3(values, 3) };
    },
  };
}

/** Loads of welds, of cut joints, and of any joint of a model with loops need equations that steps do not solve. */
const unknownLoad = (name: string): RequestError =>
  new RequestError({
    code: "load-not-observed",
    subject: `joint "${name}"`,
    value: name,
    message: `the load of joint "${name}" is not available during steps: it is a weld, or the model has closed loops. Record the channel "load.${name}" of single runs instead.`,
  });

/** A cut joint, and every joint between separate bodies, has no coordinates in the state. */
const cutJoint = (name: string): RequestError =>
  new RequestError({
    code: "coordinate-range",
    subject: `joint "${name}"`,
    value: name,
    message:
      `joint "${name}" has no coordinates in these equations: it is cut, as all joints are in the formulations "partitioned" and ` +
      `"augmented". Measure positions and directions of bodies instead, take a formulation in joint coordinates, or give the ` +
      `joint the role "tree".`,
  });
