import { Box3, Group, Matrix4, type Raycaster, Vector3 } from "three";
import type { Target } from "../../engine/protocol.js";
import type { DisplayOptions, Trace } from "../../run/store.js";
import { Annotations } from "../shapes/annotations.js";
import { BodyPoses } from "./body-poses.js";
import { BodyShapes, pickFrom } from "../shapes/body-shapes.js";
import { FlexibleBodies } from "../flexible/flexible-bodies.js";
import { Forces } from "../shapes/forces.js";
import type { Highlights } from "../base/highlight.js";
import { LoadMarks } from "../shapes/load-marks.js";
import type { MeshCache, MissingMesh } from "../shapes/mesh-cache.js";
import type { SceneColours } from "../base/palette.js";
import { partsOf } from "../shapes/parts.js";
import { vectorOf } from "../base/plain.js";
import { sceneSizes, type SceneSizes } from "../shapes/sizes.js";
import { addSwingRoom } from "../flexible/swing-room.js";
import { isRows, type Track } from "../motion/track.js";
import { TraceLine } from "./trace-line.js";
import { Trail } from "./trail.js";

export interface MechanismContext {
  readonly colours: SceneColours;
  readonly meshes: MeshCache;
  readonly cuts: readonly string[];
  /** A ghost has shapes and traces alone. */
  readonly isGhost: boolean;
  readonly missing: (mesh: MissingMesh) => void;
  readonly changed: () => void;
}

export interface Hit {
  readonly target: Target;
  readonly point: Vector3;
  readonly distance: number;
}

export class MechanismView {
  readonly group = new Group();
  readonly sizes: SceneSizes;
  readonly track: Track;
  readonly #shapes: BodyShapes;
  /** null where all bodies are rigid. */
  readonly flexible: FlexibleBodies | null;
  readonly #annotations: Annotations | null;
  readonly #loads: LoadMarks | null;
  readonly forces: Forces | null;
  readonly #trail: Trail | null;
  readonly #poses: BodyPoses;
  readonly #ground = new Matrix4();
  readonly #position = new Vector3();
  #motion: Track["motion"];
  #traces: TraceLine[] = [];

