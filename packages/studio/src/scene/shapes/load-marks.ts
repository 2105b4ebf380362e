import { loadFacts, type Attachment, type Model } from "kinetree";
import {
  Box3,
  type BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  Sphere,
  Vector3,
} from "three";
import type { Target } from "../../engine/protocol.js";
import { arc, arrow, coil, cylinder } from "./geometries.js";
import { highlight, type Highlights } from "../base/highlight.js";
import { InstanceSet, type Instance } from "../base/instance-set.js";
import { jointGlyphs } from "./joint-glyphs.js";
import type { SceneColours } from "../base/palette.js";
import { bodyIndices, matrixOf, plain, turnToDirection, vectorOf } from "../base/plain.js";

interface End {
  readonly body: number;
  readonly point: Vector3;
}

interface Link {
  readonly a: End;
  readonly b: End;
  readonly target: Target;
}

/** Links between two points: copies of a geometry of length 1 along z, stretched from one to the other. */
class LinkSet {
  readonly mesh: InstancedMesh;
  readonly #links: readonly Link[];
  readonly #radius: number;
  readonly #colour: Color;
  readonly #from = new Vector3();
  readonly #to = new Vector3();
  readonly #up = new Vector3(0, 0, 1);
  readonly #turn = new Quaternion();
  readonly #scale = new Vector3();
  readonly #matrix = new Matrix4();

