import { Color } from "three";
import type { Target } from "../../engine/protocol.js";
import type { SceneColours } from "./palette.js";

/** The selected and the hovered target, with their colours. */
export interface Highlights {
  readonly selected: Target | null;
  readonly hovered: Target | null;
  readonly selectedColour: Color;
  readonly hoveredColour: Color;
}

export const noHighlights = (colours: SceneColours): Highlights => ({
  selected: null,
  hovered: null,
  selectedColour: new Color(colours.accent),
  hoveredColour: new Color(colours.hover),
});

/** Whether two targets are the same thing. A loop is drawn by the joint or constraint of its name. */
export const isSame = (a: Target | null, b: Target | null): boolean =>
  a !== null && b !== null && a.name === b.name && (a.kind === b.kind || isLoopOf(a, b) || isLoopOf(b, a));

const isLoopOf = (loop: Target, other: Target): boolean =>
  loop.kind === "loop" && (other.kind === "joint" || other.kind === "constraint");

/** How much of which colour something is mixed with; null if nothing points at it. */
export function highlight(
  { selected, hovered, selectedColour, hoveredColour }: Highlights,
  target: Target | null,
): { readonly colour: Color; readonly part: number } | null {
  if (isSame(selected, target)) return { colour: selectedColour, part: 0.72 };
  return isSame(hovered, target) ? { colour: hoveredColour, part: 0.62 } : null;
}
