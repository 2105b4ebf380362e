import { Box3, Group, Matrix4, Quaternion, type Raycaster, Vector3 } from "three";
import type { Target } from "../engine/protocol.js";
import type { DisplayOptions, Trace } from "../run/store.js";
import { Annotations } from "./annotations.js";
import { BodyShapes, pickFrom } from "./body-shapes.js";
import { FlexibleBodies } from "./flexible-bodies.js";
import { Forces } from "./forces.js";
import type { Highlights } from "./highlight.js";
import { posesAt, type RowsAround } from "./interpolate.js";
import { LoadMarks } from "./load-marks.js";
import type { MeshCache, MissingMesh } from "./mesh-cache.js";
import type { SceneColours } from "./palette.js";
import { partsOf } from "./parts.js";
import { vectorOf } from "./plain.js";
import { sceneSizes, type SceneSizes } from "./sizes.js";
import { addSwingRoom } from "./swing-room.js";
import { isRows, type Track } from "./track.js";
import { TraceLine } from "./trace-line.js";

/** What a mechanism in the picture is made with. */
export interface MechanismContext {
  readonly colours: SceneColours;
  readonly meshes: MeshCache;
  /** Joints that close loops. */
  readonly cuts: readonly string[];
  /** A ghost has shapes and traces alone. */
  readonly isGhost: boolean;
  readonly missing: (mesh: MissingMesh) => void;
  readonly changed: () => void;
}

/** What a ray met. */
export interface Hit {
  readonly target: Target;
  readonly point: Vector3;
  readonly distance: number;
}

/** One mechanism in the picture: its shapes, and what is drawn about them. */
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
  readonly #poses: Float64Array;
  readonly #matrices: readonly Matrix4[];
  readonly #ground = new Matrix4();
  readonly #position = new Vector3();
  readonly #turn = new Quaternion();
  readonly #unit = new Vector3(1, 1, 1);
  readonly #around: RowsAround = { low: 0, high: 0, part: 0 };
  #motion: Track["motion"];
  #traces: TraceLine[] = [];

  constructor(track: Track, t: number, context: MechanismContext) {
    this.track = track;
    this.#motion = track.motion;
    const { numbers, flexible } = track;
    const count = numbers.bodies.length;
    this.#poses = new Float64Array(7 * count);
    for (let i = 0; i < count; i++) this.#poses[7 * i + 3] = 1;
    this.#matrices = Array.from({ length: count }, () => new Matrix4());
    this.#readPoses(t);
    this.sizes = sceneSizes(numbers, this.#poses);
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
    const { isGhost, colours, cuts } = context;
    this.#annotations = isGhost ? null : new Annotations(numbers, this.sizes.glyph, colours, cuts);
    this.#loads = isGhost ? null : new LoadMarks(numbers, this.sizes.glyph, colours);
    this.forces = isGhost ? null : new Forces(numbers, this.sizes, colours);
    for (const part of [this.#annotations, this.#loads, this.forces]) if (part !== null) this.group.add(part.group);
    this.setMotion(track.motion);
  }

  /** Another run, or another pose, of the same mechanism. */
  setMotion(motion: Track["motion"]): void {
    this.#motion = motion;
    this.flexible?.setMotion(motion);
    this.forces?.setRows(isRows(motion) ? motion : null);
  }

  get motion(): Track["motion"] {
    return this.#motion;
  }

  #readPoses(t: number): void {
    const motion = this.#motion;
    if (isRows(motion)) posesAt(this.#poses, motion, t, this.#around);
    else if (motion.poses.length === this.#poses.length) this.#poses.set(motion.poses);
    for (const [i, matrix] of this.#matrices.entries()) {
      const o = 7 * i;
      const p = this.#poses;
      this.#position.set(p[o], p[o + 1], p[o + 2]);
      matrix.compose(this.#position, this.#turn.set(p[o + 4], p[o + 5], p[o + 6], p[o + 3]), this.#unit);
    }
  }

  /** Puts everything where it is at a time. */
  place(t: number, display: DisplayOptions): void {
    this.#readPoses(t);
    // First: what hangs on bodies that are drawn bent beyond measure is drawn where they then are.
    this.flexible?.place(t, this.#matrices, display);
    this.#shapes.place(this.#matrices, this.#ground);
    this.#annotations?.place(this.#matrices, this.#ground);
    this.#loads?.place(this.#matrices, this.#ground);
    this.forces?.place(t, this.#matrices, this.#ground, display);
    for (const trace of this.#traces) trace.show(t);
  }

  setDisplay(display: DisplayOptions, highlights: Highlights): void {
    this.#shapes.group.visible = display.shapes;
    this.#shapes.setTranslucent(display.translucent);
    if (this.flexible !== null) {
      this.flexible.group.visible = display.shapes;
      this.flexible.show(display.translucent, display.undeformed);
    }
    this.#annotations?.show(display, highlights);
    if (this.#loads !== null) this.#loads.group.visible = display.shapes;
  }

  setHighlights(highlights: Highlights): void {
    this.#shapes.setHighlights(highlights);
    this.flexible?.setHighlights(highlights);
    this.#annotations?.setHighlights(highlights);
    this.#loads?.setHighlights(highlights);
  }

  /** Paths of points; a pose alone has none. */
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

  /** Where a body is, as it was last placed; null if there is no such body. */
  bodyMatrix(name: string): Matrix4 | null {
    return this.#matrices[this.bodyIndex(name)] ?? null;
  }

  /** Where the origin of a body's frame is [m]; null if there is no such body. */
  bodyPosition(name: string): readonly [number, number, number] | null {
    const matrix = this.bodyMatrix(name);
    if (matrix === null) return null;
    const { x, y, z } = this.#position.setFromMatrixPosition(matrix);
    return [x, y, z];
  }

  /** Where a body's mass centre is [m]; null if there is no such body. */
  massCentre(name: string): readonly [number, number, number] | null {
    const matrix = this.bodyMatrix(name);
    if (matrix === null) return null;
    const { x, y, z } = vectorOf(this.track.numbers.bodies[this.bodyIndex(name)].com).applyMatrix4(matrix);
    return [x, y, z];
  }

  /** Segments shown of each path. */
  get traceLengths(): readonly number[] {
    return this.#traces.map(({ shown }) => shown);
  }

  matrixAt(index: number): Matrix4 {
    return index < 0 ? this.#ground : this.#matrices[index];
  }

  /** Middle of all body frames: cheap, and smooth in time. */
  middle(out: Vector3): Vector3 {
    out.set(0, 0, 0);
    for (const matrix of this.#matrices) out.add(this.#position.setFromMatrixPosition(matrix));
    return this.#matrices.length > 0 ? out.divideScalar(this.#matrices.length) : out;
  }

  /** What the mechanism fills as it was last placed, with room to swing. */
  bounds(): Box3 {
    const bounds = sceneSizes(this.track.numbers, this.#poses).bounds;
    const shapes = this.#shapes.bounds().union(this.flexible?.bounds() ?? new Box3());
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
    this.#annotations?.dispose();
    this.#loads?.dispose();
    this.forces?.dispose();
    this.group.removeFromParent();
  }
}

const nearer = (a: Hit | null, b: Hit | null): Hit | null =>
  a === null || b === null ? (a ?? b) : b.distance < a.distance ? b : a;

/** What several mechanisms fill together; a cube of two metres where there is none. */
export function boundsOf(mechanisms: readonly MechanismView[]): Box3 {
  const box = new Box3();
  for (const mechanism of mechanisms) box.union(mechanism.bounds());
  return box.isEmpty() ? box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1)) : box;
}
