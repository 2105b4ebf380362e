import type { DisplayOptions } from "../../run/store.js";
import type { ColourLegend } from "../flexible/flexible-bodies.js";
import type { ArrowLegend } from "../shapes/forces.js";
import type { MechanismView } from "../mechanism/mechanism-view.js";
import type { ViewportEvents } from "./viewport-events.js";

const noColours: readonly ColourLegend[] = [];
const noArrows: readonly ArrowLegend[] = [];

export class Legends {
  readonly #events: Pick<ViewportEvents, "legend" | "colours">;
  #arrows = "";
  #colours = "";

  constructor(events: Pick<ViewportEvents, "legend" | "colours">) {
    this.#events = events;
  }

  /** True if that is settled; false if there is more to look at. */
  tell(mechanism: MechanismView | null, { stress }: DisplayOptions): boolean {
    const arrows = mechanism?.forces?.legend ?? noArrows;
    const arrowText = arrows.map(({ what, text }) => what + text).join();
    if (arrowText !== this.#arrows) {
      this.#arrows = arrowText;
      this.#events.legend?.(arrows);
    }
    const colours = stress ? (mechanism?.flexible?.legend ?? noColours) : noColours;
    const colourText = colours.map(({ what, top, isFixed }) => `${what} ${top} ${isFixed}`).join();
    if (colourText !== this.#colours) {
      this.#colours = colourText;
      this.#events.colours?.(colours);
    }
    return !stress || mechanism?.flexible?.isBehind !== true;
  }
}
