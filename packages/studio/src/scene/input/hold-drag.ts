import { type Camera, type Matrix4, Plane, type Ray, Vector3 } from "three";
import type { Hold } from "../../engine/protocol.js";

/** A body taken hold of: the point stays where it was touched, the target moves in the plane that faces the eye. */
export class HoldDrag {
  readonly #body: string;
  readonly #point: Vector3;
  readonly #plane: Plane;
  readonly #target: Vector3;

  /** @param at where the body was touched, in the world [m] */
  constructor(body: string, X_world_body: Matrix4, at: Vector3, camera: Camera) {
    this.#body = body;
    this.#point = at.clone().applyMatrix4(X_world_body.clone().invert());
    this.#plane = new Plane().setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), at);
    this.#target = at.clone();
  }

  /** Moves the target under a ray; stays put if the ray does not meet the plane. */
  move(ray: Ray): Hold {
    const met = ray.intersectPlane(this.#plane, new Vector3());
    if (met !== null) this.#target.copy(met);
    return this.hold;
  }

  get hold(): Hold {
    const { x, y, z } = this.#point;
    return { body: this.#body, point: [x, y, z], target: [this.#target.x, this.#target.y, this.#target.z] };
  }
}
