import { describe, expect, test } from "vitest";
import type { WorkerPool, WorkerPort } from "kinetree";
import { shareWorkers } from "../src/shared-workers.js";

type Message = Parameters<WorkerPort["post"]>[0];
type Answer = Parameters<Parameters<WorkerPort["onMessage"]>[0]>[0];

/** A worker that answers when the test says so. */
interface Fake {
  readonly received: Message[];
  readonly answer: () => void;
  readonly breakDown: () => void;
  ended: boolean;
}

function fakes(count: number): { readonly pool: WorkerPool; readonly made: Fake[]; readonly computing: () => number } {
  const made: Fake[] = [];
  const open: number[] = [];
  const spawn = (): WorkerPort => {
    const number = made.length;
    let onMessage: (answer: Answer) => void = () => {};
    let onError: (error: Error) => void = () => {};
    open[number] = 0;
    const fake: Fake = {
      received: [],
      answer: () => {
        const last = fake.received.at(-1);
        if (last?.kind === "chunk") open[number]--;
        onMessage(last?.kind === "chunk" ? ({ kind: "result", result: {} } as Answer) : { kind: "ready" });
      },
      breakDown: () => {
        open[number] = 0;
        onError(new Error("broken"));
      },
      ended: false,
    };
    made.push(fake);
    return {
      post: (message) => {
        fake.received.push(message);
        if (message.kind === "chunk") open[number]++;
      },
      onMessage: (listener) => (onMessage = listener),
      onError: (listener) => (onError = listener),
      terminate: () => {
        fake.ended = true;
        open[number] = 0;
      },
    };
  };
  return { pool: { count, spawn }, made, computing: () => open.reduce((sum, n) => sum + n, 0) };
}

const plan = { kind: "plan" } as Message;
const chunk = { kind: "chunk" } as Message;

describe("workers that batches share", () => {
  test("however many have something to do / no more compute than there may be", () => {
    const { pool, made, computing } = fakes(2);
    const shared = shareWorkers(pool);
    const ports = [0, 1, 2, 3].map(() => shared.pool.spawn());
    for (const port of ports) port.post(chunk);
    expect(computing()).toBe(2);
    made[0].answer();
    // Its place went to the third one.
    expect(computing()).toBe(2);
    expect(made[2].received.length).toBe(1);
    made[1].answer();
    made[2].answer();
    expect(computing()).toBe(1);
  });

  test("plans do not wait", () => {
    const { pool, made } = fakes(1);
    const shared = shareWorkers(pool);
    const [a, b] = [shared.pool.spawn(), shared.pool.spawn()];
    a.post(chunk);
    b.post(plan);
    expect(made[1].received).toEqual([plan]);
  });

  test("given back by one batch / used by the next, which alone hears it", () => {
    const { pool, made } = fakes(1);
    const shared = shareWorkers(pool);
    const heard: string[] = [];
    const first = shared.pool.spawn();
    first.onMessage(() => heard.push("first"));
    first.post(plan);
    made[0].answer();
    first.terminate();
    const second = shared.pool.spawn();
    second.onMessage(() => heard.push("second"));
    second.post(plan);
    made[0].answer();
    expect(made.length).toBe(1);
    expect(heard).toEqual(["first", "second"]);
    expect(made[0].ended).toBe(false);
  });

  test("given up while it computes / is ended, and its place is free", () => {
    const { pool, made, computing } = fakes(1);
    const shared = shareWorkers(pool);
    const [busy, next] = [shared.pool.spawn(), shared.pool.spawn()];
    busy.post(chunk);
    next.post(chunk);
    busy.terminate();
    expect(made[0].ended).toBe(true);
    expect(made[1].received).toEqual([chunk]);
    expect(computing()).toBe(1);
  });

  test("given up while it waits / its chunk is never sent", () => {
    const { pool, made } = fakes(1);
    const shared = shareWorkers(pool);
    const [busy, next] = [shared.pool.spawn(), shared.pool.spawn()];
    busy.post(chunk);
    next.post(chunk);
    next.terminate();
    made[0].answer();
    expect(made[1].received).toEqual([]);
    expect(made[1].ended).toBe(false);
  });

  test("broken / its batch hears of it, its place is free, nobody gets it again", () => {
    const { pool, made } = fakes(1);
    const shared = shareWorkers(pool);
    const [a, b] = [shared.pool.spawn(), shared.pool.spawn()];
    const errors: string[] = [];
    a.onError(({ message }) => errors.push(message));
    a.post(chunk);
    b.post(chunk);
    made[0].breakDown();
    a.terminate();
    expect(errors).toEqual(["broken"]);
    expect(made[1].received).toEqual([chunk]);
    made[1].answer();
    b.terminate();
    shared.pool.spawn();
    shared.pool.spawn();
    expect(made.length).toBe(3);
  });

  test("closed / all are ended", () => {
    const { pool, made } = fakes(2);
    const shared = shareWorkers(pool);
    shared.pool.spawn().post(chunk);
    shared.pool.spawn().terminate();
    shared.close();
    expect(made.map(({ ended }) => ended)).toEqual([true, true]);
  });
});
