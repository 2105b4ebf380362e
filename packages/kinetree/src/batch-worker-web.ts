import { workerSession, type ToWorker } from "./simulate/batch/worker-protocol.js";

const answer = workerSession();
self.onmessage = (event: MessageEvent<ToWorker>) => self.postMessage(answer(event.data));
