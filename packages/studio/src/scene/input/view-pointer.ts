import { Matrix4, Plane, Raycaster, Vector2, Vector3, type Camera, type Group, type Ray } from "three";
import type { Hold, Target } from "../../engine/protocol.js";
import type { Trace } from "../../run/store.js";
import { isSame } from "../base/highlight.js";
import { HoldLine } from "./hold-line.js";
import type { Hit, MechanismView } from "../mechanism/mechanism-view.js";
import type { Orbit } from "../base/orbit.js";
import { PointerInput, type PointerTool } from "./pointer-input.js";

export interface PointerEvents {
  readonly select?: (target: Target | null) => void;
  readonly hover?: (target: Target | null) => void;
  /** Left out: bodies are not dragged. */
  readonly hold?: (hold: Hold | null) => void;
  readonly trace?: (trace: Trace) => void;
}

const cursors: Readonly<Record<PointerTool, string>> = { orbit: "pointer", drag: "grab", trace: "crosshair" };

export class ViewPointer {
  readonly #canvas: HTMLCanvasElement;
  readonly #orbit: Orbit;
  readonly #events: PointerEvents;
  readonly #mechanism: () => MechanismView | null;
  readonly #input: PointerInput;
  readonly #line = new HoldLine();
  readonly #ray = new Raycaster();
  readonly #spot = new Vector2();
  readonly #from = new Vector3();
  readonly #to = new Vector3();
  #place: readonly [number, number] | null = null;
  #isMoved = false;
  #hovered: Target | null = null;
  #drag: HoldDrag | null = null;

  /**
   * @param changed something has to be drawn again
   * @param viewMoved the eye has moved
   */
  constructor(
    canvas: HTMLCanvasElement,
    orbit: Orbit,
    mechanism: () => MechanismView | null,
    events: PointerEvents,
    changed: () => void,
    viewMoved: () => void,
  ) {
    this.#canvas = canvas;
    this.#orbit = orbit;
    this.#events = events;
    this.#mechanism = mechanism;
    this.#input = new PointerInput(canvas, orbit, {
      moved: viewMoved,
      hover: (place) => {
        this.#place = place;
        this.#isMoved = true;
        changed();
      },
      click: (x, y) => this.#click(x, y),
      doubleClick: (x, y) => {
        const hit = this.#pick(x, y);
        if (hit === null) return;
        orbit.focus(hit.point, performance.now());
        viewMoved();
      },
      grab: (x, y) => this.#grab(x, y),
      drag: (x, y) => {
        this.#aim(x, y);
        if (this.#drag !== null) events.hold?.(this.#drag.move(this.#ray.ray));
        changed();
      },
      release: () => {
        this.#drag = null;
        events.hold?.(null);
        changed();
      },
    });
  }

  get group(): Group {
    return this.#line.group;
  }

  set tool(tool: PointerTool) {
    this.#input.tool = tool;
  }

  setColour(colour: string): void {
    this.#line.setColour(colour);
  }

  #aim(x: number, y: number): void {
    const { clientWidth, clientHeight } = this.#canvas;
    this.#spot.set((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight);
    this.#ray.setFromCamera(this.#spot, this.#orbit.camera);
  }

  #pick(x: number, y: number): Hit | null {
    this.#aim(x, y);
    return this.#mechanism()?.pick(this.#ray) ?? null;
  }

  #click(x: number, y: number): void {
    const hit = this.#pick(x, y);
    if (this.#input.tool === "trace" && hit?.target.kind === "body") {
      const X_world_body = this.#mechanism()?.bodyMatrix(hit.target.name) ?? new Matrix4();
      const local = hit.point.clone().applyMatrix4(X_world_body.clone().invert());
      this.#events.trace?.({ body: hit.target.name, point: [local.x, local.y, local.z] });
    } else this.#events.select?.(hit?.target ?? null);
  }

  #grab(x: number, y: number): boolean {
    const hit = this.#events.hold === undefined ? null : this.#pick(x, y);
    const X_world_body = hit?.target.kind === "body" ? (this.#mechanism()?.bodyMatrix(hit.target.name) ?? null) : null;
    if (hit === null || X_world_body === null) return false;
    this.#drag = new HoldDrag(hit.target.name, X_world_body, hit.point, this.#orbit.camera);
    this.#events.hold?.(this.#drag.hold);
    return true;
  }

  /** Before a frame: updates the target under the pointer and the line of a drag. */
  update(): void {
    if (this.#isMoved) this.#hover();
    const X_world_body = this.#drag === null ? null : (this.#mechanism()?.bodyMatrix(this.#drag.hold.body) ?? null);
    if (this.#drag === null || X_world_body === null) return this.#line.hide();
    const { point, target } = this.#drag.hold;
    this.#from.set(...point).applyMatrix4(X_world_body);
    const dot = 4 * this.#orbit.metresPerPixel(this.#canvas.clientHeight);
    this.#line.show(this.#from, this.#to.set(...target), dot);
  }

  #hover(): void {
    this.#isMoved = false;
    const target = this.#place === null ? null : (this.#pick(...this.#place)?.target ?? null);
    this.#canvas.style.cursor = target === null ? "" : cursors[this.#input.tool];
    const isOther = target === null ? this.#hovered !== null : !isSame(target, this.#hovered);
    this.#hovered = target;
    if (isOther) this.#events.hover?.(target);
  }

  dispose(): void {
    this.#input.dispose();
    this.#line.dispose();
  }
}

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
