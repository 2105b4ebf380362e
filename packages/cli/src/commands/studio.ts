import { existsSync } from "node:fs";
import { ensureApp, startStudio, type Studio, type StudioOptions } from "@kinetree/studio/server";
import { FileError, usage } from "../failure/errors.js";
import { plainNumber } from "../input/plain-number.js";
import { openBrowser } from "../output/open-browser.js";
import { print, printJson, tell } from "../output/streams.js";
import type { CommandAction } from "../command-spec.js";
import { watchSignals } from "../run/signals.js";

interface Options {
  readonly port?: string;
  readonly host?: string;
  /** False by --no-open. */
  readonly open?: boolean;
  readonly workers?: string;
  readonly maxUpload?: string;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** `kinetree studio` */
export const studio: CommandAction = async (paths, options: Options) => {
  const say = (line: string): void => {
    if (options.quiet !== true) tell(line);
  };
  const signals = watchSignals();
  const settings = settingsOf(paths, options);
  for (const path of paths) if (!existsSync(path)) throw notThere(path);
  // Before the page is built: a port that is taken is known at once.
  const running = await startStudio(settings);
  await ensureApp(say);
  announce(running, paths, options, say);
  const isWatched = process.stdout.isTTY && process.env["CI"] === undefined;
  if (options.open !== false && options.json !== true && isWatched) openBrowser(running.url);
  const code = await new Promise<number>((resolve) => {
    const look = setInterval(() => {
      const received = signals.received();
      if (received === null) return;
      clearInterval(look);
      resolve(received);
    }, 50);
  });
  const paused = await running.close();
  for (const folder of paused)
    say(`kinetree: the study in ${folder} is paused; kinetree study resume ${folder} goes on.`);
  return code;
};

function announce(
  { url, address, port, token, isLocal }: Studio,
  paths: readonly string[],
  options: Options,
  say: (line: string) => void,
): void {
  if (!isLocal)
    say(
      `kinetree: warning: with --host ${options.host ?? ""} others on the network may reach this server. ` +
        "Whoever has the address below may read what it serves, save files and run studies.",
    );
  if (options.json === true) {
    printJson({ url, address, port, token, paths, pid: process.pid });
    return;
  }
  print(`kinetree studio: ${url}`);
  say("Ctrl-C ends it.");
}

function settingsOf(paths: readonly string[], { port, host, workers, maxUpload }: Options): StudioOptions {
  return {
    paths,
    ...(port === undefined ? {} : { port: wholeNumber("--port", port, 0, 65535) }),
    ...(host === undefined ? {} : { host: hostOf(host) }),
    ...(workers === undefined ? {} : { workers: wholeNumber("--workers", workers, 1, 1024) }),
    ...(maxUpload === undefined ? {} : { maxUpload: bytesOf(maxUpload) }),
  };
}

const notThere = (path: string): FileError =>
  new FileError({
    code: "path-not-found",
    subject: `path "${path}"`,
    value: path,
    message: `there is no file or folder "${path}". Check the path, or leave it out to see the built-in systems.`,
  });

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = plainNumber(text);
  if (value !== null && Number.isInteger(value) && value >= least && value <= most) return value;
  throw usage(
    "not-a-count",
    option,
    text,
    `${option} ${text} is no whole number from ${least} to ${most}. Give one such as ${option} ${option === "--port" ? 8080 : 2}.`,
  );
}

function hostOf(text: string): string {
  const host = text.trim().replace(/^\[(.*)\]$/, "$1");
  if (/^[\w.:-]+$/.test(host)) return host === "localhost" ? "127.0.0.1" : host;
  throw usage("not-a-host", "--host", text, `--host "${text}" is no address. Give one such as --host 127.0.0.1.`);
}

const units: Readonly<Record<string, number>> = { "": 1, B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

function bytesOf(text: string): number {
  const [, number = "", unit = ""] = /^\s*([\d.]+)\s*([kmg]?b)?\s*$/i.exec(text) ?? [];
  const value = (plainNumber(number) ?? NaN) * units[unit.toUpperCase()];
  if (value >= 1 && value <= Number.MAX_SAFE_INTEGER) return Math.floor(value);
  throw usage(
    "not-a-size",
    "--max-upload",
    text,
    `--max-upload "${text}" is no size. Give one such as --max-upload "500 MB" or --max-upload 2GB.`,
  );
}
