import { colourGradient } from "../base/colour-map.js";
import type { ColourLegend } from "./flexible-bodies.js";
import "./colour-bar.css";

const gradient = colourGradient();

/** Colour scale of flexible bodies. */
export function ColourBar({
  colours,
  over,
}: {
  readonly colours: readonly ColourLegend[];
  /** Source of the range. */
  readonly over: string;
}) {
  return (
    <div className="colour-bar" role="group" aria-label="Colour scale" data-testid="colour-bar">
      {colours.map(({ what, top, isFixed }) => (
        <div key={what} className="colour-bar-scale">
          <span className="colour-bar-title">{what}</span>
          <span className="colour-bar-colours" style={{ background: gradient }} aria-hidden />
          <span className="colour-bar-ends">
            <span>0</span>
            <em>{isFixed ? "fixed range" : over}</em>
            <span data-testid="colour-bar-top">{top}</span>
          </span>
        </div>
      ))}
    </div>
  );
}
