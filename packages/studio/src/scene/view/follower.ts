import { Vector3 } from "three";
import type { MechanismView } from "../mechanism/mechanism-view.js";
import type { Orbit } from "../base/orbit.js";
import type { WorldView } from "./world-view.js";

export class Follower {
  isOn = false;
  readonly #orbit: Orbit;
  readonly #world: WorldView;
  /** Of the mechanism as it was last placed. */
  readonly #middle = new Vector3();
  readonly #place = new Vector3();
  readonly #shift = new Vector3();

  constructor(orbit: Orbit, world: WorldView) {
    this.#orbit = orbit;
    this.#world = world;
  }

  /** Begins with another mechanism: where it is now is no way that it went. */
  begin(mechanism: MechanismView | null): void {
    mechanism?.middle(this.#middle);
  }

  update(mechanism: MechanismView | null): void {
    if (mechanism === null) return;
    mechanism.middle(this.#place);
    this.#world.light(this.#place);
    if (this.isOn) this.#orbit.shift(this.#shift.copy(this.#place).sub(this.#middle));
    this.#middle.copy(this.#place);
  }
}
