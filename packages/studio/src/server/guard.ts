import type { IncomingHttpHeaders } from "node:http";
import { pathSegments } from "./path-segments.js";
import { Problem } from "./problem.js";

/** What is looked at of a request before anything else is. */
export interface Asked {
  readonly method?: string | undefined;
  /** As it stands in the request. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
}

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "PUT", "POST"]);

/** Throws if a request is none that a page of ours, a user or a script of theirs would make. */
export function guard(asked: Asked, names: ReadonlySet<string>): void {
  const { method = "", url = "", headers } = asked;
  if (!methods.has(method))
    throw new Problem(405, "method-not-allowed", `${method} is not supported; use GET, HEAD, PUT or POST.`);
  const host = hostOf(asked);
  if (!names.has(host))
    throw new Problem(
      403,
      "foreign-host",
      `this server is not "${host}". Open the address that kinetree studio has printed, or start it with --host.`,
    );
  const segments = pathSegments(url);
  const origin = headers.origin;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`)
    throw new Problem(403, "foreign-origin", `pages of "${origin}" may not use this server.`);
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none" && !isNavigation(asked, segments))
    throw new Problem(403, "foreign-site", "pages of other sites may not use this server.");
}

/** The name that the request calls this server by; "" if it says none or several. */
function hostOf({ rawHeaders, headers }: Asked): string {
  const said = rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === "host").length;
  return said === 1 ? (headers.host ?? "").toLowerCase() : "";
}

/** Somebody followed a link to the page itself, which shows nothing to where they came from. */
const isNavigation = ({ method, headers }: Asked, segments: readonly string[]): boolean =>
  method === "GET" &&
  segments[0] !== "api" &&
  headers["sec-fetch-mode"] === "navigate" &&
  headers["sec-fetch-dest"] === "document";
