import type { Model } from "kinetree";
import {
  Color,
  Group,
  LatheGeometry,
  type BufferGeometry,
  Matrix4,
  MeshLambertMaterial,
  SphereGeometry,
  Vector2,
} from "three";
import type { Target } from "../../engine/protocol.js";
import type { DisplayOptions } from "../../run/store.js";
import { ellipsoidOf } from "./ellipsoid.js";
import { massCentre, triad } from "./geometries.js";
import { highlight, isSame, type Highlights } from "../base/highlight.js";
import { InstanceSet, type Instance } from "../base/instance-set.js";
import { glyphGeometry, jointGlyphs, type GlyphForm } from "./joint-glyphs.js";
import type { SceneColours } from "../base/palette.js";
import { bodyIndices, matrixOf, plain, vectorOf } from "../base/plain.js";

type Layer = "frames" | "masses" | "axes" | "inertia" | "contacts" | "tyres";

/** Half a section of a tyre, for a radius and a width of 1: rim, shoulder, tread. */
const TYRE_PROFILE = [
  [0.57, -0.36],
  [0.62, -0.48],
  [0.88, -0.5],
  [0.98, -0.4],
  [1, -0.28],
  [1, 0.28],
  [0.98, 0.4],
  [0.88, 0.5],
  [0.62, 0.48],
  [0.57, 0.36],
  [0.57, -0.36],
].map(([x, y]) => new Vector2(x, y));

const white = (): Color => new Color(1, 1, 1);

export class Annotations {
  readonly group = new Group();
  readonly #sets: { readonly layer: Layer; readonly set: InstanceSet }[] = [];
  readonly #geometries: BufferGeometry[] = [];
  readonly #materials: MeshLambertMaterial[] = [];

  /** @param cuts joints that close loops: drawn in a colour of their own */
  constructor(model: Model, glyph: number, colours: SceneColours, cuts: readonly string[]) {
    const indices = bodyIndices(model);
    const sized = (matrix: Matrix4, size: number): Matrix4 =>
      matrix.multiply(new Matrix4().makeScale(size, size, size));
    const solid = (): MeshLambertMaterial => new MeshLambertMaterial({ vertexColors: true });

    const frames: Instance[] = [
      { body: -1, X_body_instance: sized(new Matrix4(), 1.4 * glyph), colour: white(), target: null },
    ];
    const masses: Instance[] = [];
    const inertia: Instance[] = [];
    for (const [index, body] of model.bodies.entries()) {
      const target = { kind: "body", name: body.name } as const;
      frames.push({ body: index, X_body_instance: sized(new Matrix4(), glyph), colour: white(), target });
      for (const frame of body.frames)
        frames.push({
          body: index,
          X_body_instance: sized(matrixOf(frame.pose), 0.7 * glyph),
          colour: white(),
          target: { kind: "frame", name: `${body.name}.${frame.name}` },
        });
      const at = new Matrix4().setPosition(vectorOf(body.com));
      if (plain(body.mass) > 0)
        masses.push({ body: index, X_body_instance: sized(at, 0.22 * glyph), colour: white(), target });
      const ellipsoid = ellipsoidOf(body);
      if (ellipsoid !== null)
        inertia.push({ body: index, X_body_instance: ellipsoid, colour: new Color(colours.inertia), target });
    }
    for (const joint of model.joints) {
      const target = { kind: "joint", name: joint.name } as const;
      const at = indices.get(joint.child) ?? -1;
      frames.push({
        body: at,
        X_body_instance: sized(matrixOf(joint.X_child_joint), 0.5 * glyph),
        colour: white(),
        target,
      });
    }
    this.#add("frames", triad(), solid(), frames);
    this.#add("masses", massCentre(), solid(), masses);
    const clear = new MeshLambertMaterial({ transparent: true, opacity: 0.3, depthWrite: false });
    this.#add("inertia", new SphereGeometry(1, 32, 20), clear, inertia);

    const glyphs = new Map<GlyphForm, Instance[]>();
    for (const { joint, form, body, X_body_glyph } of jointGlyphs(model)) {
      const { name } = model.joints[joint];
      const colour = new Color(cuts.includes(name) ? colours.loop : colours.axis);
      const instance = {
        body,
        X_body_instance: sized(X_body_glyph, glyph),
        colour,
        target: { kind: "joint", name } as const,
      };
      glyphs.set(form, [...(glyphs.get(form) ?? []), instance]);
    }
    for (const [form, instances] of glyphs)
      this.#add("axes", glyphGeometry(form), new MeshLambertMaterial(), instances);

    const contacts = model.contacts.map(({ name, at, radius }): Instance => ({
      body: indices.get(at.body) ?? -1,
      X_body_instance: sized(
        new Matrix4().setPosition(vectorOf(at.pose.position)),
        Math.max(plain(radius), 0.14 * glyph),
      ),
      colour: new Color(colours.contact),
      target: { kind: "contact", name },
    }));
    const faint = new MeshLambertMaterial({ transparent: true, opacity: 0.55, depthWrite: false });
    this.#add("contacts", new SphereGeometry(1, 20, 12), faint, contacts);

    // The ring is as wide as it is high, 1, and turns about its y axis, as wheels do.
    const tyres = model.tyres.map(({ name, at, radius, width }): Instance => ({
      body: indices.get(at.body) ?? -1,
      X_body_instance: matrixOf(at.pose).multiply(new Matrix4().makeScale(plain(radius), plain(width), plain(radius))),
      colour: new Color(colours.tyre),
      target: { kind: "tyre", name },
    }));
    this.#add("tyres", new LatheGeometry(TYRE_PROFILE, 48), new MeshLambertMaterial(), tyres);
  }

