import type { Server } from "node:http";
import { RequestError } from "kinetree";

/** Ports that are tried after the usual one. */
const MORE_PORTS = 50;

/**
 * Binds a server and says to which port.
 * @param exact refuses a port that is taken, instead of trying those after it
 */
export async function listen(server: Server, host: string, port: number, exact: boolean): Promise<number> {
  for (let next = port; ; next++) {
    try {
      return await bind(server, host, next);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      const isTaken = code === "EADDRINUSE" || code === "EACCES";
      if (isTaken && !exact && next < Math.min(port + MORE_PORTS, 65535)) continue;
      throw new RequestError({
        code: isTaken ? "port-in-use" : "host-not-bound",
        subject: isTaken ? `port ${next}` : `host "${host}"`,
        value: isTaken ? next : host,
        message:
          code === "EADDRINUSE"
            ? `port ${next} is in use by another program. Choose another one with --port, or leave it out to get a free one.`
            : code === "EACCES"
              ? `port ${next} needs permissions that this program does not have. Choose one above 1023 with --port.`
              : `cannot listen on "${host}" (${code}). Give --host an address of this machine, or leave it out for 127.0.0.1.`,
      });
    }
  }
}

const bind = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
