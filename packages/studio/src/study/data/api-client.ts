import { decodeColumns, type Columns } from "../../api/columns.js";
import { TOKEN_HEADER } from "../../api/paths.js";
import type { ApiError, HomeListing, Job, StartJob, StudyInfo } from "../../api/types.js";
import { apiToken } from "../../run/token.js";

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

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
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
  const token = apiToken();
  if (token === null)
    throw new ApiFailure({
      code: "no-token",
      message: "this page is read-only. Open the address that kinetree studio printed, which contains the token.",
    });
  const headers = { "content-type": "application/json", [TOKEN_HEADER]: token };
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

/** Has the report made of the rows that are there, if the page may, and gives its address. */
export async function reportAddress(id: string): Promise<string> {
  const address = `/api/studies/${pathOf(id)}/report`;
  if (apiToken() === null) {
    await ask(address);
    return address;
  }
  return (await post<{ readonly url: string }>(address)).url;
}

/** Follows a run; gives back how to stop listening. `onGone` is called when the server no longer answers. */
export function watchJob(id: string, onJob: (job: Job) => void, onGone: () => void): () => void {
  const events = new EventSource(`/api/jobs/${pathOf(id)}/events`);
  const take = ({ data }: MessageEvent<string>): void => {
    const job = JSON.parse(data) as Job;
    onJob(job);
    // The server ends the stream with the run; a browser would ask again and again.
    if (job.state === "finished" || job.state === "failed") events.close();
  };
  events.addEventListener("message", take);
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) onGone();
  });
  return () => events.close();
}
