import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".map": "application/json",
  ".html": "text/html",
};

/** Serves the files of a folder, and an empty page at "/", on a free port of this machine. */
export async function serve(folder: string): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    if (path === "/") {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>kinetree</title>");
      return;
    }
    // `normalize` of an absolute path leaves nothing that climbs out of the folder.
    readFile(join(folder, normalize(path))).then(
      (content) => response.writeHead(200, { "content-type": types[extname(path)] ?? "text/plain" }).end(content),
      () => response.writeHead(404).end(`no ${path}`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
