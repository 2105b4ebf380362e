import type { Model } from "kinetree";
import { Box3, Color, Group, type Matrix4, MeshStandardMaterial, type Raycaster, Vector3 } from "three";
import type { FlexibleInfo, Flexibles, Target } from "../../engine/protocol.js";
import type { DisplayOptions } from "../../run/store.js";
import { Amplitudes } from "./amplitudes.js";
import { niceAbove, withPrefix } from "../shapes/arrow-scale.js";
import { BeamSet, type BeamPaint } from "./beam-set.js";
import type { ShapeLook } from "../shapes/body-shapes.js";
import { Exaggeration } from "./exaggerate.js";
import { highlight, type Highlights } from "../base/highlight.js";
import { ModalNodes } from "./modal-nodes.js";
import { bodyPalette } from "../base/palette.js";
import type { SceneSizes } from "../shapes/sizes.js";
import { StressRange } from "./stress-range.js";
import { isRows, type Track } from "../motion/track.js";

export interface ColourLegend {
  readonly what: "Maximum normal stress" | "Displacement";
  /** What the upper end of the colours stands for, such as "20 MPa". */
  readonly top: string;
  readonly isFixed: boolean;
}

const GHOST_OPACITY = 0.22;
const TRANSLUCENT = 0.32;

type Paint = { -readonly [K in keyof BeamPaint]: BeamPaint[K] };

export class FlexibleBodies {
  readonly group = new Group();
  readonly #bodies: readonly FlexibleInfo[];
  readonly #targets: readonly Target[];
  readonly #beams: readonly number[];
  readonly #beamSet: BeamSet | null;
  readonly #ghost: BeamSet | null;
  readonly #nodes: readonly { readonly index: number; readonly nodes: ModalNodes }[];
  readonly #amplitudes: Amplitudes;
  readonly #rest: Float64Array;
  readonly #range: StressRange;
  readonly #exaggeration: Exaggeration;
  readonly #paints: readonly Paint[];
  readonly #ghostPaint: BeamPaint;
  readonly #material: MeshStandardMaterial;
  readonly #ghostMaterial: MeshStandardMaterial;
  readonly #look: ShapeLook;
  /** Where the body frames of flexible bodies are without exaggeration: the ghost stands there. */
  #motion: Track["motion"] | null = null;
  #legend: readonly ColourLegend[] = [];

