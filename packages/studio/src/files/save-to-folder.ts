import type { ApiError, HomeListing } from "../api/types.js";
import { FileError } from "./file-error.js";

/** What allows the page to save, as the shell has put it away; null if it was opened without. */
function apiToken(): string | null {
  try {
    return sessionStorage.getItem("kinetree-token");
  } catch {
    return null;
  }
}

/** Whether the server was given a folder that this page may save to. */
export async function canSaveToFolder(): Promise<boolean> {
  return apiToken() !== null && (await writableFolder()) !== null;
}

/** The id of the folder that new files go to; null if the server does not answer. */
async function writableFolder(): Promise<string | null> {
  try {
    const answer = await fetch("/api/home");
    return answer.ok ? ((await answer.json()) as HomeListing).writable.id : null;
  } catch {
    return null;
  }
}

/** Saves a file to the folder that the server keeps new ones in, under a name that is free; gives the id that it got. */
export async function saveToFolder(name: string, bytes: Uint8Array<ArrayBuffer> | Blob): Promise<string> {
  const token = apiToken();
  if (token === null)
    throw new FileError(
      "no-token",
      name,
      `${name} cannot be saved: open the page by the address that kinetree studio printed.`,
    );
  const folder = (await writableFolder()) ?? "0";
  for (let copy = 1; copy < 1000; copy++) {
    const free = copy === 1 ? name : numbered(name, copy);
    const answer = await put(`${folder}/${encodeURIComponent(free)}`, free, bytes, token);
    if (answer.ok) return `${folder}/${free}`;
    const { code, message } = (await answer.json().catch(() => null)) ?? unknownAnswer(answer);
    if (answer.status !== 409 || code === "study-folder")
      throw new FileError(code, name, `${name} was not saved: ${message}`);
  }
  throw new FileError(
    "names-taken",
    name,
    `${name} was not saved: a thousand files have that name. Clear the folder up.`,
  );
}

async function put(
  path: string,
  name: string,
  bytes: Uint8Array<ArrayBuffer> | Blob,
  token: string,
): Promise<Response> {
  try {
    return await fetch(`/api/files/${path}`, {
      method: "PUT",
      headers: { "x-kinetree-token": token, "content-type": "application/octet-stream" },
      body: bytes,
    });
  } catch {
    throw new FileError(
      "server-gone",
      name,
      `${name} was not saved: the server does not answer. Start kinetree studio again.`,
    );
  }
}

const unknownAnswer = ({ status }: Response): ApiError => ({
  code: `http-${status}`,
  message: `the server answered ${status}.`,
});

/** "run.csv" as "run (2).csv"; all endings stay behind the number. */
const numbered = (name: string, copy: number): string => name.replace(/^([^.]*)/, `$1 (${copy})`);
