import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { FromWorker, WorkerPool } from "./simulate/batch/worker-protocol.js";

/** Worker threads of Node for `runBatch`; as many as the machine has cores unless told otherwise. */
export function nodeWorkers(count = availableParallelism()): WorkerPool {
  return {
    count,
    spawn: () => {
      const worker = new Worker(new URL("./batch-worker-node.js", import.meta.url));
      let ending = false;
      return {
        post: (message) => worker.postMessage(message),
        onMessage: (listener) => worker.on("message", (message: FromWorker) => listener(message)),
        onError: (listener) => {
          worker.on("error", listener);
          worker.on("exit", (code) => {
            if (!ending) listener(new Error(`a batch worker ended by itself with code ${code}`));
          });
        },
        terminate: () => {
          ending = true;
          void worker.terminate();
        },
      };
    },
  };
}
