import { decodeColumns, type Columns } from "../../api/columns.js";
import type { ApiError, HomeListing, Job, StartJob, StudyInfo } from "../../api/types.js";
import { apiToken, askServer } from "../../api/ask-server.js";

/** A refusal of the server, or that it does not answer. */
export class ApiFailure extends Error {
  readonly code: string;

  constructor({ code, message }: ApiError) {
    super(message);
    this.name = "ApiFailure";
    this.code = code;
  }
}

/** Ids hold slashes, and are one part of an address all the same. */
const pathOf = encodeURIComponent;

async function ask(path: string, init: Parameters<typeof askServer>[1] = {}): Promise<Response> {
  if (apiToken() === null)
    throw new ApiFailure({
      code: "no-token",
      message:
        "this page has no token, so it shows and runs nothing of the server. Open the address that kinetree studio printed, which contains the token.",
    });
  let answer: Response;
  try {
    answer = await askServer(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiFailure({
      code: "server-gone",
      message: "the server does not answer. Restart kinetree studio if it has stopped, then try again.",
    });
  }
  if (answer.ok) return answer;
  throw new ApiFailure(await errorOf(answer));
}

async function errorOf(answer: Response): Promise<ApiError> {
  const fallback = {
    code: `http-${answer.status}`,
    message: `the server answered ${answer.status} ${answer.statusText}.`,
  };
  try {
    const { code, message } = (await answer.json()) as Partial<ApiError>;
    return typeof code === "string" && typeof message === "string" ? { code, message } : fallback;
  } catch {
    return fallback;
  }
}

async function post<T>(path: string, body: unknown = {}): Promise<T> {
  const headers = { "content-type": "application/json" };
  const answer = await ask(path, { method: "POST", headers, body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

export const getStudy = async (id: string): Promise<StudyInfo> =>
  (await (await ask(`/api/studies/${pathOf(id)}`)).json()) as StudyInfo;

export const getRows = async (id: string): Promise<Columns> =>
  decodeColumns(await (await ask(`/api/studies/${pathOf(id)}/rows`)).arrayBuffer());

export const getHome = async (): Promise<HomeListing> => (await (await ask("/api/home")).json()) as HomeListing;

export const startJob = (job: StartJob): Promise<Job> => post<Job>("/api/jobs", job);

/** Stops after the samples in progress; finished ones are kept. */
export const pauseJob = (id: string): Promise<Job> => post<Job>(`/api/jobs/${pathOf(id)}/pause`);

export const resumeJob = (id: string): Promise<Job> => post<Job>(`/api/jobs/${pathOf(id)}/resume`);

export const resumeStudy = (id: string): Promise<Job> => post<Job>(`/api/studies/${pathOf(id)}/resume`);

/** Has the report made of the rows that are there, and gives its address, which opens it in another tab. */
export const reportAddress = async (id: string): Promise<string> =>
  (await post<{ readonly url: string }>(`/api/studies/${pathOf(id)}/report`)).url;

/** Follows a run; gives back how to stop listening. `onGone` is called when the server no longer answers. */
export function watchJob(id: string, onJob: (job: Job) => void, onGone: () => void): () => void {
  const stopping = new AbortController();
  void follow(id, onJob, stopping.signal).then((isOver) => {
    if (!isOver && !stopping.signal.aborted) onGone();
  });
  return () => stopping.abort();
}

/** Reads the events of a job, which a browser's own reader cannot ask for with a token; false if they end before the job does. */
async function follow(id: string, onJob: (job: Job) => void, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await ask(`/api/jobs/${pathOf(id)}/events`, { signal });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      const events = (text + part.value).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const data = /^data: ?(.*)$/m.exec(event)?.[1];
        if (data === undefined) continue;
        const job = JSON.parse(data) as Job;
        onJob(job);
        if (job.state === "finished" || job.state === "failed") return true;
      }
    }
    return false;
  } catch {
    return false;
  }
}
