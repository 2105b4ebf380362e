import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { WorkerPool, WorkerPort } from "kinetree";
import { nodeWorkers } from "kinetree/node";
import { expect, test } from "vitest";
import { prepareStudy } from "../../src/prepare/prepare-study.js";
import type { Study } from "../../src/description/study.js";
import { beginStudy } from "../../src/store/run-study.js";
import { scratch } from "./support/scratch.js";

const fresh = scratch();
const results = (folder: string): Buffer => readFileSync(join(folder, "results.parquet"));

const study: Study = {
  name: "swing",
  scenario: {
    model: "pendulum",
    inputs: { angle: "1 rad" },
    start: { q: { hinge: "= angle" } },
    tEnd: "1 s",
  },
  parameters: { angle: { uniform: { min: 0.1, max: 1 } } },
  samples: 200,
  outputs: { last: { final: "q.hinge" } },
};

/** Threads of which the first `mortal` ones that are handed one chunk more than they live for are gone. Which ones these are depends on who starts first. */
function mortalWorkers(count: number, mortal: number, livesFor: number): WorkerPool {
  const program = new URL("./batch-worker-node.js", import.meta.resolve("kinetree/node"));
  let dead = 0;
  return {
    count,
    spawn: (): WorkerPort => {
      const worker = new Worker(program);
      let ending = false;
      let chunks = 0;
      return {
        post: (message) => {
          if (message.kind === "chunk" && ++chunks > livesFor && dead < mortal) {
            dead++;
            void worker.terminate();
          } else worker.postMessage(message);
        },
        onMessage: (listener) => worker.on("message", listener),
        onError: (listener) => {
          worker.on("error", listener);
          worker.on("exit", (code) => void (ending || listener(new Error(`ended by itself with code ${code}`))));
        },
        terminate: () => {
          ending = true;
          void worker.terminate();
        },
      };
    },
  };
}

const wholeStudy = async (): Promise<string> => {
  const folder = fresh("whole.study");
  await beginStudy(folder, await prepareStudy(study, { workers: nodeWorkers }), {}, { workers: 2 });
  return folder;
};

test("a thread that ends by itself costs a warning, and no bit of the results", async () => {
  let pools = 0;
  // Those that come later live.
  const workers = (count: number): WorkerPool => mortalWorkers(count, pools++ === 0 ? 1 : 0, 0);
  const folder = fresh("broken.study");
  const warnings: string[] = [];
  await beginStudy(
    folder,
    await prepareStudy(study, { workers }),
    {},
    { workers: 2, onWarning: (text) => warnings.push(text) },
  );
  expect(warnings).toEqual([expect.stringContaining("a worker broke down")]);
  expect(results(folder).equals(results(await wholeStudy()))).toBe(true);
});

test("threads that all end by themselves still get a study done, a chunk or two each", async () => {
  const folder = fresh("broken.study");
  const workers = (count: number): WorkerPool => mortalWorkers(count, Infinity, 1);
  let warnings = 0;
  await beginStudy(
    folder,
    await prepareStudy(study, { workers }),
    {},
    { workers: 2, onWarning: () => void warnings++ },
  );
  expect(warnings).toBeGreaterThan(1);
  expect(results(folder).equals(results(await wholeStudy()))).toBe(true);
});
