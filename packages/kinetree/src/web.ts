import type { FromWorker, WorkerPool } from "./simulate/batch/worker-protocol.js";

/** Web workers for `runBatch` in a browser; as many as the machine has cores unless told otherwise. */
export function webWorkers(count = navigator.hardwareConcurrency): WorkerPool {
  return {
    count,
    spawn: () => {
      const worker = new Worker(new URL("./batch-worker-web.js", import.meta.url), { type: "module" });
      return {
        post: (message) => worker.postMessage(message),
        onMessage: (listener) => {
          worker.onmessage = (event: MessageEvent<FromWorker>) => listener(event.data);
        },
        onError: (listener) => {
          worker.onerror = (event) => listener(new Error(event.message || "a batch worker failed to load"));
        },
        terminate: () => worker.terminate(),
      };
    },
  };
}