  #add(layer: Layer, geometry: BufferGeometry, material: MeshLambertMaterial, instances: readonly Instance[]): void {
    this.#geometries.push(geometry);
    this.#materials.push(material);
    if (instances.length === 0) return;
    const set = new InstanceSet(geometry, material, instances);
    this.#sets.push({ layer, set });
    this.group.add(set.mesh);
  }

  /** Visible layers for picking; ellipsoids are left out so that their inside can be picked. */
  get pickable(): readonly InstanceSet[] {
    return this.#sets.filter(({ layer, set }) => set.mesh.visible && layer !== "inertia").map(({ set }) => set);
  }

  /** Shows the chosen layers, and of the others the highlighted items. */
  show(display: DisplayOptions, { selected, hovered }: Highlights): void {
    const isOn: Readonly<Record<Layer, boolean>> = {
      frames: display.frames,
      masses: display.masses,
      axes: display.axes,
      inertia: display.inertia,
      contacts: display.contactForces,
      // As much a part of the picture as bodies are.
      tyres: true,
    };
    // A body is tinted as it is: its frame and mass centre need not appear for that.
    const isPointedAt = (target: Target | null): boolean =>
      target?.kind !== "body" && (isSame(target, selected) || isSame(target, hovered));
    for (const { layer, set } of this.#sets) {
      set.only = isOn[layer] ? null : isPointedAt;
      set.mesh.visible = isOn[layer] || set.instances.some(({ target }) => isPointedAt(target));
    }
  }

  setHighlights(highlights: Highlights): void {
    for (const { set } of this.#sets) set.tint((target) => highlight(highlights, target));
  }

  place(bodies: readonly Matrix4[], ground: Matrix4): void {
    for (const { set } of this.#sets) if (set.mesh.visible) set.place(bodies, ground);
  }

  dispose(): void {
    for (const { set } of this.#sets) set.dispose();
    for (const geometry of this.#geometries) geometry.dispose();
    for (const material of this.#materials) material.dispose();
    this.group.removeFromParent();
  }
}
