import { Vector3 } from "three";
import type { Target } from "../../engine/protocol.js";
import { displayDefaults, type DisplayOptions, type Trace } from "../../run/store.js";
import { Follower } from "./follower.js";
import { FrameExport } from "../export/frame-export.js";
import { noHighlights, type Highlights } from "../base/highlight.js";
import { Legends } from "./legends.js";
import { boundsOf, MechanismView } from "../mechanism/mechanism-view.js";
import { MeshCache } from "../shapes/mesh-cache.js";
import { noMeshFiles, type MeshFiles } from "../shapes/mesh-files.js";
import { Orbit, type CameraView, type Projection, type ViewPreset } from "../base/orbit.js";
import { Overlay } from "./overlay.js";
import { sceneColours, traceColour, type SceneColours } from "../base/palette.js";
import type { PointerTool } from "../input/pointer-input.js";
import { Screen } from "../base/screen.js";
import { isSameLook, type Track } from "../motion/track.js";
import { ViewPointer } from "../input/view-pointer.js";
import type { KeptFrame, ViewportEvents } from "./viewport-events.js";
import { WorldView } from "./world-view.js";

export class Viewport {
  readonly #events: ViewportEvents;
  readonly #screen: Screen;
  readonly #world = new WorldView();
  readonly #orbit = new Orbit();
  readonly #follower = new Follower(this.#orbit, this.#world);
  readonly #pointer: ViewPointer;
  readonly #overlay: Overlay;
  #meshes = new MeshCache(noMeshFiles);
  #mechanisms: MechanismView[] = [];
  #colours: SceneColours = sceneColours.light;
  #display: DisplayOptions = displayDefaults;
  #highlights: Highlights = noHighlights(sceneColours.light);
  #traces: readonly Trace[] = [];
  #cuts: readonly string[] = [];
  #t = 0;
  #requested: number | null = null;
  #isPlaced = false;
  #export: FrameExport | null = null;
  readonly #legends: Legends;
  readonly #place = new Vector3();
  readonly #shadows = (on: boolean): void => this.#world.setShadows(on);

  /** Throws `NoWebGlError` where the browser has no WebGL 2. */
  constructor(host: HTMLElement, canvas: HTMLCanvasElement, events: ViewportEvents) {
    this.#events = events;
    this.#legends = new Legends(events);
    const resized = (): void => {
      this.#orbit.setAspect(this.#screen.width / this.#screen.height);
      this.#frame();
    };
    this.#screen = new Screen(host, canvas, resized, () => events.contextLost?.());
    const viewMoved = (): void => this.#viewMoved();
    this.#pointer = new ViewPointer(
      canvas,
      this.#orbit,
      () => this.#first,
      events,
      () => this.invalidate(),
      viewMoved,
    );
    this.#overlay = new Overlay(host, (preset) => this.preset(preset));
    this.#world.scene.add(this.#pointer.group);
    if (this.#screen.height > 0) this.#orbit.setAspect(this.#screen.width / this.#screen.height);
    this.setTheme("light");
  }

  get canvas(): HTMLCanvasElement {
    return this.#screen.canvas;
  }

  get frames(): number {
    return this.#screen.frames;
  }

