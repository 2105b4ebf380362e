import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStudio, type Studio, type StudioOptions } from "../../src/server/index.js";
import type { ApiError } from "../../src/api/types.js";

/** A folder for one test file, with a page to serve. */
export interface Scratch {
  readonly path: string;
  readonly app: string;
  /** Writes a file below the folder and gives its path. */
  readonly write: (name: string, content: string | Uint8Array) => string;
  readonly remove: () => void;
}

export function scratch(): Scratch {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "kinetree-studio-")));
  const write = (name: string, content: string | Uint8Array): string => {
    const file = join(path, name);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  write("app/index.html", "<!doctype html><title>kinetree studio</title>");
  write("app/assets/main-abc123.js", `${"export const answer = 42;\n".repeat(200)}`);
  write("app/.sources", "a hash");
  return { path, app: join(path, "app"), write, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A server on a free port that keeps new studies in the scratch folder. */
export const studioOn = (folder: Scratch, paths: readonly string[], more: StudioOptions = {}): Promise<Studio> =>
  startStudio({
    paths,
    port: 0,
    appFolder: folder.app,
    workers: 1,
    studiesFolder: join(folder.path, "kinetree-studies"),
    ...more,
  });

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends bytes as they are: fetch would mend paths and refuse headers. */
export function raw(port: number, text: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let received = "";
    socket.setEncoding("utf8");
    socket.on("data", (part) => (received += String(part)));
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", body = ""] = received.split("\r\n\r\n", 2);
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), head, body });
    });
  });
}

/** A request of one line with headers, on a connection of its own, with the token unless another one is given. */
export const ask = (
  { port, token }: Studio,
  line: string,
  headers: Readonly<Record<string, string>> = {},
  body = "",
): Promise<RawAnswer> => {
  const all = { Host: `127.0.0.1:${port}`, Connection: "close", "x-kinetree-token": token, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return raw(port, `${line} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
};

/** A request of the page as it is, with the token. */
export const get = (
  studio: Studio,
  path: string,
  init: { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal } = {},
): Promise<Response> =>
  fetch(new URL(path, studio.address), { ...init, headers: { ...init.headers, "x-kinetree-token": studio.token } });

/** A request of the page. */
export async function call<T>(
  studio: Studio,
  method: string,
  path: string,
  options: { readonly json?: unknown; readonly body?: BodyInit; readonly token?: string | null } = {},
): Promise<{ readonly status: number; readonly body: T & Partial<ApiError>; readonly headers: Headers }> {
  const { json, token = studio.token } = options;
  const body = json === undefined ? options.body : JSON.stringify(json);
  const response = await fetch(new URL(path, studio.address), {
    method,
    headers: {
      ...(token === null ? {} : { "x-kinetree-token": token }),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, body: parsed(text) as T & Partial<ApiError>, headers: response.headers };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { text };
  }
}
