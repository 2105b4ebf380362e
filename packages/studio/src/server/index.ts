/* The local server of the studio: the page, the files of the folders that it was given, and studies that it runs. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { availableParallelism } from "node:os";
import { getRequestListener } from "@hono/node-server";
import { guard, inUrl, isLoopback, ownNames } from "./guard.js";
import { createJobs } from "./jobs.js";
import { listen } from "./listen.js";
import { appFolder as builtApp } from "./page.js";
import { bodyOf, problemOf } from "./problem.js";
import { rootsOf, rootToBe, type Root } from "./roots.js";
import { createRoutes } from "./routes.js";
import { securityHeaders } from "./security-headers.js";
import { isStudyFolder } from "./study-place.js";
import { newToken } from "./token.js";

export { appFolder, ensureApp } from "./page.js";
export { isLoopback } from "./guard.js";

/** How the server is started; everything may be left out. */
export interface StudioOptions {
  /** Models, results and folders of those that the page may open. Default: none. */
  readonly paths?: readonly string[];
  /** Default 4170, or the next one that is free; 0 for any that is free. */
  readonly port?: number;
  /** Address to bind. Default 127.0.0.1, which only this machine reaches. */
  readonly host?: string;
  /** Folder of the built page. Default: that of this package. */
  readonly appFolder?: string;
  /** Threads for each study that the page starts, at least one. Default: as many as the machine has cores. */
  readonly workers?: number;
  /** Largest file that the page may save [bytes]. Default 256 MB. */
  readonly maxUpload?: number;
  /** Folder for new studies where no folder was given. Default "kinetree-studies"; made when there is a study to keep. */
  readonly studiesFolder?: string;
  /** Time for the head of a request, and for all of it [ms]. */
  readonly timeouts?: { readonly head: number; readonly whole: number };
}

/** A server that runs. */
export interface Studio {
  /** Address of the page. */
  readonly address: string;
  /** The same with the token, which lets the page save and run. */
  readonly url: string;
  readonly token: string;
  readonly port: number;
  /** Whether only this machine reaches it. */
  readonly isLocal: boolean;
  /** Ends it. Studies under way are paused; resolves with their folders, from which they can go on. */
  readonly close: () => Promise<readonly string[]>;
}

const USUAL_PORT = 4170;

/** Starts the server. */
export async function startStudio(options: StudioOptions = {}): Promise<Studio> {
  const { paths = [], host = "127.0.0.1", port, appFolder = builtApp(), maxUpload = 256e6 } = options;
  const { workers = availableParallelism(), studiesFolder = "kinetree-studies" } = options;
  const given = rootsOf(paths);
  const writable = given.find(isFolderOfWork) ?? rootToBe(String(given.length), studiesFolder);
  const token = newToken();
  const jobs = createJobs(Math.max(1, workers));
  const closing = new AbortController();
  const routes = createRoutes({
    roots: given.includes(writable) ? given : [...given, writable],
    given: given.map(({ shown }) => shown),
    open: openedId(given),
    writable,
    appFolder,
    maxUpload,
    jobs,
    token,
    closing: closing.signal,
  });
  const answer = getRequestListener(routes.fetch, { overrideGlobalObjects: false });
  const { head, whole } = options.timeouts ?? { head: 10_000, whole: 300_000 };
  let names: ReadonlySet<string> = new Set();
  const server = createServer(
    {
      headersTimeout: head,
      requestTimeout: whole,
      connectionsCheckingInterval: Math.min(2000, head),
      keepAliveTimeout: 5000,
      maxHeaderSize: 16_384,
    },
    (request, response) => {
      try {
        guard(request, names);
      } catch (error) {
        refuse(request, response, error);
        return;
      }
      void answer(request, response);
    },
  );
  server.maxConnections = 512;
  server.maxHeadersCount = 100;
  const bound = await listen(server, host, port ?? USUAL_PORT, port !== undefined);
  names = ownNames(host, bound);
  const reachedAs = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const address = `http://${inUrl(reachedAs)}:${bound}/`;
  return {
    address,
    url: `${address}#token=${token}`,
    token,
    port: bound,
    isLocal: isLoopback(host),
    close: async () => {
      closing.abort();
      const paused = await jobs.close();
      const ended = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      await ended;
      return paused;
    },
  };
}

/** New things do not go into the folder of a study's results. */
const isFolderOfWork = ({ only, path }: Root): boolean => only === null && !isStudyFolder(path);

/** The single file or study that was given, which the page opens at once. */
function openedId(given: readonly Root[]): string | null {
  const [root, another] = given;
  if (root === undefined || another !== undefined) return null;
  if (root.only !== null) return `${root.id}/${root.only}`;
  return isStudyFolder(root.path) ? root.id : null;
}

/** Answers a refused request and closes the connection, since the rest of its data cannot be trusted. */
function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const problem = problemOf(error);
  const body = JSON.stringify(bodyOf(problem));
  response.writeHead(problem.status, {
    ...securityHeaders,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    connection: "close",
    ...(problem.status === 405 ? { allow: "GET, HEAD, PUT, POST" } : {}),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}
