import { describe, expect, test } from "vitest";
import { defineController, type ControllerComponent } from "../../src/simulate/clock/controllers.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import type { BatchOptions } from "../../src/simulate/batch/batch-types.js";
import { workerSession, type FromWorker, type WorkerPool } from "../../src/simulate/batch/worker-protocol.js";
import { simulate } from "../../src/simulate/simulate.js";
import { brake, drivenFourBar, pilot } from "./driven-four-bar.js";
import { failureOfAsync } from "./failures.js";
import { pid } from "./pid.js";
import { drivenSlider } from "./slider.js";

/** Workers without threads: what they receive is a copy. */
const copyingPool = (count: number): WorkerPool => ({
  count,
  spawn: () => {
    const session = workerSession();
    let listener: (message: FromWorker) => void = () => undefined;
    return {
      post: async (message) => {
        const { module, ...rest } = { module: undefined, ...message };
        listener(await session({ ...structuredClone(rest), ...(module ? { module } : {}) } as typeof message));
      },
      onMessage: (given) => (listener = given),
      onError: () => undefined,
      terminate: () => undefined,
    };
  },
});

const inModule = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;
const spring =
  inModule(`export const pilot = { state: () => 0, step: ({ q }, n) => ({ commands: [-4 * q[0] - 0.1 * n], state: n + q[0] }) };
export default ({ v }, commands) => { commands[0] = -v[0]; };`);

const cart = drivenSlider(0.05);
const sample = (i: number) => ({ state: { q: { rail: 0.3 * i }, v: { rail: 1 - 0.2 * i } }, tEnd: 1 + 0.1 * i });
const batch = (options: Partial<BatchOptions> = {}) =>
  runBatch(cart, { tEnd: 1, samples: 7, chunkSize: 3, sample, ...options });

/** As a cart with a spring that the module above computes. */
const springy: ControllerComponent = defineController<number>({
  state: () => 0,
  step: ({ q }, n) => ({ commands: [-4 * q[0] - 0.1 * n], state: n + q[0] }),
});

describe("components in batches", () => {
  test("each sample has its own state / the bits of single runs, whoever shares the lanes", async () => {
    const { stateAt } = await batch({ controllers: { pilot: { ...springy, latency: 20 } } });
    for (let i = 0; i < 7; i++) {
      const { state, tEnd } = sample(i);
      const controllers = { pilot: { ...springy, latency: 20 } };
      expect(stateAt(i)).toEqual(simulate(cart, tEnd, { state, controllers, energyBalance: false }).final);
    }
  });

  test("closed loops, a law beside a component, latencies / the bits of single runs", async () => {
    const model = drivenFourBar(pilot, brake);
    const start = (i: number) => ({ v: { crank: i } });
    const controllers = { pilot: pid() };
    const options = { controllers, tolerance: 1e-6 } as const;
    const { stateAt, end } = await runBatch(model, {
      ...options,
      tEnd: 0.3,
      samples: 3,
      sample: (i) => ({ state: start(0.1 * i) }),
    });
    expect(end).toEqual(["finished", "finished", "finished"]);
    for (let i = 0; i < 3; i++) {
      const alone = simulate(model, 0.3, { ...options, state: start(0.1 * i), energyBalance: false }).final;
      expect(stateAt(i).q).toEqual(alone.q);
      expect(stateAt(i).v).toEqual(alone.v);
    }
  });

  test("the initial state follows from the parameters of the sample", async () => {
    const model = {
      ...cart,
      parameters: [{ name: "push", value: 1, unit: "N", min: null, max: null, description: "" }],
    };
    const byParameter = defineController<number>({
      state: ({ push }) => push,
      step: (_, push) => ({ commands: [push], state: push }),
    });
    const { stateAt } = await runBatch(model, {
      tEnd: 1,
      samples: 3,
      sample: (i) => ({ parameters: { push: i } }),
      controllers: { pilot: byParameter },
    });
    for (let i = 0; i < 3; i++) expect(stateAt(i).v[0]).toBeCloseTo(i, 13);
  });

  test("a controller that computes NaN / its sample fails, the others go on", async () => {
    const { end } = await batch({
      controllers: { pilot: ({ q }, commands) => void (commands[0] = q[0] > 1.5 ? NaN : 0) },
    });
    expect(end[0]).toBe("finished");
    expect(end[6]).toBe("not-finite");
  });
});

describe("modules", () => {
  test("imported here and by workers / the bits of the same component", async () => {
    const expected = (await batch({ controllers: { pilot: springy } })).q;
    const controllers = { pilot: { module: spring, export: "pilot" } };
    expect((await batch({ controllers })).q).toEqual(expected);
    expect((await batch({ controllers, workers: copyingPool(2) })).q).toEqual(expected);
  });

  test("without a name / what it exports by default", async () => {
    const { q } = await batch({ controllers: { pilot: { module: spring } }, workers: copyingPool(2) });
    expect(q).toEqual((await batch({ controllers: { pilot: ({ v }, commands) => void (commands[0] = -v[0]) } })).q);
  });

  test.each([
    ["pilto", { module: spring, export: "pilto" }, 'Did you mean "pilot"?'],
    ["./pilot.js", { module: "./pilot.js" }, "new URL("],
    ["step", { module: inModule("export default { step: 3 }") }, "step of module"],
    ["data:text/javascript,(", { module: "data:text/javascript,(" }, "cannot be imported"],
  ])("%s / refused with what to do", async (_, given, says) => {
    const error = await failureOfAsync(() => batch({ controllers: { pilot: given } }));
    expect(error).toMatchObject({ code: "controller-module", subject: 'controller "pilot"' });
    expect(error.message).toContain(says);
  });
});

describe("functions and workers", () => {
  const given = { controllers: { pilot: springy } };

  test("two workers / refused, and told of modules", async () => {
    const error = await failureOfAsync(() => batch({ ...given, workers: copyingPool(2) }));
    expect(error).toMatchObject({ code: "batch-controllers", subject: 'controller "pilot"', value: 2 });
    expect(error.message).toContain('export: "pilot"');
  });

  test("one worker / this thread runs them", async () => {
    const pool: WorkerPool = { count: 1, spawn: () => expect.unreachable("no worker is needed") };
    expect((await batch({ ...given, workers: pool })).q).toEqual((await batch(given)).q);
  });
});
