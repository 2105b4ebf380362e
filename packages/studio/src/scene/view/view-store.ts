import { create } from "zustand";
import type { CameraView, Projection } from "../base/orbit.js";
import type { PointerTool } from "../input/pointer-input.js";

export interface ViewTarget {
  fit(isGliding: boolean): void;
  getView(): CameraView;
  setView(view: CameraView): void;
  setProjection(projection: Projection): void;
}

export interface ViewState {
  /** Follows the eye; null before the first picture. */
  readonly view: CameraView | null;
  /** A view for the model that is being opened, in place of one that shows all of it. */
  readonly wanted: CameraView | null;
  /** Last model and camera, restored when the view is mounted again. */
  readonly kept: { readonly of: string; readonly view: CameraView } | null;
  readonly tool: PointerTool;
  /** Whether the eye goes along with the mechanism. */
  readonly isFollowing: boolean;
  readonly target: ViewTarget | null;
}

export const useView = create<ViewState>()(() => ({
  view: null,
  wanted: null,
  kept: null,
  tool: "orbit",
  isFollowing: false,
  target: null,
}));

export const getView = (): CameraView | null => {
  const { target, wanted, kept } = useView.getState();
  return wanted ?? target?.getView() ?? kept?.view ?? null;
};

/** Looks from there: the model that is being opened if there is one, otherwise the one that is open. */
export function setView(view: CameraView, isOpening: boolean): void {
  const { target } = useView.getState();
  if (isOpening || target === null) useView.setState({ wanted: view });
  else target.setView(view);
}

export const fitView = (): void => useView.getState().target?.fit(true);

export const setTool = (tool: PointerTool): void => useView.setState({ tool });
