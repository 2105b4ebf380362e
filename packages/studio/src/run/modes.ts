import type { HeldJoints, Posed } from "../engine/protocol.js";
import type { Start } from "../experiment/types.js";
import { engine } from "./engine.js";
import { RunHistory } from "./history.js";
import { noModes, useModes } from "./modes-store.js";
import { pause } from "./playback.js";
import { useStudio } from "./store.js";
import { troubleIn } from "./trouble-in.js";

let latest = 0;
let isWatching = false;

/** Looks for the natural motions of the model in the pose shown; `held` null: as the model allows. */
export async function findModes(held: HeldJoints | null): Promise<void> {
  watch();
  const ticket = ++latest;
  useModes.setState({ ...noModes, size: useModes.getState().size, isAsking: true });
  try {
    const found = await engine().modes(await startShown(), held);
    if (ticket === latest) useModes.setState({ isAsking: false, found });
  } catch (error) {
    if (ticket === latest) useModes.setState({ isAsking: false, trouble: troubleIn(error) });
  }
}

/** Lets the model settle from the pose shown, and looks for the motions about that. */
export async function settleAndFind(): Promise<void> {
  const ticket = ++latest;
  useModes.setState({ ...noModes, size: useModes.getState().size, isAsking: true });
  try {
    const posed = await engine().settle(await startShown());
    if (ticket !== latest) return;
    showPose(posed);
    await findModes("none");
  } catch (error) {
    if (ticket === latest) useModes.setState({ isAsking: false, trouble: troubleIn(error) });
  }
}

function showPose(posed: Posed): void {
  useStudio.setState({
    posed,
    poseTrouble: null,
    history: null,
    status: null,
    playing: false,
    experiment: null,
    cursor: posed.start.t,
  });
}

/** The state at the time shown, or the pose. */
async function startShown(): Promise<Start> {
  const { history, posed, opened } = useStudio.getState();
  if (history !== null && history.length > 0) {
    pause();
    return engine().startAt(useStudio.getState().cursor);
  }
  const shown = posed ?? opened?.posed;
  if (!shown) throw new Error("no model is open");
  return shown.start;
}

let motionWanted: { readonly mode: number; readonly size: number } | null = null;
let isMoving = false;

/** Shows a mode in motion; null goes back to the pose or the run. Where motion is unwelcome, it stands at its largest. */
export function chooseMode(selected: number | null): void {
  if (selected === null) {
    motionWanted = null;
    useModes.setState({ selected, motion: null, isPlaying: false });
    return;
  }
  if (useStudio.getState().playing) pause();
  const isFirst = useModes.getState().selected === null;
  useModes.setState({ selected, ...(isFirst && { isPlaying: !prefersStillness() }) });
  void showMotion(selected, useModes.getState().size);
}

/** How far a mode swings, as a share of the model's size. */
export function setModeSize(size: number): void {
  useModes.setState({ size });
  const { selected } = useModes.getState();
  if (selected !== null) void showMotion(selected, size);
}

/** Sets a mode in motion, or stops it where it is. */
export const toggleMode = (): void => useModes.setState(({ isPlaying }) => ({ isPlaying: !isPlaying }));

const prefersStillness = (): boolean =>
  typeof matchMedia !== "undefined" && matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The newest wish counts, those before it may be skipped. */
async function showMotion(mode: number, size: number): Promise<void> {
  motionWanted = { mode, size };
  if (isMoving) return;
  isMoving = true;
  const ticket = latest;
  try {
    while (motionWanted !== null) {
      const wanted: { readonly mode: number; readonly size: number } = motionWanted;
      motionWanted = null;
      const { columns, rows } = await engine().modeMotion(wanted.mode, wanted.size);
      if (ticket !== latest || useModes.getState().selected === null) break;
      const motion = new RunHistory(columns);
      motion.push(rows);
      useModes.setState({ motion });
    }
  } catch (error) {
    if (ticket === latest) useModes.setState({ selected: null, motion: null, trouble: troubleIn(error) });
  } finally {
    isMoving = false;
  }
}

/** Modes belong to a pose: they go when it moves, when a run starts and when another model is opened. */
function watch(): void {
  if (isWatching) return;
  isWatching = true;
  useStudio.subscribe((state, before) => {
    const isSame =
      state.opened === before.opened &&
      state.posed === before.posed &&
      state.history === before.history &&
      state.cursor === before.cursor &&
      !(state.playing && !before.playing);
    const { found, selected, trouble } = useModes.getState();
    if (isSame || (found === null && selected === null && trouble === null)) return;
    latest++;
    motionWanted = null;
    useModes.setState({ ...noModes, size: useModes.getState().size });
  });
}
