import type { Scene, Vector3 } from "three";
import type { DisplayOptions } from "../../run/store.js";
import type { MechanismView } from "../mechanism/mechanism-view.js";
import type { SceneColours } from "../base/palette.js";
import { Stage } from "./stage.js";
import { TerrainView } from "../shapes/terrain-view.js";

/** Light, grid and terrain around a mechanism. */
export class WorldView {
  readonly #stage = new Stage();
  #terrain: TerrainView | null = null;
  #radius = 1;

  get scene(): Scene {
    return this.#stage.scene;
  }

  setColours(colours: SceneColours): void {
    this.#stage.setColours(colours);
    this.#terrain?.setColour(colours.terrain);
  }

  setMechanism(mechanism: MechanismView | null, colours: SceneColours): void {
    this.#terrain?.dispose();
    this.#terrain = null;
    if (mechanism === null) return;
    const { bounds, radius, floor } = mechanism.sizes;
    this.#radius = radius;
    this.#stage.setBounds(bounds, radius, floor);
    this.#terrain = new TerrainView(mechanism.track.numbers, radius, colours.terrain);
    this.#stage.scene.add(this.#terrain.group);
  }

  /** `isClean`: without grid and terrain, whatever the options say; the shadow stays. */
  show({ grid, terrain }: DisplayOptions, isClean: boolean): void {
    const hasTerrain = !isClean && terrain && this.#terrain !== null;
    this.#stage.floor.show(grid && !isClean, !(hasTerrain && this.#terrain?.isThere === true));
    if (this.#terrain !== null) this.#terrain.group.visible = hasTerrain;
  }

  setShadows(on: boolean): void {
    this.#stage.setShadows(on);
  }

  light(middle: Vector3): void {
    this.#stage.light(middle);
  }

  follow(target: Vector3, distance: number): void {
    this.#stage.floor.follow(target, distance);
    this.#terrain?.follow(target, Math.max(6 * this.#radius, 1.6 * distance));
  }

  dispose(): void {
    this.#terrain?.dispose();
    this.#stage.dispose();
  }
}
