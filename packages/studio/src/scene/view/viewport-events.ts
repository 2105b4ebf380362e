import type { ColourLegend } from "../flexible/flexible-bodies.js";
import type { ArrowLegend } from "../shapes/forces.js";
import type { FrameOptions } from "../export/frame-export.js";
import type { MissingMesh } from "../shapes/mesh-cache.js";
import type { CameraView } from "../base/orbit.js";
import type { PointerEvents } from "../input/view-pointer.js";

export interface ViewportEvents extends PointerEvents {
  readonly viewChange?: (view: CameraView) => void;
  readonly missing?: (mesh: MissingMesh) => void;
  readonly legend?: (legend: readonly ArrowLegend[]) => void;
  readonly colours?: (legend: readonly ColourLegend[]) => void;
  /** The graphics card took its memory back: another viewport has to take the place of this one, on another canvas. */
  readonly contextLost?: () => void;
}

export interface KeptFrame extends FrameOptions {
  /** Without grid and terrain. */
  readonly isClean?: boolean;
}
