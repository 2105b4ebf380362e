import type { Model } from "kinetree";
import { Box3, BufferGeometry, Color, Group, Matrix4, MeshStandardMaterial, type Raycaster, Vector3 } from "three";
import type { Target } from "../../engine/protocol.js";
import { formGeometry } from "./geometries.js";
import { InstanceSet, type Instance } from "../base/instance-set.js";
import { standInCube, type MeshCache, type MissingMesh } from "./mesh-cache.js";
import { formKey, type Part } from "./parts.js";
import { highlight, type Highlights } from "../base/highlight.js";

export interface ShapeLook {
  /** One colour for everything; null: the model's. */
  readonly colour: string | null;
  readonly opacity: number;
  /** Left out: solid bodies have one. */
  readonly hasShadow?: boolean;
}

const TRANSLUCENT = 0.32;

/** The shapes of all bodies of one mechanism: equal shapes are drawn at once, however many there are. */
export class BodyShapes {
  readonly group = new Group();
  readonly #sets: InstanceSet[] = [];
  readonly #materials: MeshStandardMaterial[] = [];
  readonly #geometries: BufferGeometry[] = [];
  readonly #look: ShapeLook;
  #translucent = false;
  #isDisposed = false;

  /** @param changed called when a mesh has come in */
  constructor(
    model: Model,
    parts: readonly Part[],
    size: number,
    look: ShapeLook,
    meshes: MeshCache,
    missing: (mesh: MissingMesh) => void,
    changed: () => void,
  ) {
    this.#look = look;
    const alike = new Map<string, Part[]>();
    for (const part of parts) {
      const key = `${formKey(part.form)} ${part.opacity < 1 ? part.opacity : ""}`;
      alike.set(key, [...(alike.get(key) ?? []), part]);
    }
    for (const group of alike.values()) {
      const { form, opacity } = group[0];
      if (form.kind !== "mesh") {
        this.#add(formGeometry(form), this.#instances(model, group), opacity, true);
        continue;
      }
      const cube = new Matrix4().makeScale(size / 2, size / 2, size / 2);
      const standIn = this.#instances(
        model,
        group.map((part) => ({ ...part, X_body_part: withoutScale(part.X_body_part).multiply(cube) })),
      );
      const waiting = this.#add(standInCube(), standIn, 0.25, true);
      void meshes.load(form.uri).then((geometry) => {
        if (this.#isDisposed) return;
        if (geometry instanceof BufferGeometry) {
          this.#remove(waiting);
          this.#add(geometry, this.#instances(model, group), opacity, false);
        } else missing(geometry);
        changed();
      });
    }
  }

  #instances(model: Model, parts: readonly Part[]): readonly Instance[] {
    const one = this.#look.colour === null ? null : new Color(this.#look.colour);
    return parts.map(({ body, X_body_part, colour }) => ({
      body,
      X_body_instance: X_body_part,
      colour: one ?? colour,
      target: { kind: "body", name: model.bodies[body].name },
    }));
  }

  /** @param isOwn whether the geometry goes with these shapes; meshes belong to the cache */
  #add(geometry: BufferGeometry, instances: readonly Instance[], opacity: number, isOwn: boolean): InstanceSet {
    const material = new MeshStandardMaterial({ roughness: 0.58, metalness: 0.04 });
    material.userData["opacity"] = opacity * this.#look.opacity;
    const set = new InstanceSet(geometry, material, instances);
    set.mesh.receiveShadow = true;
    this.#sets.push(set);
    this.#materials.push(material);
    if (isOwn) this.#geometries.push(geometry);
    this.group.add(set.mesh);
    this.setTranslucent(this.#translucent);
    return set;
  }

  #remove(set: InstanceSet): void {
    this.#sets.splice(this.#sets.indexOf(set), 1);
    set.dispose();
  }

  get sets(): readonly InstanceSet[] {
    return this.#sets;
  }

  setTranslucent(on: boolean): void {
    this.#translucent = on;
    for (const { mesh } of this.#sets) {
      const { material } = mesh;
      const opacity = Number(material.userData["opacity"]) * (on ? TRANSLUCENT : 1);
      const isClear = opacity < 1;
      if (material.transparent !== isClear) material.needsUpdate = true;
      material.transparent = isClear;
      material.opacity = opacity;
      material.depthWrite = !isClear;
      mesh.castShadow = this.#look.hasShadow !== false && opacity > 0.2;
    }
  }

  setHighlights(highlights: Highlights): void {
    for (const set of this.#sets) set.tint((target) => highlight(highlights, target));
  }

  place(bodies: readonly Matrix4[], ground: Matrix4): void {
    for (const set of this.#sets) set.place(bodies, ground);
  }

  bounds(): Box3 {
    const [all, one, matrix] = [new Box3(), new Box3(), new Matrix4()];
    for (const { mesh } of this.#sets) {
      if (mesh.geometry.boundingBox === null) mesh.geometry.computeBoundingBox();
      const { boundingBox } = mesh.geometry;
      if (boundingBox === null) continue;
      for (let i = 0; i < mesh.count; i++) {
        mesh.getMatrixAt(i, matrix);
        one.copy(boundingBox).applyMatrix4(matrix);
        if (Number.isFinite(one.min.x + one.max.x)) all.union(one);
      }
    }
    return all;
  }

  pick(ray: Raycaster): { readonly target: Target; readonly distance: number; readonly point: Vector3 } | null {
    return this.group.visible ? pickFrom(ray, this.#sets) : null;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const set of this.#sets) set.dispose();
    for (const material of this.#materials) material.dispose();
    for (const geometry of this.#geometries) geometry.dispose();
    this.group.removeFromParent();
  }
}

/** The nearest copy hit by a ray that stands for something. */
export function pickFrom(
  ray: Raycaster,
  sets: readonly InstanceSet[],
): { readonly target: Target; readonly distance: number; readonly point: Vector3 } | null {
  let nearest: { target: Target; distance: number; point: Vector3 } | null = null;
  for (const set of sets) {
    if (!set.mesh.visible) continue;
    for (const hit of ray.intersectObject(set.mesh, false)) {
      const target = hit.instanceId === undefined ? null : set.instances[hit.instanceId].target;
      if (target !== null && hit.distance < (nearest?.distance ?? Infinity))
        nearest = { target, distance: hit.distance, point: hit.point };
    }
  }
  return nearest;
}

function withoutScale(matrix: Matrix4): Matrix4 {
  const position = new Vector3().setFromMatrixPosition(matrix);
  return new Matrix4().extractRotation(matrix).setPosition(position);
}
