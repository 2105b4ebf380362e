import { nodeWorkers } from "kinetree/node";
import { describe, expect, it, test } from "vitest";
import { SimulationError } from "../../src/errors/kinetree-error.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import type { BatchOptions } from "../../src/simulate/batch/batch-types.js";
import { workerSession, type FromWorker, type WorkerPool } from "../../src/simulate/batch/worker-protocol.js";
import { heavyTop } from "../../src/systems/chains/heavy-top.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { failureOfAsync } from "./failures.js";
import { anyPendulum, anyTop, bitsOf } from "./study.js";

/* The threads run what was built: run `npm run build` before this file alone, as `npm test` does. */

const watched: BatchOptions = {
  tEnd: 1,
  samples: 40,
  chunkSize: 3,
  sample: anyPendulum,
  events: [{ name: "down", when: (probe) => probe.q("hinge") }],
  measures: { height: (probe) => probe.position("bob", [0, 0, -1])[2] },
};

describe("batch on worker threads", () => {
  it("1 or 2 workers, many chunks / this thread, bit for bit", async () => {
    const expected = bitsOf(await runBatch(pendulum(), watched));
    for (const count of [1, 2]) {
      expect(bitsOf(await runBatch(pendulum(), { ...watched, workers: nodeWorkers(count) }))).toBe(expected);
    }
  });

  it("on manifolds, by both formulations / this thread, bit for bit", async () => {
    for (const formulation of ["articulated", "mass-matrix"] as const) {
      const options = { formulation, tEnd: 2, samples: 12, chunkSize: 2, sample: anyTop } as const;
      const threads = await runBatch(heavyTop(), { ...options, workers: nodeWorkers(2) });
      expect(bitsOf(threads)).toBe(bitsOf(await runBatch(heavyTop(), options)));
    }
  });

  it("more workers than chunks / as many as there are chunks", async () => {
    const pool = nodeWorkers(8);
    let spawned = 0;
    const counting: WorkerPool = { count: 8, spawn: () => (spawned++, pool.spawn()) };
    const result = await runBatch(pendulum(), {
      tEnd: 1,
      samples: 5,
      chunkSize: 3,
      sample: anyPendulum,
      workers: counting,
    });
    expect(spawned).toBe(2);
    expect(result.end).toEqual(new Array(5).fill("finished"));
  });

  it("progress / rises to all samples", async () => {
    const seen: number[] = [];
    await runBatch(pendulum(), { ...watched, workers: nodeWorkers(2), onProgress: (finished) => seen.push(finished) });
    expect(seen.length).toBe(14);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(40);
  });

  it("a sample that the caller's function refuses / its error, and the workers are ended", async () => {
    const pool = nodeWorkers(2);
    let ended = 0;
    const counting: WorkerPool = {
      count: 2,
      spawn: () => {
        const port = pool.spawn();
        return { ...port, terminate: () => (ended++, port.terminate()) };
      },
    };
    const sample = (i: number): { parameters: { length: number } } => ({ parameters: { length: i === 7 ? -1 : 1 } });
    const error = await failureOfAsync(() =>
      runBatch(pendulum(), { tEnd: 1, samples: 20, chunkSize: 2, sample, workers: counting }),
    );
    expect(error.code).toBe("parameter-range");
    expect(error.message).toContain("sample 7:");
    expect(ended).toBe(2);
  });
});

describe("a worker that fails", () => {
  /** Runs in this thread, one message after another; `answer` may spoil what a worker says. */
  const localPool = (answer: (message: FromWorker, count: number) => FromWorker): WorkerPool => ({
    count: 2,
    spawn: () => {
      const session = workerSession();
      let listener: (message: FromWorker) => void = () => {};
      let count = 0;
      return {
        post: async (message) => listener(answer(await session(message), count++)),
        onMessage: (listen) => (listener = listen),
        onError: () => {},
        terminate: () => {},
      };
    },
  });

  test("one that does its work / the bits of this thread, so that the failures below are theirs", async () => {
    const honest = await runBatch(pendulum(), { ...watched, workers: localPool((message) => message) });
    expect(bitsOf(honest)).toBe(bitsOf(await runBatch(pendulum(), watched)));
  });

  test("one that reports an error / the batch fails with it", async () => {
    const failing = localPool((message, count) => (count < 3 ? message : { kind: "error", message: "out of memory" }));
    const error = await failureOfAsync(() => runBatch(pendulum(), { ...watched, workers: failing }));
    expect(error).toBeInstanceOf(SimulationError);
    expect(error.code).toBe("worker-failed");
    expect(error.message).toContain("out of memory");
  });

  test("one that is sent what it cannot read / says so, and the batch fails", async () => {
    const pool = nodeWorkers(1);
    const garbled: WorkerPool = {
      count: 1,
      spawn: () => {
        const port = pool.spawn();
        return { ...port, post: (message) => port.post(message.kind === "plan" ? message : (null as never)) };
      },
    };
    const error = await failureOfAsync(() => runBatch(pendulum(), { ...watched, workers: garbled }));
    expect(error.code).toBe("worker-failed");
  });

  test("one that ends by itself / the batch fails and does not wait for ever", async () => {
    const dying: WorkerPool = {
      count: 1,
      spawn: () => {
        let complain: (error: Error) => void = () => {};
        return {
          post: () => queueMicrotask(() => complain(new Error("it ended by itself with code 3"))),
          onMessage: () => {},
          onError: (listen) => (complain = listen),
          terminate: () => {},
        };
      },
    };
    const error = await failureOfAsync(() => runBatch(pendulum(), { ...watched, workers: dying }));
    expect(error).toBeInstanceOf(SimulationError);
    expect(error.message).toContain("a batch worker failed: it ended by itself with code 3.");
  });

  test("a chunk before its plan, and a broken plan / errors of the session, not exceptions", async () => {
    const session = workerSession();
    expect(await session({ kind: "chunk", chunk: {} as never })).toEqual({
      kind: "error",
      message: "a chunk came before its plan",
    });
    const broken = { plan: { artifact: null } as never, module: null as never, controllers: {} };
    expect((await session({ kind: "plan", number: 0, ...broken })).kind).toBe("error");
  });
});
