import {
  type BufferGeometry,
  Color,
  DynamicDrawUsage,
  InstancedMesh,
  type Material,
  Matrix4,
  Sphere,
  Vector3,
} from "three";
import type { Target } from "../../engine/protocol.js";

/** One copy of a geometry: its body (-1: ground), its pose there, and its target. */
export interface Instance {
  readonly body: number;
  readonly X_body_instance: Matrix4;
  readonly colour: Color;
  readonly target: Target | null;
}

/** Copies of one geometry that move with bodies, drawn at once. */
export class InstanceSet {
  readonly mesh: InstancedMesh<BufferGeometry, Material>;
  readonly instances: readonly Instance[];
  /** Which copies are drawn; all if null. */
  only: ((target: Target | null) => boolean) | null = null;
  readonly #matrix = new Matrix4();
  /** Everything at one point: a copy that is not seen and cannot be hit. */
  readonly #nowhere = new Matrix4().makeScale(0, 0, 0);
  readonly #colour = new Color();

  constructor(geometry: BufferGeometry, material: Material, instances: readonly Instance[]) {
    this.instances = instances;
    this.mesh = new InstancedMesh(geometry, material, instances.length);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    // Copies move every frame: bounds would have to be recomputed for every frame and every ray.
    this.mesh.frustumCulled = false;
    this.mesh.boundingSphere = new Sphere(new Vector3(), Infinity);
    for (const [i, { colour }] of instances.entries()) this.mesh.setColorAt(i, colour);
  }

  place(bodies: readonly Matrix4[], ground: Matrix4): void {
    const { array } = this.mesh.instanceMatrix;
    for (let i = 0; i < this.instances.length; i++) {
      const { body, X_body_instance, target } = this.instances[i];
      const isShown = this.only === null || this.only(target);
      if (isShown)
        this.#matrix.multiplyMatrices(body < 0 ? ground : bodies[body], X_body_instance).toArray(array, 16 * i);
      else this.#nowhere.toArray(array, 16 * i);
    }
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  /** Mixes the colour of each copy with a tint. */
  tint(of: (target: Target | null) => { readonly colour: Color; readonly part: number } | null): void {
    for (let i = 0; i < this.instances.length; i++) {
      const { colour, target } = this.instances[i];
      const tint = of(target);
      this.#colour.copy(colour);
      if (tint !== null) this.#colour.lerp(tint.colour, tint.part);
      this.mesh.setColorAt(i, this.#colour);
    }
    if (this.mesh.instanceColor !== null) this.mesh.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.dispose();
  }
}
