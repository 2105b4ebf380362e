import { type Camera, Quaternion, Vector3 } from "three";
import type { ViewPreset } from "../base/orbit.js";

interface Axis {
  readonly direction: Vector3;
  readonly preset: ViewPreset;
  readonly line: SVGLineElement | null;
  readonly ball: SVGGElement;
  depth: number;
}

const svg = <K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[K] => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

const LENGTH = 26;

/** The axes of the world in a corner; their ends turn the view. For pointers only: the toolbar has the same views for keys. */
export class Gizmo {
  readonly element: SVGSVGElement;
  readonly #axes: Axis[] = [];
  readonly #turn = new Quaternion();
  readonly #place = new Vector3();

  constructor(choose: (preset: ViewPreset) => void) {
    this.element = svg("svg", {
      class: "scene-gizmo",
      viewBox: "-40 -40 80 80",
      width: "72",
      height: "72",
      "aria-hidden": "true",
    });
    const add = (letter: "x" | "y" | "z", sign: 1 | -1, preset: ViewPreset): void => {
      const direction = new Vector3();
      direction[letter] = sign;
      const line = sign > 0 ? svg("line", { class: `scene-gizmo-line scene-gizmo-${letter}` }) : null;
      const ball = svg("g", { class: `scene-gizmo-end scene-gizmo-${letter} ${sign > 0 ? "" : "scene-gizmo-far"}` });
      ball.append(svg("circle", { r: sign > 0 ? "8.5" : "6" }));
      if (sign > 0) {
        const text = svg("text", { dy: "0.36em" });
        text.textContent = letter.toUpperCase();
        ball.append(text);
      }
      ball.addEventListener("click", () => choose(preset));
      this.#axes.push({ direction, preset, line, ball, depth: 0 });
    };
    add("x", 1, "side");
    add("y", 1, "back");
    add("z", 1, "top");
    add("x", -1, "left");
    add("y", -1, "front");
    add("z", -1, "bottom");
  }

  /** Turns with the camera; ends nearer to the eye are drawn over others. */
  update(camera: Camera): void {
    this.#turn.setFromRotationMatrix(camera.matrixWorldInverse);
    for (const axis of this.#axes) {
      this.#place.copy(axis.direction).applyQuaternion(this.#turn).multiplyScalar(LENGTH);
      axis.depth = this.#place.z;
      const [x, y] = [this.#place.x.toFixed(1), (-this.#place.y).toFixed(1)];
      axis.line?.setAttribute("x2", x);
      axis.line?.setAttribute("y2", y);
      axis.ball.setAttribute("transform", `translate(${x} ${y})`);
    }
    this.#axes.sort((a, b) => a.depth - b.depth);
    for (const { line, ball } of this.#axes) this.element.append(...(line === null ? [ball] : [line, ball]));
  }
}
