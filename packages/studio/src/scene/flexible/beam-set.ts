import type { MeshStandardMaterial } from "three";
import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  DynamicDrawUsage,
  type Matrix4,
  Mesh,
  Sphere,
  Vector3,
} from "three";
import type { FlexibleShape } from "../../engine/protocol.js";
import { stressAt } from "./beam-stress.js";
import { BeamSweep, cornersOf, facesOf, outlineOf, type Outline } from "../shapes/beam-sweep.js";
import { writeColour } from "../base/colour-map.js";

/** Colour of one beam, a tint mixed in, and the stress at the top of the colour scale. */
export interface BeamPaint {
  readonly colour: Color;
  readonly tint: { readonly colour: Color; readonly part: number } | null;
  /** [Pa]; null: not by stress. */
  readonly top: number | null;
}

interface Place {
  readonly shape: FlexibleShape;
  readonly outline: Outline;
  readonly sweep: BeamSweep;
  readonly points: number;
  readonly firstCorner: number;
  readonly lastFace: number;
}

/** Highlights lighten stress colours; a tint would falsify them. */
export const LIGHTER = 0.3;

/** Sides of a round beam by number of beams: fewer for many, to keep the frame rate. */
const sidesFor = (count: number): number => (count <= 60 ? 20 : count <= 300 ? 12 : 8);

/** All beams of one mechanism as one geometry, deformed and coloured each frame without allocating. */
export class BeamSet {
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly #places: readonly Place[];
  readonly #positions: Float32Array;
  readonly #normals: Float32Array;
  readonly #colours: Float32Array;

  /** @param thinnest half width that is drawn at least [m] */
  constructor(shapes: readonly FlexibleShape[], thinnest: number, material: MeshStandardMaterial) {
    const sides = sidesFor(shapes.length);
    const faces: number[] = [];
    const sweeps = new Map<FlexibleShape, Pick<Place, "outline" | "sweep" | "points">>();
    let corners = 0;
    this.#places = shapes.map((shape) => {
      const points = shape.positions.length / 3;
      const common = sweeps.get(shape) ?? {
        outline: outlineOf(shape, sides, thinnest),
        sweep: new BeamSweep(points),
        points,
      };
      sweeps.set(shape, common);
      const firstCorner = corners;
      for (const face of facesOf(points, common.outline, shape.section?.isRound === true, firstCorner))
        faces.push(face);
      corners += cornersOf(points, common.outline);
      return { shape, ...common, firstCorner, lastFace: faces.length / 3 };
    });
    this.#positions = new Float32Array(3 * corners);
    this.#normals = new Float32Array(3 * corners);
    this.#colours = new Float32Array(3 * corners);
    const geometry = new BufferGeometry();
    geometry.setIndex(faces);
    geometry.setAttribute("position", new BufferAttribute(this.#positions, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute("normal", new BufferAttribute(this.#normals, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute("color", new BufferAttribute(this.#colours, 3).setUsage(DynamicDrawUsage));
    // Vertices move every frame: bounds would have to be recomputed for every frame and every ray.
    geometry.boundingSphere = new Sphere(new Vector3(), Infinity);
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
  }

  place(index: number, matrix: Matrix4, amplitudes: Float64Array, from: number, scale: number, paint: BeamPaint): void {
    const { shape, sweep, outline, points, firstCorner } = this.#places[index];
    sweep.bend(shape, amplitudes, from, scale);
    sweep.write({ positions: this.#positions, normals: this.#normals }, firstCorner, outline, matrix.elements);
    const corners = outline.length / 4;
    for (let ring = 0; ring < points + 2; ring++) {
      const point = ring < points ? ring : ring === points ? 0 : points - 1;
      const at = 3 * (firstCorner + ring * corners);
      this.#paint(at, paint, paint.top === null ? 0 : stressAt(shape, point, amplitudes, from));
      for (let i = 1; i < corners; i++) this.#colours.copyWithin(at + 3 * i, at, at + 3);
    }
  }

  #paint(at: number, { colour, tint, top }: BeamPaint, stress: number): void {
    const out = this.#colours;
    if (top !== null) writeColour(out, at, top > 0 ? stress / top : 0);
    else {
      out[at] = colour.r;
      out[at + 1] = colour.g;
      out[at + 2] = colour.b;
    }
    if (tint === null) return;
    const part = top === null ? tint.part : LIGHTER;
    out[at] += part * ((top === null ? tint.colour.r : 1) - out[at]);
    out[at + 1] += part * ((top === null ? tint.colour.g : 1) - out[at + 1]);
    out[at + 2] += part * ((top === null ? tint.colour.b : 1) - out[at + 2]);
  }

  finish(): void {
    for (const name of ["position", "normal", "color"]) this.mesh.geometry.getAttribute(name).needsUpdate = true;
  }

  beamOf(face: number): number {
    return this.#places.findIndex(({ lastFace }) => face < lastFace);
  }

  /** Colours of a beam's two ends as they were last painted, linear in light: what a canvas shows cannot be read back. */
  endColours(index: number): readonly (readonly number[])[] {
    const { firstCorner, outline, points } = this.#places[index];
    return [0, points - 1].map((point) => {
      const at = 3 * (firstCorner + (point * outline.length) / 4);
      return Array.from(this.#colours.subarray(at, at + 3));
    });
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
  }
}
