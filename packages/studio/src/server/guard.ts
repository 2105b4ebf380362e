import type { IncomingHttpHeaders } from "node:http";
import { pathSegments } from "./path-segments.js";
import { Problem } from "./problem.js";
import { hostname, networkInterfaces } from "node:os";

export interface Asked {
  readonly method?: string | undefined;
  /** As it stands in the request. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
}

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "PUT", "POST"]);

/** Throws for requests that neither the studio's page nor a user's own script would make. */
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

/** A link to the page itself was followed, which reveals nothing to the linking site. */
const isNavigation = ({ method, headers }: Asked, segments: readonly string[]): boolean =>
  method === "GET" &&
  segments[0] !== "api" &&
  headers["sec-fetch-mode"] === "navigate" &&
  headers["sec-fetch-dest"] === "document";

/** Addresses that only this machine reaches. */
const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "::1"]);

/** Addresses that stand for all of a machine's. */
const everywhere: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Whether only this machine can reach an address. */
export const isLoopback = (host: string): boolean => loopback.has(host) || /^127(\.\d{1,3}){3}$/.test(host);

/** An address as it stands in a URL. */
export const inUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/**
 * What requests may call this server, as in "Host: 127.0.0.1:4170". A page of somebody else whose name was made to lead here says
 * another name, and gets nothing.
 */
export function ownNames(host: string, port: number): ReadonlySet<string> {
  const reached = everywhere.has(host) ? [hostname(), ...machineAddresses()] : [host];
  const names = [...loopback, ...reached].map((name) => inUrl(name).toLowerCase());
  // Browsers leave out the port that is usual.
  return new Set(names.flatMap((name) => (port === 80 ? [`${name}:80`, name] : [`${name}:${port}`])));
}

const machineAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
