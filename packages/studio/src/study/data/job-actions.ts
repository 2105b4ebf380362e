import type { Job } from "../../api/types.js";
import { pauseJob, resumeJob, resumeStudy, watchJob } from "./api-client.js";
import { refreshRows, textOf } from "./study-actions.js";
import { useStudy } from "./study-store.js";

const { getState, setState } = useStudy;

/** Interval of fetching rows while a study runs [ms]. */
const REFRESH_EVERY = 1500;

/** Follows the run of the study that is open, and takes in its rows as they come; gives back how to stop. */
export function followJob(id: string): () => void {
  let fetching: Promise<void> | null = null;
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fetchRows = async (): Promise<void> => {
    last = performance.now();
    await refreshRows();
    fetching = null;
  };
  const refresh = (): void => {
    if (fetching !== null || timer !== undefined) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        fetching = fetchRows();
      },
      Math.max(0, last + REFRESH_EVERY - performance.now()),
    );
  };
  const onJob = (job: Job): void => {
    setState({ job, jobTrouble: null });
    const isOver = job.state === "finished" || job.state === "failed";
    // The last rows are needed although the job has ended.
    if (isOver) void Promise.resolve(fetching).then(refreshRows);
    else if (job.done > (getState().table?.rows ?? 0)) refresh();
  };
  const onGone = (): void =>
    setState({
      jobTrouble: "the server no longer answers. Restart kinetree studio; finished samples are on disk.",
    });
  const stop = watchJob(id, onJob, onGone);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

export const pause = (): Promise<void> => act((job) => (job ? pauseJob(job.id) : null));

/** Goes on with the run, or with a study that was left unfinished. */
export const resume = (): Promise<void> =>
  act((job, id) => (job && job.state === "paused" ? resumeJob(job.id) : resumeStudy(id)));

async function act(ask: (job: Job | null, id: string) => Promise<Job> | null): Promise<void> {
  const { job, info, opening } = getState();
  if (info === null) return;
  try {
    const answer = await ask(job, info.id);
    if (answer !== null && getState().opening === opening) setState({ job: answer, jobTrouble: null });
  } catch (error) {
    if (getState().opening === opening) setState({ jobTrouble: textOf(error) });
  }
}
