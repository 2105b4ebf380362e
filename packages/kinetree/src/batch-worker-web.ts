import { workerSession, type ToWorker } from "./simulate/batch/worker-protocol.js";

const answer = workerSession();
self.onmessage = async (event: MessageEvent<ToWorker>) => {
  self.postMessage(await answer(event.data));
};
