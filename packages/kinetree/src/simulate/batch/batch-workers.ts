import { SimulationError } from "../../errors/kinetree-error.js";
import type { ChunkResult, SampleChunk } from "./batch-engine.js";
import type { SimulationPlan } from "../plan/plan.js";
import type { WorkerPool, WorkerPort } from "./worker-protocol.js";

/** Hands chunks to workers as they come free; ends all workers whatever happens. */
export async function runOnWorkers(
  plan: SimulationPlan,
  pool: WorkerPool,
  range: { readonly first: number; readonly end: number; readonly size: number },
  chunkAt: (first: number) => SampleChunk,
  add: (chunk: ChunkResult) => void,
): Promise<void> {
  const module = await WebAssembly.compile(plan.artifact.code as BufferSource);
  const ports: WorkerPort[] = [];
  let next = range.first;
  try {
    const serve = (port: WorkerPort): Promise<void> =>
      new Promise((resolve, reject) => {
        port.onError((error) => reject(workerFailed(error.message)));
        port.onMessage((message) => {
          try {
            if (message.kind === "error") throw workerFailed(message.message);
            if (message.kind === "result") add(message.result);
            if (next >= range.end) {
              resolve();
              return;
            }
            const first = next;
            next += range.size;
            port.post({ kind: "chunk", chunk: chunkAt(first) });
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        });
        port.post({ kind: "plan", plan, module });
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
