/* What buttons, keys and pages do: the one door to the store. */
import type { Target } from "../engine/protocol.js";
import { record } from "./record.js";
import { useStudio, type DisplayOptions, type Trace } from "./store.js";

export { download, type Download } from "./download.js";
export { engine } from "./engine.js";
export { hold } from "./drag.js";
export { setSetup } from "./live.js";
export { chooseMode, findModes, setModeSize, settleAndFind, toggleMode } from "./modes.js";
export { dismiss, notify, withWork } from "./notices.js";
export { closeAll, openResult, openSource } from "./open.js";
export { troubleIn } from "./trouble-in.js";
export {
  pause,
  play,
  reset,
  runTo,
  scrub,
  setDuration,
  setLooping,
  setSpeed,
  startFromCursor,
  startFromLastGood,
  stepBack,
  stepForward,
  togglePlay,
} from "./playback.js";
export { moveCoordinate, moveCoordinates, resetParameters, resetPose, setParameter } from "./pose.js";
export { record, setPlots } from "./record.js";

export const select = (selected: Target | null): void => useStudio.setState({ selected });

export function hover(hovered: Target | null): void {
  const before = useStudio.getState().hovered;
  if (before?.kind === hovered?.kind && before?.name === hovered?.name) return;
  useStudio.setState({ hovered });
}

/** Shows or hides parts of the picture; joint loads are recorded from when they are first shown. */
export function setDisplay(change: Partial<DisplayOptions>): void {
  useStudio.setState(({ display }) => ({ display: { ...display, ...change } }));
  if (change.jointLoads === true) void record(loadChannels());
}

const loadChannels = (): string[] =>
  (useStudio.getState().opened?.channels ?? []).flatMap(({ name, group }) => (group === "load" ? [name] : []));

export const addTrace = (trace: Trace): void => useStudio.setState(({ traces }) => ({ traces: [...traces, trace] }));

export const removeTrace = (index: number): void =>
  useStudio.setState(({ traces }) => ({ traces: traces.filter((_, i) => i !== index) }));
