import { parentPort } from "node:worker_threads";
import { workerSession, type ToWorker } from "./simulate/batch/worker-protocol.js";

const answer = workerSession();
parentPort?.on("message", async (message: ToWorker) => {
  parentPort?.postMessage(await answer(message));
});
