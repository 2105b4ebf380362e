import { Box } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { EmptyState } from "../ui/index.js";
import { ColourBar } from "./flexible/colour-bar.js";
import type { ColourLegend } from "./flexible/flexible-bodies.js";
import type { ArrowLegend } from "./shapes/forces.js";
import type { ViewportHandle } from "./view/use-viewport.js";
import type { Viewport } from "./view/viewport.js";
import "./scene.css";

export interface SceneFrameProps {
  readonly handle: ViewportHandle;
  readonly label: string;
  readonly legend?: readonly ArrowLegend[] | undefined;
  readonly colours?: readonly ColourLegend[] | undefined;
  /** Source of the colour range, if not the run so far. */
  readonly coloursOver?: string | undefined;
  readonly toolbar?: ReactNode;
  readonly children?: ReactNode;
}

const TURN = Math.PI / 24;

export function SceneFrame({
  handle,
  label,
  legend = [],
  colours = [],
  coloursOver,
  toolbar,
  children,
}: SceneFrameProps) {
  const { host, canvas, generation, viewport, trouble, isLost } = handle;
  if (trouble !== null) {
    return (
      <div className="scene" data-testid="scene" data-state="no-webgl" role="status">
        <EmptyState icon={<Box />} title="No 3D view" text={`${trouble} Everything else works.`} />
      </div>
    );
  }
  return (
    // The canvas takes keys through this group, since a picture by itself is not operated.
    <div
      className="scene"
      ref={host}
      role="group"
      aria-label="3D view"
      tabIndex={0}
      data-testid="scene"
      data-state={isLost ? "lost" : "ready"}
      onKeyDown={(event) => {
        if (viewport !== null && event.target === event.currentTarget) handleKey(event, viewport);
      }}
    >
      <canvas
        key={generation}
        ref={canvas}
        className="scene-canvas"
        role="img"
        aria-label={label}
        data-testid="scene-canvas"
      />
      {toolbar}
      {legend.length > 0 && (
        <ul className="scene-legend" aria-label="Arrow scale" data-testid="scene-legend">
          {legend.map(({ what, colour, text }) => (
            <li key={what}>
              <span className="scene-legend-arrow" style={{ color: colour }} aria-hidden />
              {what}: {text}
            </li>
          ))}
        </ul>
      )}
      {colours.length > 0 && <ColourBar colours={colours} over={coloursOver ?? "maximum so far"} />}
      {children}
      {isLost && (
        <p className="scene-lost" role="status">
          The graphics context was lost. The 3D view will return by itself; everything else works.
        </p>
      )}
    </div>
  );
}

/** Arrows turn, with Shift they shift; plus and minus zoom. */
function handleKey(event: KeyboardEvent, viewport: Viewport): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [0, 0];
  if (x !== 0 || y !== 0) {
    if (event.shiftKey) viewport.nudge("pan", 24 * x, -24 * y);
    else viewport.nudge("turn", TURN * x, TURN * y);
  } else if (event.key === "+" || event.key === "=") viewport.nudge("zoom", 0.85, 0);
  else if (event.key === "-") viewport.nudge("zoom", 1 / 0.85, 0);
  else return;
  event.preventDefault();
}
