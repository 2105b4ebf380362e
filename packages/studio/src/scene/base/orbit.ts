import { type Box3, type Camera, OrthographicCamera, PerspectiveCamera, Vector3 } from "three";

export type Projection = "perspective" | "orthographic";

export interface CameraView {
  readonly position: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  readonly projection: Projection;
}

export type ViewPreset = "iso" | "front" | "side" | "top" | "back" | "left" | "bottom";

/** Azimuth from x towards y and elevation above the ground of where the eye is [rad]. */
const presets: Readonly<Record<ViewPreset, readonly [number, number]>> = {
  iso: [-Math.PI / 3.2, Math.PI / 8],
  front: [-Math.PI / 2, 0],
  back: [Math.PI / 2, 0],
  side: [0, 0],
  left: [Math.PI, 0],
  top: [-Math.PI / 2, Math.PI / 2],
  bottom: [-Math.PI / 2, -Math.PI / 2],
};

/** Vertical opening of the eye [rad]. */
const OPENING = (32 * Math.PI) / 180;
/** Straight down is avoided by an invisible amount, so that left and right stay defined. */
const STEEPEST = Math.PI / 2 - 1e-4;

const MARGIN = 1.22;

interface Spot {
  readonly target: Vector3;
  azimuth: number;
  elevation: number;
  distance: number;
}

/** An eye on a sphere about a point, z up. Moves at once or glides; knows nothing of pointers. */
export class Orbit {
  readonly #now: Spot = { target: new Vector3(), azimuth: presets.iso[0], elevation: presets.iso[1], distance: 5 };
  #glide: { readonly from: Spot; readonly to: Spot; readonly start: number } | null = null;
  readonly #perspective = new PerspectiveCamera((OPENING * 180) / Math.PI, 1, 0.01, 1000);
  readonly #orthographic = new OrthographicCamera(-1, 1, 1, -1, 0.01, 1000);
  #projection: Projection = "perspective";
  #aspect = 1;
  /** Size of the scene [m], for the near and far planes. */
  #extent = 1;
  readonly #forward = new Vector3();
  readonly #right = new Vector3();
  readonly #up = new Vector3();

