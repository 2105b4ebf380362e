/* The engine's worker: takes calls, answers them, and tells of runs. */
import type { EngineReply, EngineRequest } from "./client.js";
import { createEngineHost, type EngineHost } from "./engine-host.js";
import type { EngineEvent } from "./protocol.js";
import { troubleOf } from "./trouble.js";

interface Scope {
  postMessage: (message: EngineReply, transfer?: Transferable[]) => void;
  onmessage: ((event: MessageEvent<EngineRequest>) => void) | null;
}

const scope = globalThis as unknown as Scope;

const tell = (event: EngineEvent): void =>
  event.type === "rows"
    ? scope.postMessage({ event }, [event.rows.t.buffer as ArrayBuffer, event.rows.values.buffer as ArrayBuffer])
    : scope.postMessage({ event });

// A timer of zero waits for milliseconds; a message to oneself comes at once, after those of the page.
const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port2.onmessage = () => waiting.shift()?.();

const host = createEngineHost({
  now: () => performance.now(),
  soon: (work, afterMs) => {
    if (afterMs > 0) {
      setTimeout(work, afterMs);
      return;
    }
    waiting.push(work);
    port1.postMessage(null);
  },
  tell,
});

scope.onmessage = ({ data: { id, call, args } }) => {
  void answer(id, call, args);
};

async function answer(id: number, call: keyof EngineHost, args: readonly unknown[]): Promise<void> {
  try {
    // The page's client has the types of every call; across the border they are trusted.
    const value = await (host[call] as (...given: readonly unknown[]) => unknown)(...args);
    scope.postMessage({ id, value });
  } catch (error) {
    scope.postMessage({ id, trouble: troubleOf(error) });
  }
}
