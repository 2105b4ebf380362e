import type { Model } from "kinetree";
import { useEffect, useRef, useState } from "react";
import { addTrace, download, hold, hover, notify, select, setDisplay } from "../run/actions.js";
import { useModes } from "../run/modes-store.js";
import { useStudio, type DisplayOptions, type StudioState } from "../run/store.js";
import { holdsFast } from "./base/plain.js";
import type { ColourLegend } from "./flexible/flexible-bodies.js";
import type { ArrowLegend } from "./shapes/forces.js";
import { meshFilesOf } from "./shapes/mesh-files.js";
import { ModeClock } from "./flexible/mode-clock.js";
import { openTrack, resultTrack } from "./motion/model-track.js";
import { SceneFrame } from "./scene-frame.js";
import { SceneToolbar } from "./scene-toolbar.js";
import { publishScene } from "./view/test-hooks.js";
import { isRows, type Track } from "./motion/track.js";
import { useViewport } from "./view/use-viewport.js";
import { setTool, useView } from "./view/view-store.js";
import type { Viewport } from "./view/viewport.js";

/** The 3D view of the workbench: the pose or the run at the cursor. */
export function SceneView() {
  const [legend, setLegend] = useState<readonly ArrowLegend[]>([]);
  const [colours, setColours] = useState<readonly ColourLegend[]>([]);
  const handle = useViewport({
    select,
    hover,
    hold,
    legend: setLegend,
    colours: setColours,
    trace: (trace) => {
      addTrace(trace);
      setTool("orbit");
    },
    viewChange: (view) => useView.setState({ view }),
    missing: ({ message }) => notify("warning", message),
  });
  const { viewport } = handle;
  const display = useStudio((state) => state.display);
  const name = useStudio((state) => state.opened?.numbers.name ?? state.result?.name ?? null);
  const bodies = useStudio((state) => state.opened?.numbers.bodies.length ?? 0);
  const isFlexible = useStudio((state) => (state.opened?.flexible ?? null) !== null);
  const isMode = useModes((state) => state.motion !== null);
  const projection = useView((state) => state.view?.projection ?? "perspective");
  const tool = useView((state) => state.tool);
  const isFollowing = useView((state) => state.isFollowing);

  useFollowing(viewport);
  useEffect(() => viewport?.setTool(tool), [viewport, tool]);
  useEffect(() => viewport?.setFollowing(isFollowing), [viewport, isFollowing]);

  const screenshot = async (): Promise<void> => {
    if (viewport === null) return;
    const { clientWidth, clientHeight } = viewport.canvas;
    const size = { width: 2 * clientWidth, height: 2 * clientHeight, transparent: false };
    const blob = await viewport.renderFrame(useStudio.getState().cursor, size);
    download({ name: `${name ?? "view"}.png`, type: "image/png", bytes: blob });
  };

  return (
    <SceneFrame
      handle={handle}
      label={
        name === null ? "3D view, no model open" : `3D view of ${name}, ${bodies} ${bodies === 1 ? "body" : "bodies"}`
      }
      legend={legend}
      colours={colours}
      coloursOver={isMode ? "at the amplitude shown" : undefined}
      toolbar={
        <SceneToolbar
          projection={projection}
          display={display}
          isFlexible={isFlexible}
          tool={tool}
          onTool={setTool}
          isFollowing={isFollowing}
          onFollow={(on) => useView.setState({ isFollowing: on })}
          onFit={() => viewport?.fit(true)}
          onPreset={(preset) => viewport?.preset(preset)}
          onProjection={(next) => viewport?.setProjection(next)}
          onDisplay={setDisplay}
          onScreenshot={() => {
            screenshot().catch((error: unknown) => notify("error", `The image was not saved: ${String(error)}`));
          }}
        />
      }
    />
  );
}

