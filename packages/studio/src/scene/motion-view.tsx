import { useEffect, useRef, useState } from "react";
import { download } from "../run/download.js";
import { displayDefaults, type DisplayOptions, type Trace } from "../run/store.js";
import type { ColourLegend } from "./flexible/flexible-bodies.js";
import type { ArrowLegend } from "./shapes/forces.js";
import { noMeshFiles, type MeshFiles } from "./shapes/mesh-files.js";
import type { Projection } from "./base/orbit.js";
import { SceneFrame } from "./scene-frame.js";
import { SceneToolbar } from "./scene-toolbar.js";
import type { Track } from "./motion/track.js";
import { useViewport } from "./view/use-viewport.js";
import type { Viewport } from "./view/viewport.js";

export interface MotionViewProps {
  /** The first is the one that marks and arrows are about; others are ghosts. Keep the array while nothing changes. */
  readonly tracks: readonly Track[];
  readonly t: number;
  readonly traces?: readonly Trace[] | undefined;
  readonly cuts?: readonly string[] | undefined;
  readonly meshFiles?: MeshFiles | undefined;
  readonly label: string;
  /** Where there are several tracks, their labels with their colours. */
  readonly hasLegend?: boolean | undefined;
  /** The viewport, for exports; null when it goes. */
  readonly onViewport?: ((viewport: Viewport | null) => void) | undefined;
}

const noTraces: readonly Trace[] = [];
const noCuts: readonly string[] = [];

export function MotionView(props: MotionViewProps) {
  const { tracks, t, label, traces = noTraces, cuts = noCuts, meshFiles = noMeshFiles, onViewport } = props;
  const [legend, setLegend] = useState<readonly ArrowLegend[]>([]);
  const [colours, setColours] = useState<readonly ColourLegend[]>([]);
  const [display, setDisplay] = useState<DisplayOptions>(displayDefaults);
  const [projection, setProjection] = useState<Projection>("perspective");
  const [isFollowing, setFollowing] = useState(false);
  const handle = useViewport({
    legend: setLegend,
    colours: setColours,
    viewChange: (view) => setProjection(view.projection),
  });
  const { viewport } = handle;
  const shown = useRef<string | null>(null);

  useEffect(() => {
    shown.current = null;
    viewport?.setMeshFiles(meshFiles);
  }, [viewport, meshFiles]);
  useEffect(() => viewport?.setTime(t), [viewport, t]);
  useEffect(() => {
    if (viewport === null) return;
    viewport.setTracks(tracks, cuts);
    const name = tracks[0]?.numbers.name ?? null;
    if (name !== null && shown.current !== name) viewport.reset();
    shown.current = name;
  }, [viewport, tracks, cuts]);
  useEffect(() => viewport?.setTraces(traces), [viewport, traces]);
  useEffect(() => viewport?.setFollowing(isFollowing), [viewport, isFollowing]);
  useEffect(() => viewport?.setDisplay(display), [viewport, display]);
  useEffect(() => {
    onViewport?.(viewport);
    return () => onViewport?.(null);
  }, [viewport, onViewport]);

  const screenshot = async (): Promise<void> => {
    if (viewport === null) return;
    const { clientWidth, clientHeight } = viewport.canvas;
    const bytes = await viewport.renderFrame(t, {
      width: 2 * clientWidth,
      height: 2 * clientHeight,
      transparent: false,
    });
    download({ name: `${tracks[0]?.label ?? "view"}.png`, type: "image/png", bytes });
  };

  return (
    <SceneFrame
      handle={handle}
      label={label}
      legend={legend}
      colours={colours}
      toolbar={
        <SceneToolbar
          projection={projection}
          display={display}
          isFlexible={tracks.some(({ flexible }) => flexible !== null)}
          isFollowing={isFollowing}
          onFollow={setFollowing}
          onFit={() => viewport?.fit(true)}
          onPreset={(preset) => viewport?.preset(preset)}
          onProjection={(next) => viewport?.setProjection(next)}
          onDisplay={(change) => setDisplay((before) => ({ ...before, ...change }))}
          onScreenshot={() => void screenshot()}
        />
      }
    >
      {props.hasLegend === true && tracks.length > 1 && (
        <ul className="scene-tracks" aria-label="Motions">
          {tracks.map((track, i) => (
            <li key={i}>
              <span
                className="scene-tracks-colour"
                style={{ background: track.colour ?? "var(--text-muted)" }}
                aria-hidden
              />
              {track.label}
            </li>
          ))}
        </ul>
      )}
    </SceneFrame>
  );
}
