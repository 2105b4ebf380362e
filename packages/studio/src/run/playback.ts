import { engine } from "./engine.js";
import { begin, ensureRun } from "./live.js";
import { notify } from "./notices.js";
import { useStudio } from "./store.js";
import { troubleIn } from "./trouble-in.js";

/** Rows before the cursor counts as at the end [s of the run at real time]. */
const NEAR = 0.05;

/** Lag at which a pause brings the picture to the newest state [s of wall time]. */
const LATE = 0.1;
/** Largest lag of the view behind the computation [s of wall time]. */
const MOST_BEHIND = 0.5;

/** Plays the recording from the cursor on, then continues the computation. */
export function play(): void {
  const { result } = useStudio.getState();
  if (result) {
    useStudio.setState(({ cursor }) => ({
      playing: true,
      cursor: cursor >= (result.t.at(-1) ?? 0) ? (result.t[0] ?? 0) : cursor,
    }));
    startClock();
    return;
  }
  void ensureRun().then((isThere) => {
    if (!isThere) return;
    const { history, cursor, looping, status } = useStudio.getState();
    const isOver = isAtEnd();
    if (history && isOver && cursor >= history.last && !looping && status?.state === "failed") return;
    if (history && isOver && cursor >= history.last) useStudio.setState({ cursor: history.first });
    useStudio.setState({ playing: true });
    startClock();
    if (isLive()) computeOn();
  });
}

/** Whether nothing is to be computed any more: the duration is reached, or the run has failed. */
function isAtEnd(): boolean {
  const { history, duration, status } = useStudio.getState();
  return history !== null && ((duration !== null && history.last >= duration) || status?.state === "failed");
}

/** Whether the cursor is at the newest rows, so that more are needed. */
function isLive(): boolean {
  const { history, cursor, looping, speed } = useStudio.getState();
  if (!history || isAtEnd() || (looping && history.length > 1)) return false;
  return cursor >= history.last - NEAR * Math.min(speed, 1e6);
}

function computeOn(): void {
  const { speed } = useStudio.getState();
  engine()
    .play(speed)
    .catch((error: unknown) => {
      useStudio.setState({ playing: false });
      notify("error", troubleIn(error).message);
    });
}

export function pause(): void {
  const { history, status, cursor, speed } = useStudio.getState();
  useStudio.setState({ playing: false });
  if (!history) return;
  // A picture that could not keep up shows the newest state once there is time for it.
  if (status?.state === "running" && cursor < history.last - LATE * Math.min(speed, 1e6))
    useStudio.setState({ cursor: history.last });
  void engine().pause();
}

export const togglePlay = (): void => (useStudio.getState().playing ? pause() : play());

/** Calls `tick` with the seconds since the last frame, as long as it plays. */
function createClock(tick: (seconds: number) => void): () => void {
  let frame = 0;
  let before = 0;
  const next = (now: number): void => {
    frame = 0;
    if (!useStudio.getState().playing) return;
    const seconds = (now - before) / 1000;
    before = now;
    tick(seconds);
    frame = requestAnimationFrame(next);
  };
  return () => {
    before = performance.now();
    if (frame === 0) frame = requestAnimationFrame(next);
  };
}

const startClock = createClock(tick);

function tick(seconds: number): void {
  const { history, result, speed, cursor, looping, status } = useStudio.getState();
  const [first, last] = result ? [result.t[0] ?? 0, result.t.at(-1) ?? 0] : [history?.first ?? 0, history?.last ?? 0];
  // As fast as possible shows the newest row; a recording then plays in real time.
  let next = speed === Infinity && !result && !isAtEnd() ? last : cursor + (speed === Infinity ? 1 : speed) * seconds;
  // After late frames or in a hidden page, playback skips to the present.
  if (!result && status?.state === "running" && next < last - MOST_BEHIND * speed) next = last;
  if (next >= last) {
    next = last;
    if (looping && last > first) next = first;
    else if (result || isAtEnd()) useStudio.setState({ playing: false });
  }
  if (!result && isLive() && status?.state === "paused") computeOn();
  if (next !== cursor) useStudio.setState({ cursor: next });
}

