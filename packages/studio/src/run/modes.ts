import type { HeldJoints, Posed } from "../engine/protocol.js";
import type { Start } from "../experiment/types.js";
import { engine } from "./engine.js";
import { RunHistory } from "./history.js";
import { noModes, useModes } from "./modes-store.js";
import { lazily, Tickets, Wishes } from "./pending.js";
import { pause } from "./playback.js";
import { useStudio } from "./store.js";
import { troubleIn } from "./trouble-in.js";

const tickets = new Tickets();
const motions = new Wishes<{ readonly mode: number; readonly size: number }>();

export async function findModes(held: HeldJoints | null): Promise<void> {
  watch();
  const ticket = tickets.take();
  useModes.setState({ ...noModes, size: useModes.getState().size, isAsking: true });
  try {
    const found = await engine().modes(await startShown(), held);
    if (tickets.isLatest(ticket)) useModes.setState({ isAsking: false, found });
  } catch (error) {
    if (tickets.isLatest(ticket)) useModes.setState({ isAsking: false, trouble: troubleIn(error) });
  }
}

export async function settleAndFind(): Promise<void> {
  const ticket = tickets.take();
  useModes.setState({ ...noModes, size: useModes.getState().size, isAsking: true });
  try {
    const posed = await engine().settle(await startShown());
    if (!tickets.isLatest(ticket)) return;
    showPose(posed);
    await findModes("none");
  } catch (error) {
    if (tickets.isLatest(ticket)) useModes.setState({ isAsking: false, trouble: troubleIn(error) });
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

/** Shows a mode in motion; null goes back to the pose or the run. Where motion is unwelcome, it stands at its largest. */
export function chooseMode(selected: number | null): void {
  if (selected === null) {
    motions.clear();
    useModes.setState({ selected, motion: null, isPlaying: false });
    return;
  }
  if (useStudio.getState().playing) pause();
  const isFirst = useModes.getState().selected === null;
  useModes.setState({ selected, ...(isFirst && { isPlaying: !prefersStillness() }) });
  void showMotion(selected, useModes.getState().size);
}

export function setModeSize(size: number): void {
  useModes.setState({ size });
  const { selected } = useModes.getState();
  if (selected !== null) void showMotion(selected, size);
}

export const toggleMode = (): void => useModes.setState(({ isPlaying }) => ({ isPlaying: !isPlaying }));

const prefersStillness = (): boolean =>
  typeof matchMedia !== "undefined" && matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The newest wish counts, those before it may be skipped. */
const showMotion = (mode: number, size: number): Promise<void> =>
  motions.add({ mode, size }, async (take) => {
    const ticket = tickets.latest;
    try {
      for (let next = take(); next !== null; next = take()) {
        const { columns, rows } = await engine().modeMotion(next.mode, next.size);
        if (!tickets.isLatest(ticket) || useModes.getState().selected === null) break;
        const motion = new RunHistory(columns);
        motion.push(rows);
        useModes.setState({ motion });
      }
    } catch (error) {
      if (tickets.isLatest(ticket)) useModes.setState({ selected: null, motion: null, trouble: troubleIn(error) });
    }
  });

/** Modes belong to a pose: they go when it moves, when a run starts and when another model is opened. */
const watch = lazily(() =>
  useStudio.subscribe((state, before) => {
    const isSame =
      state.opened === before.opened &&
      state.posed === before.posed &&
      state.history === before.history &&
      state.cursor === before.cursor &&
      !(state.playing && !before.playing);
    const { found, selected, trouble } = useModes.getState();
    if (isSame || (found === null && selected === null && trouble === null)) return;
    tickets.take();
    motions.clear();
    useModes.setState({ ...noModes, size: useModes.getState().size });
  }),
);
