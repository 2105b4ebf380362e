import { hostname, networkInterfaces } from "node:os";

/** Addresses that only this machine reaches. */
const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "::1"]);

/** Addresses that stand for all of a machine's. */
const everywhere: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Whether nobody but this machine reaches an address. */
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