/** Keeps a viewport in step with the store, past React: the cursor moves sixty times a second. */
function useFollowing(viewport: Viewport | null): void {
  const shown = useRef<Shown>({ of: null, hasRows: false });
  useEffect(() => {
    if (viewport === null) return undefined;
    const follow = (state: StudioState, before: StudioState | null): void => {
      const isOther = (...keys: readonly (keyof StudioState)[]): boolean =>
        keys.some((key) => state[key] !== before?.[key]);
      const isBegun = !shown.current.hasRows && (state.history?.length ?? 0) > 0;
      const isMode = useModes.getState().motion !== null;
      if (!isMode && (state.cursor !== before?.cursor || isOther("historyVersion"))) viewport.setTime(state.cursor);
      if (isOther("opened", "posed", "history", "result") || isBegun) showModel(viewport, state, shown.current);
      if (isOther("display")) viewport.setDisplay(displayOf(state));
      if (isOther("traces", "history")) viewport.setTraces(state.traces);
      if (isOther("selected", "hovered")) viewport.setHighlights(state.selected, state.hovered);
    };
    shown.current = { of: null, hasRows: false };
    follow(useStudio.getState(), null);
    useView.setState({ target: viewport, view: viewport.getView() });
    const unsubscribe = useStudio.subscribe(follow);
    const clock = new ModeClock(viewport);
    const stopModes = useModes.subscribe((mode, before) => {
      if (mode.motion !== before.motion) {
        const state = useStudio.getState();
        showModel(viewport, state, shown.current);
        viewport.setDisplay(displayOf(state));
        if (mode.motion === null) viewport.setTime(state.cursor);
      }
      clock.follow(mode);
    });
    const unpublish = publishScene(viewport, () => useStudio.getState().cursor);
    return () => {
      unsubscribe();
      stopModes();
      clock.stop();
      unpublish();
      const { of } = shown.current;
      const kept = of === null ? null : { of, view: viewport.getView() };
      useView.setState({ target: null, kept });
    };
  }, [viewport]);
}

function trackOf({ opened, posed, history, result }: StudioState): Track | null {
  const { motion } = useModes.getState();
  if (opened !== null && motion !== null) return openTrack(opened, opened.posed, motion);
  if (result !== null) return resultTrack(result, opened);
  return opened === null ? null : openTrack(opened, posed ?? opened.posed, history);
}

/** A mode is drawn as large as was asked for already, and has no past. */
const displayOf = ({ display }: StudioState): DisplayOptions =>
  useModes.getState().motion === null ? display : { ...display, deformation: 1, trail: 0 };

/** Identity of a model, independent of its parameters: models that return from the engine are copies. */
function identityOf({ opened, result }: StudioState): string {
  if (result !== null) return `result ${result.name} ${result.t.length}`;
  const { source } = opened ?? {};
  if (source === undefined) return "";
  return source.kind === "system"
    ? `${source.name} ${JSON.stringify(source.options)}`
    : `${source.name} ${source.text}`;
}

/** Another model is shown as a whole, or as a link wants it; the same model with other numbers keeps the view. */
function showModel(viewport: Viewport, state: StudioState, shown: Shown): void {
  const track = trackOf(state);
  const of = track === null ? null : identityOf(state);
  const isNew = of !== null && of !== shown.of;
  if (isNew && state.opened !== null) viewport.setMeshFiles(meshFilesOf(state.opened.source));
  viewport.setTracks(track === null ? [] : [track], state.opened?.cuts ?? []);
  shown.of = of;
  shown.hasRows = track !== null && isRows(track.motion);
  if (!isNew) return;
  const { wanted, kept } = useView.getState();
  const view = wanted ?? (kept?.of === of ? kept.view : null);
  if (view === null) viewport.reset();
  else viewport.setView(view);
  useView.setState({ wanted: null, kept: null, isFollowing: track !== null && isAdrift(track.numbers) });
}

/** Whether a mechanism is not attached to ground, so that it may leave the view. */
const isAdrift = ({ joints }: Model): boolean =>
  joints.some((joint) => joint.parent === "ground") &&
  joints.every((joint) => joint.parent !== "ground" || !holdsFast(joint));

interface Shown {
  /** Identity of the model; null for none. */
  of: string | null;
  hasRows: boolean;
}