  get #first(): MechanismView | null {
    return this.#mechanisms[0] ?? null;
  }

  invalidate(): void {
    this.#requested ??= requestAnimationFrame(() => {
      this.#requested = null;
      this.#frame();
    });
  }

  #frame(): void {
    const now = performance.now();
    const { isGliding } = this.#orbit;
    this.#orbit.tick(now, matchMedia("(prefers-reduced-motion: reduce)").matches);
    if (isGliding) this.#viewMoved();
    if (!this.#isPlaced) this.#placeAll(this.#t);
    this.#pointer.update();
    const { camera, target, distance } = this.#orbit;
    this.#world.follow(target, distance);
    this.#screen.draw(this.#world.scene, camera, now, this.#shadows);
    const size = [this.#screen.width, this.#screen.height] as const;
    this.#overlay.update(this.#first, this.#highlights, this.#display.names, camera, size);
  }

  #placeAll(t: number): void {
    for (const mechanism of this.#mechanisms) mechanism.place(t, this.#display);
    this.#follower.update(this.#first);
    // Colours of a long run are found over several frames.
    this.#isPlaced = this.#legends.tell(this.#first, this.#display);
    if (!this.#isPlaced) this.invalidate();
  }

  #viewMoved(): void {
    this.#events.viewChange?.(this.#orbit.getView());
    this.invalidate();
  }

  setMeshFiles(files: MeshFiles): void {
    this.#meshes.dispose();
    this.#meshes = new MeshCache(files);
  }

  /** Shows mechanisms; marks, arrows and pointers belong to the first. Unchanged ones are kept. */
  setTracks(tracks: readonly Track[], cuts: readonly string[] = []): void {
    const before = this.#mechanisms;
    this.#cuts = cuts;
    this.#mechanisms = tracks.map((track, i) => {
      const kept = before[i];
      if (kept === undefined || !isSameLook(kept.track, track)) return this.#make(track, i > 0);
      if (kept.motion !== track.motion) kept.setMotion(track.motion);
      return kept;
    });
    for (const old of before) if (!this.#mechanisms.includes(old)) old.dispose();
    if (before[0] !== this.#mechanisms[0]) this.#setWorld();
    this.#drawTraces();
    this.#refresh();
  }

  #make(track: Track, isGhost: boolean): MechanismView {
    const made = new MechanismView(track, this.#t, {
      colours: this.#colours,
      meshes: this.#meshes,
      cuts: this.#cuts,
      isGhost,
      missing: (mesh) => this.#events.missing?.(mesh),
      changed: () => this.#refresh(),
    });
    this.#world.scene.add(made.group);
    return made;
  }

  #setWorld(): void {
    this.#world.setMechanism(this.#first, this.#colours);
    if (this.#first !== null) this.#orbit.setExtent(this.#first.sizes.radius);
    this.#follower.begin(this.#first);
  }

  #drawTraces(): void {
    for (const mechanism of this.#mechanisms) mechanism.setTraces(this.#traces, traceColour);
  }

  #refresh(): void {
    for (const mechanism of this.#mechanisms) mechanism.setDisplay(this.#display, this.#highlights);
    this.#first?.setHighlights(this.#highlights);
    this.#world.show(this.#display, false);
    this.#isPlaced = false;
    this.invalidate();
  }

  setTime(t: number): void {
    this.#t = t;
    this.#isPlaced = false;
    this.invalidate();
  }

  setDisplay(display: DisplayOptions): void {
    this.#display = display;
    this.#refresh();
  }

  setTraces(traces: readonly Trace[]): void {
    this.#traces = traces;
    this.#drawTraces();
    this.#refresh();
  }

  setHighlights(selected: Target | null, hovered: Target | null): void {
    this.#highlights = { ...noHighlights(this.#colours), selected, hovered };
    this.#refresh();
  }

  setTool(tool: PointerTool): void {
    this.#pointer.tool = tool;
  }

  setFollowing(on: boolean): void {
    this.#follower.isOn = on;
  }

  setTheme(theme: "light" | "dark"): void {
    this.#colours = sceneColours[theme];
    this.#world.setColours(this.#colours);
    this.#pointer.setColour(this.#colours.accent);
    const { selected, hovered } = this.#highlights;
    this.#highlights = { ...noHighlights(this.#colours), selected, hovered };
    const tracks = this.#mechanisms.map(({ track, motion }) => ({ ...track, motion }));
    for (const mechanism of this.#mechanisms) mechanism.dispose();
    this.#mechanisms = [];
    this.setTracks(tracks, this.#cuts);
    this.#setWorld();
  }

  fit(isGliding: boolean): void {
    if (!this.#isPlaced) this.#placeAll(this.#t);
    this.#orbit.fit(boundsOf(this.#mechanisms), isGliding ? performance.now() : null);
    this.#viewMoved();
  }

  reset(): void {
    this.#orbit.reset();
    this.fit(false);
  }

  preset(name: ViewPreset): void {
    this.#orbit.preset(name, performance.now());
    this.#viewMoved();
  }

  setProjection(projection: Projection): void {
    this.#orbit.setProjection(projection);
    this.#viewMoved();
  }

  /** Turns [rad], shifts [px] or zooms [factor], as keys do. */
  nudge(how: "turn" | "pan" | "zoom", x: number, y: number): void {
    this.#orbit.nudge(how, x, y, this.#screen.height);
    this.#viewMoved();
  }

  getView(): CameraView {
    return this.#orbit.getView();
  }

  setView(view: CameraView): void {
    this.#orbit.setView(view);
    this.#viewMoved();
  }

  /** A picture (PNG) at a time, of any size, from where the view is seen now; the view itself stays as it is. */
  renderFrame(t: number, options: KeptFrame): Promise<Blob> {
    this.drawFrame(t, options);
    return this.frameCanvas.toBlob();
  }

  /** Has the canvas that `drawFrame` draws on, for a stream of frames. */
  get frameCanvas(): FrameExport {
    return (this.#export ??= new FrameExport());
  }

  /** Draws a frame for keeping on the canvas of `frameCanvas`. */
  drawFrame(t: number, options: KeptFrame): void {
    const isClean = options.isClean === true;
    if (isClean) this.#first?.setDisplay({ ...this.#display, contactForces: false }, this.#highlights);
    this.#placeAll(t);
    this.#world.follow(this.#orbit.target, this.#orbit.distance);
    this.#orbit.setAspect(options.width / options.height);
    this.#world.show(this.#display, isClean);
    this.#world.setShadows(true);
    this.frameCanvas.draw(this.#world.scene, this.#orbit.camera, options, this.#colours.background);
    this.#orbit.setAspect(this.#screen.width / Math.max(1, this.#screen.height));
    this.#refresh();
  }

  get mechanism(): MechanismView | null {
    return this.#first;
  }

  toScreen([x, y, z]: readonly [number, number, number]): readonly [number, number] {
    return this.#orbit.toScreen(this.#place.set(x, y, z), this.#screen.width, this.#screen.height);
  }

  dispose(): void {
    if (this.#requested !== null) cancelAnimationFrame(this.#requested);
    this.#pointer.dispose();
    for (const mechanism of this.#mechanisms) mechanism.dispose();
    this.#meshes.dispose();
    this.#world.dispose();
    this.#export?.dispose();
    this.#overlay.dispose();
    this.#screen.dispose();
  }
}
