import type { WorkerPool, WorkerPort } from "kinetree";

type ToWorker = Parameters<WorkerPort["post"]>[0];
type FromWorker = Parameters<Parameters<WorkerPort["onMessage"]>[0]>[0];

/** Workers that several batches use at once and after one another. */
export interface SharedWorkers {
  /** A pool for one batch. Ending its workers gives them back. */
  readonly pool: WorkerPool;
  /** Ends all workers. */
  readonly close: () => void;
}

/** A worker that was started, and whoever has it now. */
interface Hired {
  readonly port: WorkerPort;
  listener: ((message: FromWorker) => void) | null;
  failed: ((error: Error) => void) | null;
  /** Messages without an answer yet. */
  pending: number;
  /** Has one of the places among those that compute. */
  computes: boolean;
  alive: boolean;
}

/**
 * Lets batches overlap, so that no core waits while the next model is compiled or the last samples of another run out, and yet at
 * most `count` workers compute at a time: a chunk that finds all places taken waits for one. Workers stay for the next batch,
 * which sends them its plan.
 */
export function shareWorkers({ count, spawn }: WorkerPool): SharedWorkers {
  const all = new Set<Hired>();
  const idle: Hired[] = [];
  const waiting: { readonly by: Hired; readonly message: ToWorker }[] = [];
  let free = count;

  const startWaiting = (): void => {
    while (free > 0 && waiting.length > 0) {
      const next = waiting.shift();
      if (!next) return;
      free--;
      next.by.computes = true;
      next.by.port.post(next.message);
    }
  };
  const leavePlace = (worker: Hired): void => {
    if (!worker.computes) return;
    worker.computes = false;
    free++;
    startWaiting();
  };
  const hire = (): Hired => {
    const worker: Hired = { port: spawn(), listener: null, failed: null, pending: 0, computes: false, alive: true };
    all.add(worker);
    worker.port.onMessage((message) => {
      worker.pending--;
      // Before the batch hears of it: what it posts in answer waits behind what waits already.
      leavePlace(worker);
      worker.listener?.(message);
    });
    worker.port.onError((error) => {
      worker.alive = false;
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
      leavePlace(worker);
      worker.failed?.(error);
    });
    return worker;
  };
  const dismiss = (worker: Hired): void => {
    worker.alive = false;
    all.delete(worker);
    worker.port.terminate();
    leavePlace(worker);
  };
  const lend = (): WorkerPort => {
    const worker = idle.pop() ?? hire();
    return {
      post: (message) => {
        worker.pending++;
        if (message.kind !== "chunk") {
          worker.port.post(message);
          return;
        }
        waiting.push({ by: worker, message });
        startWaiting();
      },
      onMessage: (listener) => {
        worker.listener = listener;
      },
      onError: (listener) => {
        worker.failed = listener;
      },
      terminate: () => {
        if (!worker.alive) return;
        [worker.listener, worker.failed] = [null, null];
        const at = waiting.findIndex(({ by }) => by === worker);
        if (at >= 0) {
          waiting.splice(at, 1);
          worker.pending--;
        }
        // One that still computes for a batch that has been given up would hold up the next.
        if (worker.pending > 0) dismiss(worker);
        else idle.push(worker);
      },
    };
  };
  return {
    pool: { count, spawn: lend },
    close: () => {
      for (const worker of all) dismiss(worker);
    },
  };
}