  constructor(model: Model, flexible: Flexibles, sizes: Pick<SceneSizes, "body" | "thinnest">, look: ShapeLook) {
    this.#bodies = flexible.bodies;
    this.#look = look;
    this.#targets = flexible.bodies.map(({ body }) => ({ kind: "body", name: model.bodies[body].name }));
    this.#amplitudes = new Amplitudes(flexible.bodies);
    this.#rest = new Float64Array(this.#amplitudes.values.length);
    this.#range = new StressRange(flexible.bodies, this.#amplitudes);
    this.#exaggeration = new Exaggeration(model, flexible);
    this.#material = new MeshStandardMaterial({ roughness: 0.58, metalness: 0.04, vertexColors: true });
    this.#ghostMaterial = new MeshStandardMaterial({
      roughness: 0.8,
      vertexColors: true,
      transparent: true,
      opacity: GHOST_OPACITY,
      depthWrite: false,
    });
    const palette = bodyPalette(model.bodies.map(({ name }) => name));
    this.#paints = flexible.bodies.map(({ body }) => ({
      colour: look.colour === null ? palette[body] : new Color(look.colour),
      tint: null,
      top: null,
    }));
    this.#ghostPaint = { colour: new Color("#8a97a6"), tint: null, top: null };
    this.#beams = flexible.bodies.flatMap(({ shape }, i) => (shape.section === null ? [] : [i]));
    const shapes = this.#beams.map((i) => flexible.bodies[i].shape);
    this.#beamSet = shapes.length === 0 ? null : new BeamSet(shapes, sizes.thinnest, this.#material);
    this.#ghost = shapes.length === 0 ? null : new BeamSet(shapes, sizes.thinnest, this.#ghostMaterial);
    if (this.#ghost !== null) this.#ghost.mesh.castShadow = false;
    const plainMaterial = new MeshStandardMaterial({ roughness: 0.58, metalness: 0.04 });
    this.#nodes = flexible.bodies.flatMap(({ shape }, index) =>
      shape.section === null ? [{ index, nodes: new ModalNodes(shape, 0.025 * sizes.body, plainMaterial) }] : [],
    );
    for (const { nodes } of this.#nodes) this.group.add(nodes.group);
    for (const set of [this.#ghost, this.#beamSet]) if (set !== null) this.group.add(set.mesh);
    this.show(false, false);
  }

  setMotion(motion: Track["motion"]): void {
    this.#motion = motion;
    this.#amplitudes.setMotion(motion);
  }

  setHighlights(highlights: Highlights): void {
    for (const [i, paint] of this.#paints.entries()) paint.tint = highlight(highlights, this.#targets[i]);
  }

  show(isTranslucent: boolean, hasGhost: boolean): void {
    const opacity = this.#look.opacity * (isTranslucent ? TRANSLUCENT : 1);
    const isClear = opacity < 1;
    if (this.#material.transparent !== isClear) this.#material.needsUpdate = true;
    this.#material.transparent = isClear;
    this.#material.opacity = opacity;
    this.#material.depthWrite = !isClear;
    if (this.#ghost !== null) this.#ghost.mesh.visible = hasGhost;
  }

  /** Bends all bodies as they are at a time. Moves `bodies`, the poses of all bodies, along if the deformation is multiplied. */
  place(t: number, bodies: readonly Matrix4[], display: DisplayOptions): void {
    const { deformation, stress } = display;
    this.#amplitudes.read(t);
    const { values, starts } = this.#amplitudes;
    if (this.#ghost !== null && this.#ghost.mesh.visible) {
      for (const [k, i] of this.#beams.entries())
        this.#ghost.place(k, bodies[this.#bodies[i].body], this.#rest, starts[i], 1, this.#ghostPaint);
      this.#ghost.finish();
    }
    if (deformation !== 1) this.#exaggeration.apply(bodies, deformation);
    const tops = stress ? this.#tops(display) : null;
    for (const [i, paint] of this.#paints.entries())
      paint.top = tops === null ? null : this.#bodies[i].shape.section === null ? tops.displacement : tops.stress;
    if (this.#beamSet !== null) {
      for (const [k, i] of this.#beams.entries())
        this.#beamSet.place(k, bodies[this.#bodies[i].body], values, starts[i], deformation, this.#paints[i]);
      this.#beamSet.finish();
    }
    for (const { index, nodes } of this.#nodes)
      nodes.place(bodies[this.#bodies[index].body], values, starts[index], deformation, this.#paints[index]);
  }

  /** Upper ends of the colours, in round numbers so that they seldom change. */
  #tops({ stressTop }: DisplayOptions): { readonly stress: number; readonly displacement: number } {
    const largest = this.#range.get(this.#motion !== null && isRows(this.#motion) ? this.#motion : null);
    const tops = {
      stress: stressTop > 0 ? stressTop : niceAbove(largest.stress),
      displacement: niceAbove(largest.displacement),
    };
    const legend: ColourLegend[] = [];
    if (this.#beamSet !== null)
      legend.push({ what: "Maximum normal stress", top: withPrefix(tops.stress, "Pa"), isFixed: stressTop > 0 });
    if (this.#nodes.length > 0)
      legend.push({ what: "Displacement", top: withPrefix(tops.displacement, "m"), isFixed: false });
    this.#legend = legend;
    return tops;
  }

  /** What the colours of the last frame stand for, if they are those of stress. */
  get legend(): readonly ColourLegend[] {
    return this.#legend;
  }

  /** Whether another frame would show better colours: not all of the run has been looked at. */
  get isBehind(): boolean {
    return this.#range.isBehind;
  }

  /** Colours of the two ends of a beam as it was last drawn; null if there is no such beam. */
  endColours(name: string): readonly (readonly number[])[] | null {
    const beam = this.#beams.findIndex((i) => this.#targets[i].name === name);
    return beam < 0 ? null : (this.#beamSet?.endColours(beam) ?? null);
  }

  bounds(): Box3 {
    const box = new Box3();
    if (this.#beamSet !== null) {
      const { array } = this.#beamSet.mesh.geometry.getAttribute("position");
      const corner = new Vector3();
      for (let i = 0; i < array.length; i += 3) {
        corner.fromArray(array, i);
        if (Number.isFinite(corner.x + corner.y + corner.z)) box.expandByPoint(corner);
      }
    }
    for (const { nodes } of this.#nodes) box.union(new Box3().setFromObject(nodes.group));
    return box;
  }

  pick(ray: Raycaster): { readonly target: Target; readonly distance: number; readonly point: Vector3 } | null {
    if (!this.group.visible) return null;
    let nearest: { target: Target; distance: number; point: Vector3 } | null = null;
    const take = (index: number, distance: number, point: Vector3): void => {
      if (distance < (nearest?.distance ?? Infinity)) nearest = { target: this.#targets[index], distance, point };
    };
    if (this.#beamSet !== null)
      for (const { faceIndex, distance, point } of ray.intersectObject(this.#beamSet.mesh, false))
        if (typeof faceIndex === "number") take(this.#beams[this.#beamSet.beamOf(faceIndex)], distance, point);
    for (const { index, nodes } of this.#nodes)
      for (const { distance, point } of ray.intersectObject(nodes.dots, false)) take(index, distance, point);
    return nearest;
  }

  dispose(): void {
    for (const set of [this.#beamSet, this.#ghost]) set?.dispose();
    for (const { nodes } of this.#nodes) {
      nodes.dots.material.dispose();
      nodes.dispose();
    }
    this.#material.dispose();
    this.#ghostMaterial.dispose();
    this.group.removeFromParent();
  }
}
