import type { EngineEvent, Rows, Trouble } from "../engine/protocol.js";
import type { Drag, Experiment, RunSetup, Start } from "../experiment/types.js";
import { engine } from "./engine.js";
import { RunHistory } from "./history.js";
import { notify } from "./notices.js";
import { lazily, shared } from "./pending.js";
import { useStudio } from "./store.js";
import { troubleIn } from "./trouble-in.js";

/** Interval at which slow readers of the history are notified [ms]. */
const LOOK_EVERY = 150;

/** Listens to the engine, once. */
export const connect = lazily((): void => {
  engine().listen(hear);
  engine().onDeath((reason) => {
    notify("error", `The engine stopped (${reason}) and was restarted. Recorded rows are kept; reset to run again.`);
    const { status, opened } = useStudio.getState();
    const trouble: Trouble = {
      code: "engine-died",
      subject: "engine",
      message: `the engine stopped (${reason}) and was restarted. Continue from the last good state, or reset.`,
      issues: [],
    };
    useStudio.setState({ playing: false, ...(status ? { status: { ...status, state: "failed", trouble } } : {}) });
    // The new worker knows nothing of the model yet.
    if (opened)
      void engine()
        .open(opened.source, opened.parameters, opened.posed.start)
        .catch(() => null);
  });
});

function hear(event: EngineEvent): void {
  const { history, status, duration, lookedAt } = useStudio.getState();
  if (event.type === "rows") {
    if (!history || event.rows.run !== history.columns.run) return;
    if (!history.push(event.rows)) {
      void engine().pause();
      useStudio.setState({ playing: false });
      notify("warning", "The recording is full. Export it, then reset or use a longer sample interval.");
    }
    if (duration !== null && history.last >= duration) {
      void engine().pause();
    }
    const now = performance.now();
    if (now - lookedAt >= LOOK_EVERY) look(now);
  } else if (event.type === "status") {
    if (history && event.status.run !== history.columns.run) return;
    const isOver = event.status.state === "failed" || (event.status.state === "paused" && status?.state === "running");
    useStudio.setState({ status: event.status });
    if (isOver) look(performance.now());
  } else if (event.type === "progress") {
    useStudio.setState(({ work }) => (work ? { work: { ...work, part: event.part } } : {}));
  }
}

const look = (now: number): void =>
  useStudio.setState(({ historyVersion }) => ({ historyVersion: historyVersion + 1, lookedAt: now }));

export function experimentNow(start: Start): Experiment | null {
  const { opened, setup } = useStudio.getState();
  if (!opened) return null;
  const own = new Map(opened.model.parameters.map(({ name, value }) => [name, value]));
  const parameters = Object.fromEntries(
    Object.entries(opened.parameters).filter(([name, value]) => !Object.is(own.get(name), value)),
  );
  return { source: opened.source, parameters, start, setup };
}

/** Begins a run from the pose if there is none. */
export function ensureRun(): Promise<boolean> {
  const { history, posed } = useStudio.getState();
  if (history) return Promise.resolve(true);
  if (!posed) return Promise.resolve(false);
  return beginOnce(posed.start);
}

const beginOnce = shared((start: Start) => begin(start, false));

/** Drags of the link that was opened, as long as its run begins as it says. */
function scriptFor(start: Start): readonly Drag[] {
  const { script, posed, setup } = useStudio.getState();
  return script !== null && script.posed === posed && script.setup === setup && posed?.start === start
    ? script.drags
    : [];
}

export async function begin(start: Start, append: boolean): Promise<boolean> {
  const { opened, setup, channels, history } = useStudio.getState();
  if (!opened) return false;
  const drags = append ? [] : scriptFor(start);
  const isAppended = append && history !== null;
  useStudio.setState(({ status }) => (status ? { status: { ...status, state: "compiling" } } : {}));
  try {
    // Rows may arrive with the answer: where they go has to be there before.
    const kept: { readonly rows: Rows[] } = { rows: [] };
    const stop = engine().listen((event) => {
      if (event.type === "rows") kept.rows.push(event.rows);
    });
    const columns = await engine().begin(setup, start, opened.parameters, channels, isAppended, drags).finally(stop);
    const now = useStudio.getState();
    // Reset, or another model was opened, while compiling: the run is no longer wanted.
    if (now.history !== history || now.opened?.hash !== opened.hash) return false;
    if (isAppended) {
      history.cut(start.t);
    } else {
      const fresh = new RunHistory(columns);
      for (const rows of kept.rows) if (rows.run === columns.run) fresh.push(rows);
      useStudio.setState({ history: fresh, cursor: start.t });
    }
    const experiment = experimentNow(start);
    const dragged = experiment !== null && drags.length > 0 ? { ...experiment, drags } : experiment;
    useStudio.setState({ experiment: dragged, poseTrouble: null });
    look(performance.now());
    return true;
  } catch (error) {
    useStudio.setState({ poseTrouble: troubleIn(error), playing: false, status: null });
    notify("error", troubleIn(error).message);
    return false;
  }
}

/** Goes on from the newest state with the set-up and the parameters as they are now. */
export async function goOn(): Promise<void> {
  const { history } = useStudio.getState();
  if (!history) return;
  await engine().pause();
  try {
    const start = await engine().startAt(Infinity);
    if (useStudio.getState().history !== history || !(await begin(start, true))) return;
    const { playing, speed } = useStudio.getState(); // now: someone may have paused it meanwhile
    if (playing) await engine().play(speed);
  } catch (error) {
    notify("error", troubleIn(error).message);
  }
}

/** Changes formulation, integrator or accuracy; a run in progress continues with them. */
export function setSetup(change: Partial<RunSetup>): void {
  useStudio.setState(({ setup }) => ({ setup: { ...setup, ...change } }));
  void goOn();
}
