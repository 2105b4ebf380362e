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

/** A running worker, and the listeners of the batch that uses it. */
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
export function shareWorkers(pool: WorkerPool): SharedWorkers {
  const shared = new WorkerShare(pool);
  return { pool: { count: pool.count, spawn: () => shared.lend() }, close: () => shared.close() };
}

class WorkerShare {
  readonly #spawn: WorkerPool["spawn"];
  readonly #all = new Set<Hired>();
  readonly #idle: Hired[] = [];
  readonly #waiting: { readonly by: Hired; readonly message: ToWorker }[] = [];
  /** Places for workers that compute. */
  #free: number;

  constructor({ count, spawn }: WorkerPool) {
    this.#spawn = spawn;
    this.#free = count;
  }

  lend(): WorkerPort {
    const worker = this.#idle.pop() ?? this.#hire();
    return {
      post: (message) => {
        worker.pending++;
        if (message.kind !== "chunk") {
          worker.port.post(message);
          return;
        }
        this.#waiting.push({ by: worker, message });
        this.#startWaiting();
      },
      onMessage: (listener) => {
        worker.listener = listener;
      },
      onError: (listener) => {
        worker.failed = listener;
      },
      terminate: () => this.#takeBack(worker),
    };
  }

  close(): void {
    for (const worker of this.#all) this.#dismiss(worker);
  }

  #hire(): Hired {
    const port = this.#spawn();
    const worker: Hired = { port, listener: null, failed: null, pending: 0, computes: false, alive: true };
    this.#all.add(worker);
    port.onMessage((message) => {
      worker.pending--;
      // Before the batch receives it: what it posts in answer waits behind earlier messages.
      this.#leavePlace(worker);
      worker.listener?.(message);
    });
    port.onError((error) => {
      worker.alive = false;
      this.#all.delete(worker);
      const at = this.#idle.indexOf(worker);
      if (at >= 0) this.#idle.splice(at, 1);
      this.#leavePlace(worker);
      worker.failed?.(error);
    });
    return worker;
  }

  #takeBack(worker: Hired): void {
    if (!worker.alive) return;
    [worker.listener, worker.failed] = [null, null];
    const at = this.#waiting.findIndex(({ by }) => by === worker);
    if (at >= 0) {
      this.#waiting.splice(at, 1);
      worker.pending--;
    }
    // One that still computes for an abandoned batch would delay the next.
    if (worker.pending > 0) this.#dismiss(worker);
    else this.#idle.push(worker);
  }

  #dismiss(worker: Hired): void {
    worker.alive = false;
    this.#all.delete(worker);
    worker.port.terminate();
    this.#leavePlace(worker);
  }

  #leavePlace(worker: Hired): void {
    if (!worker.computes) return;
    worker.computes = false;
    this.#free++;
    this.#startWaiting();
  }

  #startWaiting(): void {
    while (this.#free > 0) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#free--;
      next.by.computes = true;
      next.by.port.post(next.message);
    }
  }
}
