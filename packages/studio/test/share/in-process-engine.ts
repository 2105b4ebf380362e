import { createEngine, type Engine, type EngineReply, type EngineRequest } from "../../src/engine/client.js";
import { createEngineHost } from "../../src/engine/engine-host.js";
import { troubleOf } from "../../src/engine/trouble.js";

/** The engine without a worker: the same calls, in the same order, and everything that passes the border copied. */
export function inProcessEngine(): Engine {
  return createEngine(() => {
    const worker = {
      onmessage: null as ((event: { readonly data: EngineReply }) => void) | null,
      onerror: null,
      terminate: () => {},
      postMessage: (request: EngineRequest) => void answer(structuredClone(request)),
    };
    const send = (reply: EngineReply): void => worker.onmessage?.({ data: structuredClone(reply) });
    const host = createEngineHost({
      now: () => performance.now(),
      soon: (work, afterMs) => void setTimeout(work, afterMs),
      tell: (event) => send({ event }),
    });
    const answer = async ({ id, call, args }: EngineRequest): Promise<void> => {
      try {
        await Promise.resolve();
        send({ id, value: await (host[call] as (...given: readonly unknown[]) => unknown)(...args) });
      } catch (error) {
        send({ id, trouble: troubleOf(error) });
      }
    };
    return worker as unknown as Worker;
  });
}
