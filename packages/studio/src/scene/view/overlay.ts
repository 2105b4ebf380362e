import type { Camera } from "three";
import { Gizmo } from "./gizmo.js";
import type { Highlights } from "../base/highlight.js";
import { Labels } from "./labels.js";
import type { MechanismView } from "../mechanism/mechanism-view.js";
import type { ViewPreset } from "../base/orbit.js";

/** HTML over the canvas: names of bodies, and the axes in the corner. */
export class Overlay {
  readonly #labels = new Labels();
  readonly #gizmo: Gizmo;

  constructor(host: HTMLElement, choose: (preset: ViewPreset) => void) {
    this.#gizmo = new Gizmo(choose);
    host.append(this.#labels.element, this.#gizmo.element);
  }

  /** @param hasNames whether all bodies are named, or those alone that are pointed at */
  update(
    mechanism: MechanismView | null,
    { selected, hovered }: Highlights,
    hasNames: boolean,
    camera: Camera,
    [width, height]: readonly [number, number],
  ): void {
    this.#gizmo.update(camera);
    const strong = [selected, hovered].flatMap((target) => (target?.kind === "body" ? [target.name] : []));
    const others = hasNames ? (mechanism?.track.numbers.bodies ?? []).map(({ name }) => name) : [];
    const names = [...new Set([...strong, ...others])].map((name) => ({ name, isStrong: strong.includes(name) }));
    this.#labels.update(mechanism, names, camera, width, height);
  }

  dispose(): void {
    this.#labels.element.remove();
    this.#gizmo.element.remove();
  }
}
