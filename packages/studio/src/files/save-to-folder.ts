import { fileUrl } from "../api/paths.js";
import type { ApiError, HomeListing } from "../api/types.js";
import { apiToken, askServer } from "../api/ask-server.js";
import { FileError } from "./file-error.js";

export async function canSaveToFolder(): Promise<boolean> {
  return apiToken() !== null && (await writableFolder()) !== null;
}

/** Null if the server does not answer. */
async function writableFolder(): Promise<string | null> {
  try {
    const answer = await askServer("/api/home");
    return answer.ok ? ((await answer.json()) as HomeListing).writable.id : null;
  } catch {
    return null;
  }
}

/** Saves a file to the server's folder under a free name; returns its id. */
export async function saveToFolder(name: string, bytes: Uint8Array<ArrayBuffer> | Blob): Promise<string> {
  if (apiToken() === null)
    throw new FileError(
      "no-token",
      name,
      `${name} cannot be saved: open the page with the address that kinetree studio printed.`,
    );
  const folder = (await writableFolder()) ?? "0";
  const answer = await put(`${fileUrl(folder)}/${encodeURIComponent(name)}?free=1`, name, bytes);
  if (answer.ok) return ((await answer.json()) as { readonly id: string }).id;
  const { code, message } = ((await answer.json().catch(() => null)) as ApiError | null) ?? unknownAnswer(answer);
  throw new FileError(code, name, `${name} was not saved: ${message}`);
}

async function put(url: string, name: string, bytes: Uint8Array<ArrayBuffer> | Blob): Promise<Response> {
  try {
    return await askServer(url, {
      method: "PUT",
      headers: { "content-type": "application/octet-stream" },
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
