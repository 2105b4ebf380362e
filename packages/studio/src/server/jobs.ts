import type { PreparedStudy } from "@kinetree/study";
import {
  beginStudy,
  resumeStudy,
  type StudyOrigin,
  type StudyOutcome,
  type StudyRunOptions,
} from "@kinetree/study/node";
import type { Job } from "../api/types.js";
import { bodyOf, Problem, problemOf } from "./problem.js";

export interface JobPlace {
  readonly study: string;
  readonly path: string;
  /** As the user would name it. */
  readonly shown: string;
}

export interface Jobs {
  readonly list: () => readonly Job[];
  /** Refuses an id that there is not. */
  readonly get: (id: string) => Job;
  /** The latest job in a folder; null if there is none. */
  readonly ofStudy: (study: string) => Job | null;
  readonly begin: (place: JobPlace, study: PreparedStudy, origin: StudyOrigin) => Job;
  /** Resumes a study that another server left unfinished. */
  readonly take: (place: JobPlace, study: PreparedStudy, done: number) => Job;
  readonly pause: (id: string) => Promise<Job>;
  readonly resume: (id: string) => Job;
  /** Pauses everything; resolves with the folders whose studies are not finished. */
  readonly close: () => Promise<readonly string[]>;
}

interface Entry {
  readonly id: string;
  readonly place: JobPlace;
  readonly study: PreparedStudy;
  readonly rate: Rate;
  state: Job["state"];
  done: number;
  failed: number;
  error: Job["error"];
  stop: AbortController;
  work: Promise<void>;
}

/** @param workers threads for each study */
export function createJobs(workers: number): Jobs {
  const entries = new Map<string, Entry>();
  let isClosed = false;

  const find = (id: string): Entry => {
    const entry = entries.get(id);
    if (entry === undefined)
      throw new Problem(404, "no-such-job", `there is no job "${id}"; this server has not started it.`);
    return entry;
  };

  const start = (entry: Entry, work: (options: StudyRunOptions) => Promise<StudyOutcome>): Job => {
    if (isClosed) throw new Problem(503, "ending", "the server is shutting down. Restart kinetree studio.");
    entry.state = "running";
    entry.error = null;
    entry.stop = new AbortController();
    entry.rate.restart(entry.done);
    const options: StudyRunOptions = {
      workers,
      signal: entry.stop.signal,
      onProgress: ({ done, failures }) => {
        entry.done = done;
        entry.failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
        entry.rate.add(done);
      },
    };
    entry.work = work(options).then(
      ({ complete }) => {
        entry.state = complete ? "finished" : "paused";
      },
      (error: unknown) => {
        entry.state = "failed";
        entry.error = bodyOf(problemOf(error));
      },
    );
    return jobOf(entry);
  };

  const add = (place: JobPlace, study: PreparedStudy, done: number): Entry => {
    const entry: Entry = {
      id: `job-${entries.size + 1}`,
      place,
      study,
      rate: createRate(),
      state: "paused",
      done,
      failed: 0,
      error: null,
      stop: new AbortController(),
      work: Promise.resolve(),
    };
    entries.set(entry.id, entry);
    return entry;
  };

  const goOn = (entry: Entry): Job => start(entry, (options) => resumeStudy(entry.place.path, entry.study, options));

  return {
    list: () => [...entries.values()].map(jobOf),
    get: (id) => jobOf(find(id)),
    ofStudy: (study) => {
      const entry = [...entries.values()].reverse().find((each) => each.place.study === study);
      return entry === undefined ? null : jobOf(entry);
    },
    begin: (place, study, origin) =>
      start(add(place, study, 0), (options) => beginStudy(place.path, study, origin, options)),
    take: (place, study, done) => goOn(add(place, study, done)),
    pause: async (id) => {
      const entry = find(id);
      entry.stop.abort();
      await entry.work;
      return jobOf(entry);
    },
    resume: (id) => {
      const entry = find(id);
      if (entry.state === "running" || entry.state === "finished") return jobOf(entry);
      return goOn(entry);
    },
    close: async () => {
      isClosed = true;
      const running = [...entries.values()].filter(({ state }) => state === "running");
      for (const { stop } of running) stop.abort();
      await Promise.all(running.map(({ work }) => work));
      return running.filter(({ state }) => state !== "finished").map(({ place }) => place.shown);
    },
  };
}

function jobOf({ id, place, study, rate, state, done, failed, error }: Entry): Job {
  const rows = study.cases.length * study.samples;
  const perSecond = state === "running" ? rate.value() : 0;
  return {
    id,
    study: place.study,
    name: study.name,
    state,
    done,
    rows,
    failed,
    rate: perSecond,
    remaining: perSecond > 0 ? (rows - done) / perSecond : null,
    error,
  };
}

/** How fast something counts up, lately. */
interface Rate {
  readonly restart: (done: number) => void;
  readonly add: (done: number) => void;
  /** Per second; 0 while unknown. */
  readonly value: () => number;
}

/** Older counts are forgotten [ms]. */
const LATELY = 10_000;

/** @param now milliseconds that never go back */
export function createRate(now: () => number = () => performance.now()): Rate {
  let seen: { readonly at: number; readonly done: number }[] = [];
  return {
    restart: (done) => {
      seen = [{ at: now(), done }];
    },
    add: (done) => {
      const at = now();
      seen.push({ at, done });
      // One that is older stays, to measure from.
      while (seen.length > 2 && at - seen[1].at > LATELY) seen.shift();
    },
    value: () => {
      const [first] = seen;
      const last = seen.at(-1);
      if (first === undefined || last === undefined || last.done === first.done) return 0;
      return (1000 * (last.done - first.done)) / Math.max(1, now() - first.at);
    },
  };
}
