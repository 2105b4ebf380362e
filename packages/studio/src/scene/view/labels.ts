import { type Camera, Vector3 } from "three";
import type { MechanismView } from "../mechanism/mechanism-view.js";
import { vectorOf } from "../base/plain.js";

/** More names than this are a carpet. */
const MOST_LABELS = 60;

/** Names of bodies as HTML: legible at any size, without overlaps. */
export class Labels {
  readonly element: HTMLDivElement;
  readonly #pool: HTMLSpanElement[] = [];
  readonly #place = new Vector3();
  /** Left, top, right and bottom of the labels placed so far. */
  readonly #taken = new Float64Array(4 * MOST_LABELS);

  constructor() {
    this.element = document.createElement("div");
    this.element.className = "scene-labels";
    // The tree of the model says the same, in order.
    this.element.setAttribute("aria-hidden", "true");
  }

  /** @param names of bodies, most important first, with a mark for those that stand out */
  update(
    view: MechanismView | null,
    names: readonly { readonly name: string; readonly isStrong: boolean }[],
    camera: Camera,
    width: number,
    height: number,
  ): void {
    let count = 0;
    for (const { name, isStrong } of names) {
      if (view === null || count >= MOST_LABELS) break;
      const index = view.bodyIndex(name);
      if (index < 0) continue;
      this.#place
        .copy(vectorOf(view.track.numbers.bodies[index].com))
        .applyMatrix4(view.matrixAt(index))
        .project(camera);
      if (!(Math.abs(this.#place.x) < 1 && Math.abs(this.#place.y) < 1 && Math.abs(this.#place.z) < 1)) continue;
      const x = Math.round(((this.#place.x + 1) / 2) * width);
      const y = Math.round(((1 - this.#place.y) / 2) * height);
      // Width by the number of letters: measuring would make the page lay itself out for every frame.
      if (!this.#isFree(count, x, y, 6.6 * name.length + 12)) continue;
      const label = this.#labelAt(count++);
      if (label.textContent !== name) label.textContent = name;
      label.classList.toggle("scene-label-strong", isStrong);
      label.style.transform = `translate(${x}px, ${y}px) translate(8px, -50%)`;
      label.hidden = false;
    }
    for (let i = count; i < this.#pool.length; i++) this.#pool[i].hidden = true;
  }

  #isFree(count: number, x: number, y: number, width: number): boolean {
    const [left, top, right, bottom] = [x + 8, y - 10, x + 8 + width, y + 10];
    for (let i = 0; i < count; i++) {
      const o = 4 * i;
      const t = this.#taken;
      if (left < t[o + 2] && right > t[o] && top < t[o + 3] && bottom > t[o + 1]) return false;
    }
    this.#taken.set([left, top, right, bottom], 4 * count);
    return true;
  }

  #labelAt(index: number): HTMLSpanElement {
    const known = this.#pool[index];
    if (known !== undefined) return known;
    const label = document.createElement("span");
    label.className = "scene-label";
    this.#pool.push(label);
    this.element.append(label);
    return label;
  }
}
