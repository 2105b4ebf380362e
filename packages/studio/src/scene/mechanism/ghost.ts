import { type Box3, Group, Matrix4 } from "three";
import type { DisplayOptions } from "../../run/store.js";
import { BodyPoses } from "./body-poses.js";
import { BodyShapes, type ShapeLook } from "../shapes/body-shapes.js";
import { FlexibleBodies } from "../flexible/flexible-bodies.js";
import type { MeshCache } from "../shapes/mesh-cache.js";
import type { Part } from "../shapes/parts.js";
import type { SceneSizes } from "../shapes/sizes.js";
import type { Track } from "../motion/track.js";

export interface GhostContext {
  readonly track: Track;
  readonly parts: readonly Part[];
  readonly sizes: SceneSizes;
  readonly meshes: MeshCache;
  readonly changed: () => void;
}

/** The bodies of a mechanism as they were once: faint, without a shadow, and nothing that can be pointed at. */
export class Ghost {
  readonly group = new Group();
  readonly poses: BodyPoses;
  readonly #shapes: BodyShapes;
  readonly #flexible: FlexibleBodies | null;
  readonly #ground = new Matrix4();

  constructor({ track, parts, sizes, meshes, changed }: GhostContext, opacity: number) {
    const { numbers, flexible, colour } = track;
    const look: ShapeLook = { colour, opacity: opacity * track.opacity, hasShadow: false };
    this.poses = new BodyPoses(numbers.bodies.length);
    // A mesh that is missing was told of already: the mechanism itself has it too.
    this.#shapes = new BodyShapes(numbers, parts, sizes.body, look, meshes, () => {}, changed);
    this.#flexible = flexible === null ? null : new FlexibleBodies(numbers, flexible, sizes, look);
    this.group.add(this.#shapes.group);
    if (this.#flexible === null) return;
    this.group.add(this.#flexible.group);
    this.#flexible.group.traverse((part) => {
      part.castShadow = false;
    });
  }

  setMotion(motion: Track["motion"]): void {
    this.#flexible?.setMotion(motion);
  }

  place(motion: Track["motion"], t: number, display: DisplayOptions): void {
    this.poses.read(motion, t);
    this.#flexible?.place(t, this.poses.matrices, { ...display, stress: false });
    this.#shapes.place(this.poses.matrices, this.#ground);
  }

  bounds(): Box3 {
    const box = this.#shapes.bounds();
    return this.#flexible === null ? box : box.union(this.#flexible.bounds());
  }

  dispose(): void {
    this.#shapes.dispose();
    this.#flexible?.dispose();
    this.group.removeFromParent();
  }
}
