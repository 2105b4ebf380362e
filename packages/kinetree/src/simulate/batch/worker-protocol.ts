import { runChunk, type ChunkResult, type SampleChunk } from "./batch-engine.js";
import { LanePair } from "../lanes/lane-pair.js";
import type { SimulationPlan } from "../plan/plan.js";

/** What is sent to a worker: first the plan, then chunks of samples. */
export type ToWorker =
  | { readonly kind: "plan"; readonly plan: SimulationPlan; readonly module: WebAssembly.Module }
  | { readonly kind: "chunk"; readonly chunk: SampleChunk };

export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "result"; readonly result: ChunkResult }
  | { readonly kind: "error"; readonly message: string };

/** A worker as the batch runner sees it, whatever it runs on. */
export interface WorkerPort {
  /** Sends a message to the worker. */
  readonly post: (message: ToWorker) => void;
  /** Hears what the worker answers, one answer for each message. */
  readonly onMessage: (listener: (message: FromWorker) => void) => void;
  /** Hears that the worker broke down: it could not be loaded, or ended by itself. */
  readonly onError: (listener: (error: Error) => void) => void;
  /** Ends the worker, whatever it is doing. */
  readonly terminate: () => void;
}

/** Where a batch gets its workers. It starts `count` of them, or fewer if there is less to do, and ends them all. */
export interface WorkerPool {
  readonly count: number;
  /** Starts one worker. */
  readonly spawn: () => WorkerPort;
}

/** The worker's side: answers each message. */
export function workerSession(): (message: ToWorker) => FromWorker {
  let pair: LanePair | null = null;
  return (message) => {
    try {
      if (message.kind === "plan") {
        pair = new LanePair(message.plan, message.module);
        return { kind: "ready" };
      }
      if (!pair) return { kind: "error", message: "a chunk came before its plan" };
      return { kind: "result", result: runChunk(pair, message.chunk) };
    } catch (error) {
      return { kind: "error", message: error instanceof Error ? error.message : String(error) };
    }
  };
}