export function scrub(t: number): void {
  const { history, result } = useStudio.getState();
  if (!history && !result) return;
  const [first, last] = result ? [result.t[0] ?? 0, result.t.at(-1) ?? 0] : [history?.first ?? 0, history?.last ?? 0];
  if (useStudio.getState().playing) pause();
  useStudio.setState({ cursor: Math.min(last, Math.max(first, t)) });
}

/** One recorded row further; computes it if needed. */
export function stepForward(): void {
  const { result } = useStudio.getState();
  if (result) {
    scrub(result.t.find((t) => t > useStudio.getState().cursor) ?? useStudio.getState().cursor);
    return;
  }
  void ensureRun().then(async (isThere) => {
    const { history, cursor } = useStudio.getState();
    if (!isThere || !history) return;
    if (useStudio.getState().playing) pause();
    if (cursor >= history.last && !isAtEnd()) await engine().advance();
    const row = history.rowAt(useStudio.getState().cursor);
    if (row + 1 < history.length) scrub(history.t[row + 1]);
  });
}

export function stepBack(): void {
  const { history, result, cursor } = useStudio.getState();
  const t = result ? result.t : history?.t;
  if (!t) return;
  const earlier = t.findLast((each) => each < cursor);
  if (earlier !== undefined) scrub(earlier);
}

export function reset(): void {
  const { history, posed, result } = useStudio.getState();
  if (result) {
    scrub(result.t[0] ?? 0);
    return;
  }
  if (history) void engine().pause();
  useStudio.setState({
    playing: false,
    history: null,
    status: null,
    experiment: null,
    script: null,
    cursor: posed?.start.t ?? 0,
  });
}

export async function runTo(t: number): Promise<void> {
  if (!(await ensureRun())) return;
  const { history } = useStudio.getState();
  if (!history) return;
  useStudio.setState({ playing: false });
  if (history.last < t) {
    const isThere = new Promise<void>((resolve) => {
      let hasBegun = false;
      const stop = useStudio.subscribe(({ status, history: now }) => {
        hasBegun ||= status?.state === "running";
        // Ends when the time is reached, on failure, and when the run is paused or reset.
        const isGoing = now === history && (status?.state === "running" || !hasBegun) && status?.state !== "failed";
        if (isGoing) return;
        stop();
        resolve();
      });
    });
    await engine().runTo(t);
    await isThere;
  }
  if (useStudio.getState().history === history) scrub(Math.min(t, history.last));
}

export function setSpeed(speed: number): void {
  useStudio.setState({ speed });
  const { playing, status } = useStudio.getState();
  if (playing && status?.state === "running") computeOn();
}

export const setLooping = (looping: boolean): void => useStudio.setState({ looping });
export const setDuration = (duration: number | null): void => useStudio.setState({ duration });

export async function startFromCursor(): Promise<void> {
  const { history, cursor } = useStudio.getState();
  if (!history) return;
  pause();
  const start = await engine().startAt(cursor);
  useStudio.setState({ history: null, status: null });
  await begin(start, false);
}

export async function startFromLastGood(): Promise<void> {
  const { status, history } = useStudio.getState();
  const start = status?.last ?? lastIn();
  if (!start || !history) return;
  useStudio.setState({ history: null, status: null, playing: false });
  await begin(start, false);
}

/** The last recorded state, from the columns of the history: for when the engine has forgotten it. */
function lastIn() {
  const { history, opened } = useStudio.getState();
  if (!history || !opened || history.length === 0) return null;
  const row = history.row(history.length - 1);
  const part = (prefix: "q" | "v"): Record<string, number[]> => {
    const out: Record<string, number[]> = {};
    for (const { name } of opened.model.joints) {
      const single = history.indexOf(`${prefix}.${name}`);
      if (single >= 0) out[name] = [row[single]];
      else
        for (let i = 0, at = history.indexOf(`${prefix}.${name}.0`); at >= 0;) {
          (out[name] ??= []).push(row[at]);
          at = history.indexOf(`${prefix}.${name}.${++i}`);
        }
    }
    return out;
  };
  return { t: history.last, q: part("q"), v: part("v"), z: [] };
}
