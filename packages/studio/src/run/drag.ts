import type { Hold } from "../experiment/types.js";
import { engine } from "./engine.js";
import { begin, ensureRun } from "./live.js";
import { notify } from "./notices.js";
import { play, setLooping } from "./playback.js";
import { useStudio } from "./store.js";
import { troubleIn } from "./trouble-in.js";

/** Pulls a point of a body to a place, as a spring does; null lets go. A run that stands still goes on, from the state shown. */
export const hold = createHold();

function createHold(): (target: Hold | null) => void {
  /** Whether the body could be taken hold of; null while nothing is held. */
  let grip: Promise<boolean> | null = null;
  let latest: Hold | null = null;
  return (target) => {
    latest = target;
    if (target === null) {
      void grip?.then((isHeld) => (isHeld ? letGo() : undefined)).catch(say);
      grip = null;
    } else if (grip === null) grip = takeHold(() => latest);
    else
      void grip
        .then((isHeld) => {
          // Moves that were overtaken while the run was being begun are skipped.
          if (isHeld && latest === target) return engine().hold(target);
          return null;
        })
        .catch(say);
  };
}

const say = (error: unknown): void => notify("error", troubleIn(error).message);

/** @param wanted where it is to be pulled by now; null once it was let go */
async function takeHold(wanted: () => Hold | null): Promise<boolean> {
  try {
    if (useStudio.getState().result) {
      notify("info", "Bodies of a result file cannot be dragged. Go back to the model to drag its bodies.");
      return false;
    }
    if (!(await ensureRun()) || !(await standsAtCursor())) return false;
    const target = wanted();
    if (target === null) return false;
    await engine().hold(target);
    setLooping(false);
    const { playing, status } = useStudio.getState();
    if (!playing || status?.state !== "running") play();
    return true;
  } catch (error) {
    say(error);
    return false;
  }
}

/** Moves the engine to the state shown, so that the visible body is pulled; false if it cannot continue from there. */
async function standsAtCursor(): Promise<boolean> {
  const { history, cursor, duration, status } = useStudio.getState();
  if (!history) return false;
  if (status?.state === "running") return true;
  if (cursor < history.last) {
    const start = await engine().startAt(cursor);
    if (!(await begin(start, true))) return false;
    useStudio.setState({ cursor: start.t });
    return true;
  }
  if (status?.state === "failed") return false; // the card of the failure says how to go on
  if (duration === null || history.last < duration) return true;
  notify("info", `The run has reached its duration of ${duration} s. Reset it, or remove the duration.`);
  return false;
}

/** The drag becomes part of the experiment, so that a link holds the run. */
async function letGo(): Promise<void> {
  const before = useStudio.getState().experiment;
  await engine().hold(null);
  const drags = await engine().drags();
  // Another leg may have begun meanwhile, which has no part in this.
  const { experiment } = useStudio.getState();
  if (experiment !== null && experiment === before) useStudio.setState({ experiment: { ...experiment, drags } });
}
