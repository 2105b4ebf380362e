import { modelDefaults } from "../../model/defaults.js";
import type { CoordinateProperties } from "../../model/types.js";

/** Springs, dampers and limits along one coordinate, from its joint and from the actuators on it. */
export class Coordinate {
  damping = 0;
  friction = 0;
  armature = 0;
  lower: number | null = null;
  upper: number | null = null;
  maxForce: number | null = null;
  /** A force that is there whatever the coordinate is. */
  #constant = 0;
  readonly #springs: { readonly stiffness: number; readonly rest: number }[] = [];

  addSpring(stiffness: number, rest: number): void {
    if (stiffness !== 0) this.#springs.push({ stiffness, rest });
  }

  addForce(force: number): void {
    this.#constant += force;
  }

  /** All springs as one: Σ k (q - r) = K (q - R), K = Σ k, K R = Σ k r. A constant force shifts the rest, or remains where K = 0. */
  spring(): { readonly stiffness: number; readonly rest: number; readonly force: number } {
    const [first] = this.#springs;
    const stiffness = this.#springs.reduce((sum, spring) => sum + spring.stiffness, 0);
    if (this.#springs.length === 1 && this.#constant === 0) return { ...first, force: 0 };
    const force = this.#springs.reduce((sum, spring) => sum + spring.stiffness * spring.rest, this.#constant);
    return stiffness === 0 ? { stiffness: 0, rest: 0, force } : { stiffness, rest: force / stiffness, force: 0 };
  }

  properties(): CoordinateProperties {
    const { stiffness, rest } = this.spring();
    const { damping, friction, armature, lower, upper, maxForce } = this;
    const all = { ...modelDefaults.coordinate, damping, friction, armature, stiffness, rest, lower, upper };
    return maxForce === null ? all : { ...all, maxForce };
  }
}