  constructor(track: Track, t: number, context: MechanismContext) {
    this.track = track;
    this.#motion = track.motion;
    const { numbers, flexible } = track;
    this.#poses = new BodyPoses(numbers.bodies.length);
    this.#poses.read(track.motion, t);
    this.sizes = sceneSizes(numbers, this.#poses.numbers);
    const look = { colour: track.colour, opacity: track.opacity };
    const parts = partsOf(numbers, this.sizes.body, this.sizes.thinnest).filter(
      ({ isBending }) => !isBending || flexible === null,
    );
    this.#shapes = new BodyShapes(
      numbers,
      parts,
      this.sizes.body,
      look,
      context.meshes,
      context.missing,
      context.changed,
    );
    this.flexible = flexible === null ? null : new FlexibleBodies(numbers, flexible, this.sizes, look);
    this.group.add(this.#shapes.group);
    if (this.flexible !== null) this.group.add(this.flexible.group);
    const { isGhost, colours, cuts, meshes, changed } = context;
    this.#trail = isGhost ? null : new Trail({ track, parts, sizes: this.sizes, meshes, changed });
    this.#annotations = isGhost ? null : new Annotations(numbers, this.sizes.glyph, colours, cuts);
    this.#loads = isGhost ? null : new LoadMarks(numbers, this.sizes.glyph, colours);
    this.forces = isGhost ? null : new Forces(numbers, this.sizes, colours);
    for (const part of [this.#trail, this.#annotations, this.#loads, this.forces])
      if (part !== null) this.group.add(part.group);
    this.setMotion(track.motion);
  }

  setMotion(motion: Track["motion"]): void {
    this.#motion = motion;
    this.flexible?.setMotion(motion);
    this.#trail?.setMotion(motion);
    this.forces?.setRows(isRows(motion) ? motion : null);
  }

  get motion(): Track["motion"] {
    return this.#motion;
  }

  place(t: number, display: DisplayOptions): void {
    this.#poses.read(this.#motion, t);
    const { matrices } = this.#poses;
    // First, because attached bodies follow the exaggerated deformation.
    this.flexible?.place(t, matrices, display);
    this.#shapes.place(matrices, this.#ground);
    this.#annotations?.place(matrices, this.#ground);
    this.#loads?.place(matrices, this.#ground);
    this.forces?.place(t, matrices, this.#ground, display);
    this.#trail?.place(t, display);
    for (const trace of this.#traces) trace.show(t);
  }

  setDisplay(display: DisplayOptions, highlights: Highlights): void {
    this.#shapes.group.visible = display.shapes;
    this.#shapes.setTranslucent(display.translucent);
    if (this.flexible !== null) {
      this.flexible.group.visible = display.shapes;
      this.flexible.show(display.translucent, display.undeformed);
    }
    this.#trail?.show(display);
    this.#annotations?.show(display, highlights);
    if (this.#loads !== null) this.#loads.group.visible = display.shapes;
  }

  setHighlights(highlights: Highlights): void {
    this.#shapes.setHighlights(highlights);
    this.flexible?.setHighlights(highlights);
    this.#annotations?.setHighlights(highlights);
    this.#loads?.setHighlights(highlights);
  }

  setTraces(traces: readonly Trace[], colourOf: (index: number) => string): void {
    for (const line of this.#traces) line.dispose();
    this.#traces = [];
    const motion = this.#motion;
    if (!isRows(motion)) return;
    for (const [i, { body, point }] of traces.entries()) {
      const index = this.bodyIndex(body);
      if (index < 0) continue;
      const line = new TraceLine(motion, index, point, this.track.colour ?? colourOf(i));
      this.#traces.push(line);
      this.group.add(line.line);
    }
  }

  bodyIndex(name: string): number {
    return this.track.numbers.bodies.findIndex((body) => body.name === name);
  }

  bodyMatrix(name: string): Matrix4 | null {
    return this.#poses.matrices[this.bodyIndex(name)] ?? null;
  }

  bodyPosition(name: string): readonly [number, number, number] | null {
    const matrix = this.bodyMatrix(name);
    if (matrix === null) return null;
    const { x, y, z } = this.#position.setFromMatrixPosition(matrix);
    return [x, y, z];
  }

  massCentre(name: string): readonly [number, number, number] | null {
    const matrix = this.bodyMatrix(name);
    if (matrix === null) return null;
    const { x, y, z } = vectorOf(this.track.numbers.bodies[this.bodyIndex(name)].com).applyMatrix4(matrix);
    return [x, y, z];
  }

  get traceLengths(): readonly number[] {
    return this.#traces.map(({ shown }) => shown);
  }

  earlierPositions(name: string): readonly (readonly [number, number, number])[] {
    const index = this.bodyIndex(name);
    return index < 0 ? [] : (this.#trail?.positionsOf(index) ?? []);
  }

  matrixAt(index: number): Matrix4 {
    return index < 0 ? this.#ground : this.#poses.matrices[index];
  }

  /** Middle of all body frames: cheap, and smooth in time. */
  middle(out: Vector3): Vector3 {
    out.set(0, 0, 0);
    const { matrices } = this.#poses;
    for (const matrix of matrices) out.add(this.#position.setFromMatrixPosition(matrix));
    return matrices.length > 0 ? out.divideScalar(matrices.length) : out;
  }

  bounds(): Box3 {
    const bounds = sceneSizes(this.track.numbers, this.#poses.numbers).bounds;
    const shapes = this.#shapes.bounds();
    for (const part of [this.flexible, this.#trail]) if (part !== null) shapes.union(part.bounds());
    return addSwingRoom(shapes.isEmpty() ? bounds : shapes.union(this.#groundBounds()), this.track.numbers);
  }

  #groundBounds(): Box3 {
    const box = new Box3();
    for (const { parent, X_parent_joint } of this.track.numbers.joints)
      if (parent === "ground") box.expandByPoint(vectorOf(X_parent_joint.position));
    return box.union(this.#loads?.bounds() ?? new Box3());
  }

  /** The nearest thing that a ray meets; marks are found before the shapes that they lie in. */
  pick(ray: Raycaster): Hit | null {
    const marks = [...(this.#annotations?.pickable ?? []), ...(this.#loads?.pickable ?? [])];
    const mark = pickFrom(ray, marks);
    const body = nearer(this.#shapes.pick(ray), this.flexible?.pick(ray) ?? null);
    if (mark === null || body === null) return mark ?? body;
    return mark.distance < body.distance + this.sizes.glyph ? mark : body;
  }

  dispose(): void {
    this.setTraces([], () => "");
    this.#shapes.dispose();
    this.flexible?.dispose();
    this.#trail?.dispose();
    this.#annotations?.dispose();
    this.#loads?.dispose();
    this.forces?.dispose();
    this.group.removeFromParent();
  }
}

const nearer = (a: Hit | null, b: Hit | null): Hit | null =>
  a === null || b === null ? (a ?? b) : b.distance < a.distance ? b : a;

/** Common bounds of several mechanisms; a cube of two metres for none. */
export function boundsOf(mechanisms: readonly MechanismView[]): Box3 {
  const box = new Box3();
  for (const mechanism of mechanisms) box.union(mechanism.bounds());
  return box.isEmpty() ? box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1)) : box;
}
