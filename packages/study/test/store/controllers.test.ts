import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { defineController, mechanism, type Model } from "kinetree";
import { nodeWorkers } from "kinetree/node";
import type { Study } from "../../src/description/study.js";
import { prepareStudy } from "../../src/prepare/prepare-study.js";
import { createReplayer } from "../../src/prepare/replay.js";
import { runStudy } from "../../src/prepare/run-in-memory.js";
import { openStudy } from "../../src/store/open-study.js";
import { beginStudy, resumeStudy } from "../../src/store/run-study.js";
import { scratch } from "./support/scratch.js";
import { refusalOf, rejectionOf } from "../../../kinetree/test/support/refusal.js";

const cart = (): Model =>
  mechanism("cart")
    .gravity(0, 0, 0)
    .tick(1e-3)
    .parameter("mass", 1, { unit: "kg", min: 0.1 })
    .body("cart", { mass: 1, inertia: [1, 1, 1] })
    .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0] })
    .actuator("motor", { joint: "rail" })
    .controller("pilot", { rate: 30, latency: 3, actuators: ["motor"] })
    .build();

const pilot = defineController<number>({
  state: ({ mass }) => 0.1 * mass,
  step: ({ q, v }, sum) => ({ commands: [-4 * q[0] - 2 * v[0] - 0.1 * sum], state: sum + q[0] }),
});

const study = (controllers: NonNullable<Extract<Study["scenario"], { tEnd: number }>["controllers"]>): Study => ({
  name: "servo",
  scenario: { name: "servo", model: cart(), start: ({ mass }) => ({ q: { rail: mass } }), tEnd: 1, controllers },
  parameters: { mass: { uniform: { min: 0.5, max: 2 } } },
  samples: 40,
  outputs: { last: { final: "q.rail" } },
});

describe("controllers of a study", () => {
  test("functions on this thread / outputs of each sample, and its replay with the same bits", async () => {
    const prepared = await prepareStudy(study({ pilot }));
    const replay = await createReplayer(prepared, ["pos"])(7);
    const { numbers } = await runStudy(study({ pilot }));
    expect(replay.result?.final.q[0]).toBe(numbers("last")[7]);
  });

  test("functions and two workers / refused, and told of modules", async () => {
    const error = await rejectionOf(runStudy(study({ pilot }), { workers: nodeWorkers, threads: 2 }));
    expect(error).toMatchObject({ code: "batch-controllers", subject: 'controller "pilot"' });
  });

  test("one that the model has not, and one that nothing computes / issues of the study", async () => {
    const error = await rejectionOf(prepareStudy(study({ pilto: pilot })));
    expect(error.message).toContain('Did you mean "pilot"?');
    expect(error.message).toContain("without a law");
  });
});

const fresh = scratch();

/** A study file and its controllers in TypeScript, of which one file imports another. */
function writeStudy(gain: number): string {
  const file = fresh("servo.ts");
  const beside = (name: string, text: string): void => writeFileSync(join(dirname(file), name), text);
  beside("gain.ts", `export const gain: number = ${gain};\n`);
  beside(
    "pilot.ts",
    `import type { State } from "kinetree";
import { gain } from "./gain.ts";
export const pilot = {
  state: (): number => 0,
  step: ({ q, v }: State, sum: number) => ({ commands: [-gain * q[0] - 2 * v[0] - 0.1 * sum], state: sum + q[0] }),
};
`,
  );
  writeFileSync(
    file,
    `import { mechanism } from "kinetree";
import { defineStudy } from "@kinetree/study";
const model = mechanism("cart").gravity(0, 0, 0).tick(1e-3)
  .parameter("place", 1, { unit: "m" })
  .body("cart", { mass: 1, inertia: [1, 1, 1] })
  .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0] })
  .actuator("motor", { joint: "rail" })
  .controller("pilot", { rate: 30, latency: 3, actuators: ["motor"] })
  .build();
export const study = defineStudy({
  name: "servo",
  scenario: {
    name: "servo", model, tEnd: 1,
    start: ({ place }) => ({ q: { rail: place } }),
    controllers: { pilot: { module: new URL("./pilot.ts", import.meta.url).href, export: "pilot" } },
  },
  parameters: { place: { uniform: { min: -1, max: 1 } } },
  samples: 60,
  outputs: { last: { final: "q.rail" } },
});
`,
  );
  return file;
}

describe("controllers of a study in modules of TypeScript", () => {
  const bytesOf = (folder: string): Buffer => readFileSync(join(folder, "results.parquet"));

  test("on this thread and on workers / the same bytes; replayed with the bits of its row", async () => {
    const origin = { file: writeStudy(4) };
    const [here, there] = [fresh("here.study"), fresh("there.study")];
    await beginStudy(here, await openStudy(origin), origin, { workers: 0 });
    await beginStudy(there, await openStudy(origin), origin, { workers: 2, chunkSize: 7 });
    expect(bytesOf(there).equals(bytesOf(here))).toBe(true);
    const prepared = await openStudy(origin);
    const { row, result } = await createReplayer(prepared)(11);
    expect(result?.final.q[0]).toBe(row[prepared.columns.findIndex(({ name }) => name === "last")]);
  });

  test("changed since it began / another study", async () => {
    const origin = { file: writeStudy(4) };
    const folder = fresh("changed.study");
    await beginStudy(folder, await openStudy(origin), origin, { workers: 0 });
    writeFileSync(join(dirname(origin.file), "gain.ts"), "export const gain = 5;\n");
    const changed = await openStudy(origin);
    expect(await refusalOf(resumeStudy(folder, changed, { workers: 0 }))).toMatchObject({ code: "study-changed" });
  });
});