  constructor() {
    for (const camera of [this.#perspective, this.#orthographic]) camera.up.set(0, 0, 1);
    this.#apply();
  }

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.#projection === "perspective" ? this.#perspective : this.#orthographic;
  }

  get projection(): Projection {
    return this.#projection;
  }

  get target(): Vector3 {
    return this.#now.target;
  }

  get distance(): number {
    return this.#now.distance;
  }

  get isGliding(): boolean {
    return this.#glide !== null;
  }

  /** Metres per pixel at the target. */
  metresPerPixel(height: number): number {
    return (2 * this.#now.distance * Math.tan(OPENING / 2)) / height;
  }

  setAspect(aspect: number): void {
    this.#aspect = aspect;
    this.#apply();
  }

  setProjection(projection: Projection): void {
    this.#projection = projection;
    this.#apply();
  }

  setExtent(extent: number): void {
    this.#extent = extent;
    this.#apply();
  }

  turn(azimuth: number, elevation: number): void {
    this.#glide = null;
    this.#now.azimuth += azimuth;
    this.#now.elevation = Math.min(STEEPEST, Math.max(-STEEPEST, this.#now.elevation + elevation));
    this.#apply();
  }

  /** Pans by pixels: the point under the pointer at the target's depth stays under it. */
  pan(dx: number, dy: number, height: number): void {
    this.#glide = null;
    const scale = this.metresPerPixel(height);
    this.camera.matrixWorld.extractBasis(this.#right, this.#up, this.#forward);
    this.#now.target.addScaledVector(this.#right, -dx * scale).addScaledVector(this.#up, dy * scale);
    this.#apply();
  }

  /** Nearer (below 1) or farther, towards a point of the picture (-1 to 1 across and up). */
  zoom(factor: number, x = 0, y = 0): void {
    this.#glide = null;
    const before = this.#now.distance;
    this.#now.distance = Math.min(1e4 * this.#extent, Math.max(1e-4 * this.#extent, before * factor));
    const shift = (before - this.#now.distance) * Math.tan(OPENING / 2);
    this.camera.matrixWorld.extractBasis(this.#right, this.#up, this.#forward);
    this.#now.target.addScaledVector(this.#right, x * shift * this.#aspect).addScaledVector(this.#up, y * shift);
    this.#apply();
  }

  /** Turns [rad], shifts [px] or zooms [factor], as keys do. */
  nudge(how: "turn" | "pan" | "zoom", x: number, y: number, height: number): void {
    if (how === "turn") this.turn(x, y);
    else if (how === "pan") this.pan(x, y, height);
    else this.zoom(x);
  }

  /** Where a point of the world [m] is in a picture of that size [px from its upper left corner]; changes the point. */
  toScreen(point: Vector3, width: number, height: number): readonly [number, number] {
    point.project(this.camera);
    return [((point.x + 1) / 2) * width, ((1 - point.y) / 2) * height];
  }

  shift(by: Vector3): void {
    this.#now.target.add(by);
    this.#apply();
  }

  preset(name: ViewPreset, now: number): void {
    const [azimuth, elevation] = presets[name];
    this.#glideTo({ ...this.#now, target: this.#now.target.clone(), azimuth, elevation: clampSteep(elevation) }, now);
  }

  reset(): void {
    this.#glide = null;
    [this.#now.azimuth, this.#now.elevation] = presets.iso;
    this.#apply();
  }

  focus(point: Vector3, now: number): void {
    this.#glideTo({ ...this.#now, target: point.clone() }, now);
  }

  /** Shows all of a box, at once if `now` is null. */
  fit(bounds: Box3, now: number | null): void {
    const target = bounds.getCenter(new Vector3());
    this.#extent = Math.max(bounds.getSize(new Vector3()).length() / 2, 1e-9);
    const spot = { ...this.#now, target, distance: this.#fittingDistance(bounds, target) };
    if (now !== null) return this.#glideTo(spot, now);
    this.#glide = null;
    this.#copy(spot);
    this.#apply();
  }

  /** Nearest place from where every corner is seen: |x| <= (d - z) tan(opening / 2), with z towards the eye. */
  #fittingDistance({ min, max }: Box3, target: Vector3): number {
    this.camera.matrixWorld.extractBasis(this.#right, this.#up, this.#forward);
    const tangent = Math.tan(OPENING / 2) / MARGIN;
    let distance = 0.2 * this.#extent;
    for (let corner = 0; corner < 8; corner++) {
      const at = new Vector3(corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y, corner & 4 ? max.z : min.z).sub(
        target,
      );
      const depth = this.#projection === "perspective" ? at.dot(this.#forward) : 0;
      const across = Math.abs(at.dot(this.#right)) / (tangent * this.#aspect);
      distance = Math.max(distance, across + depth, Math.abs(at.dot(this.#up)) / tangent + depth);
    }
    return distance;
  }

  #glideTo(to: Spot, now: number): void {
    const from = { ...this.#now, target: this.#now.target.clone() };
    // The short way round.
    const turns = Math.round((to.azimuth - from.azimuth) / (2 * Math.PI));
    this.#glide = { from, to: { ...to, azimuth: to.azimuth - 2 * Math.PI * turns }, start: now };
  }

  #copy(spot: Spot): void {
    this.#now.target.copy(spot.target);
    this.#now.azimuth = spot.azimuth;
    this.#now.elevation = spot.elevation;
    this.#now.distance = spot.distance;
  }

  /** Continues a glide; `isInstant` for reduced motion. */
  tick(now: number, isInstant: boolean): void {
    if (this.#glide === null) return;
    const { from, to, start } = this.#glide;
    const part = isInstant ? 1 : Math.min(1, (now - start) / 260);
    const eased = 1 - (1 - part) ** 3;
    this.#now.target.lerpVectors(from.target, to.target, eased);
    this.#now.azimuth = from.azimuth + eased * (to.azimuth - from.azimuth);
    this.#now.elevation = from.elevation + eased * (to.elevation - from.elevation);
    this.#now.distance = from.distance * (to.distance / from.distance) ** eased;
    if (part === 1) this.#glide = null;
    this.#apply();
  }

  getView(): CameraView {
    const { position } = this.camera;
    return {
      position: [position.x, position.y, position.z],
      target: [this.#now.target.x, this.#now.target.y, this.#now.target.z],
      up: [0, 0, 1],
      projection: this.#projection,
    };
  }

  setView({ position, target, projection }: CameraView): void {
    const eye = new Vector3(...position).sub(new Vector3(...target));
    const distance = eye.length();
    if (!Number.isFinite(distance) || distance === 0) return;
    const level = Math.hypot(eye.x, eye.y);
    const azimuth = level > 0 ? Math.atan2(eye.y, eye.x) : this.#now.azimuth;
    this.#glide = null;
    this.#copy({ target: new Vector3(...target), azimuth, elevation: clampSteep(Math.atan2(eye.z, level)), distance });
    this.#projection = projection;
    this.#apply();
  }

  #apply(): void {
    const { target, azimuth, elevation, distance } = this.#now;
    const level = Math.cos(elevation);
    this.#forward.set(level * Math.cos(azimuth), level * Math.sin(azimuth), Math.sin(elevation));
    // An orthographic image does not depend on the distance; only clipping does.
    const reach = 40 * this.#extent + 4 * distance;
    for (const camera of [this.#perspective, this.#orthographic] as readonly Camera[]) {
      camera.position.copy(target).addScaledVector(this.#forward, distance);
      camera.lookAt(target);
      camera.updateMatrixWorld(true);
    }
    this.#perspective.aspect = this.#aspect;
    this.#perspective.near = Math.max(distance / 200, 1e-3 * this.#extent);
    this.#perspective.far = reach;
    this.#perspective.updateProjectionMatrix();
    const half = distance * Math.tan(OPENING / 2);
    this.#orthographic.top = half;
    this.#orthographic.bottom = -half;
    this.#orthographic.left = -half * this.#aspect;
    this.#orthographic.right = half * this.#aspect;
    this.#orthographic.near = -reach;
    this.#orthographic.far = reach;
    this.#orthographic.updateProjectionMatrix();
  }
}

const clampSteep = (elevation: number): number => Math.min(STEEPEST, Math.max(-STEEPEST, elevation));
