import { apiToken } from "../api/ask-server.js";
import type { EngineCalls, EngineEvent, Trouble } from "./protocol.js";

type Calls = { [K in keyof EngineCalls]: (...args: Parameters<EngineCalls[K]>) => Promise<ReturnType<EngineCalls[K]>> };

export interface EngineRequest {
  readonly id: number;
  readonly call: keyof EngineCalls;
  readonly args: readonly unknown[];
}

export type EngineReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly trouble: Trouble }
  | { readonly event: EngineEvent };

/** A failure of the engine; `trouble` has its parts. */
export class EngineError extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble.message);
    this.name = "EngineError";
    this.trouble = trouble;
  }
}

/** The engine, as the page sees it. A worker that dies is replaced, and `onDeath` told. */
export interface Engine extends Calls {
  readonly listen: (listener: (event: EngineEvent) => void) => () => void;
  readonly onDeath: (listener: (reason: string) => void) => void;
  /** Ends the worker, as a crash would. */
  readonly kill: (reason: string) => void;
  readonly close: () => void;
}

/** Starts an engine in a worker of its own; `spawn` makes the worker, so that tests can put another in its place. */
export function createEngine(spawn: () => Worker = spawnWorker): Engine {
  const listeners = new Set<(event: EngineEvent) => void>();
  const deaths = new Set<(reason: string) => void>();
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let next = 1;
  let worker = start();

  function start(): Worker {
    const made = spawn();
    made.onmessage = ({ data }: MessageEvent<EngineReply>) => {
      if ("event" in data) {
        for (const listener of listeners) listener(data.event);
        return;
      }
      const asked = waiting.get(data.id);
      waiting.delete(data.id);
      if ("trouble" in data) asked?.reject(new EngineError(data.trouble));
      else asked?.resolve(data.value);
    };
    made.onerror = (event) => {
      event.preventDefault();
      die(event.message || "the worker could not be loaded");
    };
    made.postMessage({ id: 0, call: "useToken", args: [apiToken()] } satisfies EngineRequest);
    return made;
  }

  function die(reason: string): void {
    worker.terminate();
    const message = `the engine stopped (${reason}) and was restarted. Run the model again; recorded rows are kept.`;
    for (const { reject } of waiting.values())
      reject(new EngineError({ code: "engine-died", subject: "engine", message, issues: [] }));
    waiting.clear();
    worker = start();
    for (const listener of deaths) listener(reason);
  }

  const ask = (call: keyof EngineCalls, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, call, args } satisfies EngineRequest);
    });
  const own: Pick<Engine, "listen" | "onDeath" | "kill" | "close"> = {
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onDeath: (listener) => void deaths.add(listener),
    kill: die,
    close: () => worker.terminate(),
  };
  return new Proxy(own as Engine, {
    // Every other name is a call of `EngineCalls`, so that the calls are listed there alone. "then" would make it a promise.
    get: (target, name) =>
      name in target || typeof name === "symbol" || name === "then"
        ? (Reflect.get(target, name) as unknown)
        : (...args: readonly unknown[]) => ask(name as keyof EngineCalls, args),
  });
}

const spawnWorker = (): Worker => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