  constructor(geometry: BufferGeometry, links: readonly Link[], radius: number, colour: string) {
    this.#links = links;
    this.#radius = radius;
    this.#colour = new Color(colour);
    this.mesh = new InstancedMesh(geometry, new MeshLambertMaterial(), links.length);
    this.mesh.frustumCulled = false;
    this.mesh.boundingSphere = new Sphere(new Vector3(), Infinity);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    for (let i = 0; i < links.length; i++) this.mesh.setColorAt(i, this.#colour);
  }

  place(bodies: readonly Matrix4[], ground: Matrix4): void {
    for (const [i, { a, b }] of this.#links.entries()) {
      this.#from.copy(a.point).applyMatrix4(a.body < 0 ? ground : bodies[a.body]);
      this.#to
        .copy(b.point)
        .applyMatrix4(b.body < 0 ? ground : bodies[b.body])
        .sub(this.#from);
      const length = this.#to.length();
      this.#turn.setFromUnitVectors(this.#up, length > 0 ? this.#to.divideScalar(length) : this.#up);
      this.#scale.set(this.#radius, this.#radius, Math.max(length, 1e-9));
      this.mesh.setMatrixAt(i, this.#matrix.compose(this.#from, this.#turn, this.#scale));
    }
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  tint(highlights: Highlights): void {
    for (const [i, { target }] of this.#links.entries()) {
      const tint = highlight(highlights, target);
      this.mesh.setColorAt(i, tint === null ? this.#colour : this.#colour.clone().lerp(tint.colour, tint.part));
    }
    if (this.mesh.instanceColor !== null) this.mesh.instanceColor.needsUpdate = true;
  }
}

/** A usual length of the springs [m]. */
function springLength({ loads }: Model, glyph: number): number {
  const lengths = loads.flatMap((load) => (load.kind === "point-spring" ? [plain(load.freeLength)] : []));
  return Math.max(glyph, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length));
}

/** The frame of a joint on its child. */
function frameOf({ joints }: Model, name: string): Attachment {
  const joint = joints.find((each) => each.name === name);
  if (joint === undefined) throw new Error(`a load names joint "${name}"`); // building the model has refused this
  return { body: joint.child, pose: joint.X_child_joint };
}

/** Pins by which the mechanism hangs on the ground, along the axes of their joints. */
function anchorsOf(model: Model, glyph: number, colour: string): readonly Instance[] {
  const size = new Matrix4().makeScale(0.12 * glyph, 0.12 * glyph, 0.4 * glyph);
  return jointGlyphs(model)
    .filter(({ joint, form }) => model.joints[joint].parent === "ground" && (form === "ring" || form === "ball"))
    .map(({ joint, body, X_body_glyph }) => ({
      body,
      X_body_instance: X_body_glyph.multiply(size),
      colour: new Color(colour),
      target: { kind: "joint", name: model.joints[joint].name },
    }));
}

/** What acts on the mechanism, drawn lightly: springs as coils, bushings as sleeves, rods, bars between coupled joints, and directions of loads and actuators. */
export class LoadMarks {
  readonly group = new Group();
  readonly #links: LinkSet[] = [];
  readonly #sets: InstanceSet[] = [];
  readonly #geometries: BufferGeometry[] = [];
  readonly #materials: MeshLambertMaterial[] = [];

  constructor(model: Model, glyph: number, colours: SceneColours) {
    const indices = bodyIndices(model);
    const endOf = ({ body, pose }: Attachment): End => ({
      body: indices.get(body) ?? -1,
      point: vectorOf(pose.position),
    });
    const springs: Link[] = [];
    const rods: Link[] = [];
    const bars: Link[] = [];
    const sleeves: Instance[] = [];
    const straight: Instance[] = [];
    const bent: Instance[] = [];
    const colour = new Color(colours.load);
    const mark = (target: Target, at: Attachment, size: number, along?: Vector3): Instance => {
      const turned = matrixOf(at.pose).multiply(
        new Matrix4().makeRotationFromQuaternion(turnToDirection(along ?? new Vector3(0, 0, 1))),
      );
      return {
        body: indices.get(at.body) ?? -1,
        X_body_instance: turned.multiply(new Matrix4().makeScale(size, size, size)),
        colour,
        target,
      };
    };
    for (const load of model.loads) {
      const target = { kind: "load", name: load.name } as const;
      const { fields, mark: drawn } = loadFacts(load);
      const [a, b] = fields.flatMap(({ type, value }) =>
        type === "attachment" ? [value] : type === "coordinate" ? [frameOf(model, value.joint)] : [],
      );
      if (drawn === "coil") springs.push({ a: endOf(a), b: endOf(b), target });
      else if (drawn === "sleeve") sleeves.push(mark(target, a, 0.3 * glyph));
      else if (drawn === "bar") bars.push({ a: endOf(a), b: endOf(b), target });
      else if (drawn === "arc") bent.push(mark(target, a, 0.5 * glyph));
    }
    for (const actuator of model.actuators) {
      if (actuator.kind !== "body" || actuator.along !== "body") continue;
      const target = { kind: "actuator", name: actuator.name } as const;
      const list = actuator.effect === "force" ? straight : bent;
      list.push(mark(target, actuator.at, glyph, vectorOf(actuator.axis)));
    }
    for (const constraint of model.constraints) {
      if (constraint.kind !== "distance") continue;
      rods.push({
        a: endOf(constraint.a),
        b: endOf(constraint.b),
        target: { kind: "constraint", name: constraint.name },
      });
    }
    this.#addSet(cylinder(1, 1, 24), anchorsOf(model, glyph, colours.anchor), 1);
    this.#addLinks(coil(9, springLength(model, glyph) / (0.2 * glyph)), springs, 0.2 * glyph, colours.load);
    this.#addLinks(cylinder().translate(0, 0, 0.5), rods, 0.06 * glyph, colours.loop);
    this.#addLinks(cylinder().translate(0, 0, 0.5), bars, 0.06 * glyph, colours.load);
    this.#addSet(cylinder(1, 1, 24), sleeves, 0.5);
    this.#addSet(arrow(0.03), straight, 0.8);
    this.#addSet(arc(0.06), bent, 0.8);
  }

  #addLinks(geometry: BufferGeometry, links: readonly Link[], radius: number, colour: string): void {
    this.#geometries.push(geometry);
    if (links.length === 0) return;
    const set = new LinkSet(geometry, links, radius, colour);
    set.mesh.castShadow = true;
    this.#links.push(set);
    this.group.add(set.mesh);
  }

  #addSet(geometry: BufferGeometry, instances: readonly Instance[], opacity: number): void {
    this.#geometries.push(geometry);
    if (instances.length === 0) return;
    const material = new MeshLambertMaterial({ transparent: opacity < 1, opacity, depthWrite: opacity === 1 });
    this.#materials.push(material);
    const set = new InstanceSet(geometry, material, instances);
    this.#sets.push(set);
    this.group.add(set.mesh);
  }

  /** What springs and rods reach, as they were last placed. */
  bounds(): Box3 {
    const [box, matrix, end] = [new Box3(), new Matrix4(), new Vector3()];
    for (const { mesh } of this.#links)
      for (let i = 0; i < mesh.count; i++) {
        mesh.getMatrixAt(i, matrix);
        box.expandByPoint(end.set(0, 0, 0).applyMatrix4(matrix)).expandByPoint(end.set(0, 0, 1).applyMatrix4(matrix));
      }
    return box;
  }

  /** What can be pointed at, for picking. */
  get pickable(): readonly InstanceSet[] {
    return this.group.visible ? this.#sets : [];
  }

  setHighlights(highlights: Highlights): void {
    for (const links of this.#links) links.tint(highlights);
    for (const set of this.#sets) set.tint((target) => highlight(highlights, target));
  }

  place(bodies: readonly Matrix4[], ground: Matrix4): void {
    for (const links of this.#links) links.place(bodies, ground);
    for (const set of this.#sets) set.place(bodies, ground);
  }

  dispose(): void {
    for (const { mesh } of this.#links) mesh.dispose();
    for (const set of this.#sets) set.dispose();
    for (const geometry of this.#geometries) geometry.dispose();
    for (const material of this.#materials) material.dispose();
    this.group.removeFromParent();
  }
}
