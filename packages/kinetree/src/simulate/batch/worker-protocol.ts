import { runChunk, type ChunkResult, type GivenControllers, type SampleChunk } from "./batch-engine.js";
import { importControllers, type ControllerModules } from "./controller-modules.js";
import { LanePair } from "../lanes/lane-pair.js";
import type { SimulationPlan } from "../plan/plan.js";
import type { ModulePlan } from "../run/loop-plans.js";
import { SimulationError } from "../../errors/kinetree-error.js";

/** Messages to a worker: plans, and chunks of samples. */
export type ToWorker =
  | {
      readonly kind: "plan";
      /** Plan 0 comes first, others before the first chunk that needs them. */
      readonly number: number;
      readonly plan: SimulationPlan;
      readonly module: WebAssembly.Module;
      readonly controllers: ControllerModules;
    }
  | { readonly kind: "chunk"; readonly chunk: SampleChunk };

export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "result"; readonly result: ChunkResult }
  | { readonly kind: "error"; readonly message: string };

/** A worker as seen by the batch runner, independent of the platform. */
export interface WorkerPort {
  readonly post: (message: ToWorker) => void;
  /** Receives one answer per message. */
  readonly onMessage: (listener: (message: FromWorker) => void) => void;
  /** Receives failures of the worker itself: it could not be loaded, or ended. */
  readonly onError: (listener: (error: Error) => void) => void;
  readonly terminate: () => void;
}

/** A source of workers. A batch starts `count` of them, or fewer if there is less to do, and ends them all. */
export interface WorkerPool {
  readonly count: number;
  readonly spawn: () => WorkerPort;
}

/** The worker's side: answers each message. The next one comes after the answer. */
export function workerSession(): (message: ToWorker) => Promise<FromWorker> {
  let pairs: LanePair[] = [];
  let controllers: GivenControllers = {};
  return async (message) => {
    try {
      if (message.kind === "plan") {
        // Plan 0 is the first one of another batch.
        if (message.number === 0) {
          pairs = [];
          controllers = await importControllers(message.controllers);
        }
        pairs[message.number] = new LanePair(message.plan, { module: message.module });
        return { kind: "ready" };
      }
      if (pairs.length === 0 || message.chunk.plans.some((number) => !pairs[number]))
        return { kind: "error", message: "a chunk came before its plan" };
      return { kind: "result", result: runChunk(pairs, message.chunk, controllers) };
    } catch (error) {
      return { kind: "error", message: error instanceof Error ? error.message : String(error) };
    }
  };
}

/** Hands chunks to idle workers; ends all workers in any case. */
export async function runOnWorkers(
  { plans, controllers }: { readonly plans: readonly ModulePlan[]; readonly controllers: ControllerModules },
  pool: WorkerPool,
  range: { readonly first: number; readonly end: number; readonly size: number },
  chunkAt: (first: number) => SampleChunk,
  add: (chunk: ChunkResult) => void,
): Promise<void> {
  const ports: WorkerPort[] = [];
  let next = range.first;
  try {
    const serve = (port: WorkerPort): Promise<void> =>
      new Promise((resolve, reject) => {
        const sent = new Set<number>();
        const send = (number: number): void => {
          sent.add(number);
          port.post({ kind: "plan", number, ...plans[number], controllers });
        };
        let waiting: SampleChunk | null = null;
        port.onError((error) => reject(workerFailed(error.message)));
        port.onMessage((message) => {
          try {
            if (message.kind === "error") throw workerFailed(message.message);
            if (message.kind === "result") add(message.result);
            if (waiting === null) {
              if (next >= range.end) {
                resolve();
                return;
              }
              const first = next;
              next += range.size;
              waiting = chunkAt(first);
            }
            const missing = waiting.plans.find((number) => !sent.has(number));
            if (missing !== undefined) {
              send(missing);
              return;
            }
            port.post({ kind: "chunk", chunk: waiting });
            waiting = null;
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        });
        send(0);
      });
    const count = Math.min(pool.count, Math.ceil((range.end - range.first) / range.size));
    for (let i = 0; i < count; i++) ports.push(pool.spawn());
    await Promise.all(ports.map(serve));
  } finally {
    for (const port of ports) port.terminate();
  }
}

const workerFailed = (reason: string): SimulationError =>
  new SimulationError({
    code: "worker-failed",
    subject: "batch worker",
    message: `a batch worker failed: ${reason}. Run the batch without workers to see where.`,
  });
