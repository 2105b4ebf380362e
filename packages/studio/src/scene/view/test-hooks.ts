import type { Viewport } from "./viewport.js";

/** `window.kinetreeStudio`: state of the scene for tests and scripts, since a canvas cannot be read back. */
interface SceneHooks {
  readonly scene: {
    readonly frames: () => number;
    readonly bodyPosition: (name: string) => readonly [number, number, number] | null;
    /** Where a body's mass centre is, in pixels of the window. */
    readonly bodyOnScreen: (name: string) => readonly [number, number] | null;
    /** Colours of the clamped and of the free end of a beam, linear in light. */
    readonly beamColours: (name: string) => readonly (readonly number[])[] | null;
    readonly arrows: () => { readonly contacts: number; readonly forces: number; readonly torques: number };
    readonly earlierPositions: (name: string) => readonly (readonly [number, number, number])[];
    readonly traces: () => readonly number[];
    readonly view: () => ReturnType<Viewport["getView"]>;
    readonly viewport: Viewport;
  };
  /** A clean picture on a transparent ground, as a data URL. */
  readonly renderPicture: (size: { readonly width: number; readonly height: number }) => Promise<string>;
}

/** Puts the hooks of a viewport on the window; returns how to take them away. */
export function publishScene(viewport: Viewport, now: () => number): () => void {
  const page = window as Window & { kinetreeStudio?: Record<string, unknown> };
  const hooks: SceneHooks = {
    scene: {
      frames: () => viewport.frames,
      bodyPosition: (name) => viewport.mechanism?.bodyPosition(name) ?? null,
      bodyOnScreen: (name) => {
        const place = viewport.mechanism?.massCentre(name) ?? null;
        if (place === null) return null;
        const [x, y] = viewport.toScreen(place);
        const { left, top } = viewport.canvas.getBoundingClientRect();
        return [left + x, top + y];
      },
      beamColours: (name) => viewport.mechanism?.flexible?.endColours(name) ?? null,
      arrows: () => viewport.mechanism?.forces?.counts ?? { contacts: 0, forces: 0, torques: 0 },
      earlierPositions: (name) => viewport.mechanism?.earlierPositions(name) ?? [],
      traces: () => viewport.mechanism?.traceLengths ?? [],
      view: () => viewport.getView(),
      viewport,
    },
    renderPicture: async ({ width, height }) =>
      dataUrlOf(await viewport.renderFrame(now(), { width, height, transparent: true, isClean: true })),
  };
  page.kinetreeStudio = { ...page.kinetreeStudio, ...hooks };
  return () => {
    const { scene: _scene, renderPicture: _renderPicture, ...rest } = page.kinetreeStudio ?? {};
    page.kinetreeStudio = rest;
  };
}

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(new Error("the image could not be read back")));
    reader.readAsDataURL(blob);
  });
