import { modelHash, VERSION } from "kinetree";
import { namedStudy, prepareStudy, runStudy } from "@kinetree/study";
import { readModel } from "kinetree/formats";
import { beforeAll, describe, expect, test } from "vitest";
import type { StudyInfo, StudyRecipe } from "../../src/api/types.js";
import { differingCells, hashRow, type Cell } from "../../src/engine/study/study-hash.js";
import { createStudyHost } from "../../src/engine/study/study-host.js";

const pendulumFile = `{
  "name": "swing", "samples": 4, "seed": 3,
  "scenario": { "model": "./arm.json", "tEnd": "1 s", "start": { "q": { "hinge": "30 deg" } } },
  "parameters": { "mass": { "uniform": { "min": "1 kg", "max": "2 kg" } } },
  "outputs": { "speed": { "maxAbs": "v.hinge" } }
}`;

async function infoOf(
  recipe: StudyRecipe,
  study: Parameters<typeof prepareStudy>[0],
  load?: string,
): Promise<StudyInfo> {
  const prepared = await prepareStudy(
    study,
    load === undefined ? {} : { loadModel: (path) => readModel(load, { file: path }).model },
  );
  return {
    id: "0/swing.study",
    name: prepared.name,
    done: 4,
    rows: prepared.samples * prepared.cases.length,
    hash: "",
    seed: prepared.seed,
    version: VERSION,
    samples: prepared.samples,
    cases: prepared.cases.map(({ name, modelHash: hash }) => ({ name, modelHash: hash })),
    columns: prepared.columns,
    recipe,
    job: null,
  };
}

describe("a named study", () => {
  const study = { ...namedStudy("pendulum"), samples: 6 };
  const recipe: StudyRecipe = { kind: "named", name: "pendulum", changes: { samples: 6 } };
  let info: StudyInfo;
  let stored: Cell[][];
  beforeAll(async () => {
    info = await infoOf(recipe, study);
    const table = await runStudy(study);
    stored = Array.from({ length: 6 }, (_, row) =>
      table.columns.map(({ name, kind }) => (kind === "text" ? table.texts(name)[row] : table.numbers(name)[row])),
    );
  });

  test("every replayed row has the bits and the hash of the stored one", async () => {
    const host = createStudyHost();
    expect(await host.prepare(info)).toEqual({ rows: 6 });
    for (const row of [0, 5, 2]) {
      const again = await host.replay(row, null);
      expect(differingCells(again.cells, stored[row])).toEqual([]);
      expect(again.hash).toBe(hashRow(stored[row]));
      expect(again.sample).toBe(row);
    }
  });

  test("the motion has the poses of all bodies, and the workbench gets the sample's model and start", async () => {
    const host = createStudyHost();
    await host.prepare(info);
    const { columns, rows, model, numbers, experiment, values } = await host.replay(1, 0.1);
    expect(columns.names.filter((name) => name.startsWith("pos.")).length).toBe(3 * model.bodies.length);
    expect(columns.position.length).toBe(model.bodies.length);
    expect([...columns.position, ...columns.quaternion].every((at) => at >= 0)).toBe(true);
    expect(rows.t.length).toBe(201);
    expect(rows.values.length).toBe(201 * columns.names.length);
    expect(JSON.stringify(numbers.bodies)).not.toContain('"parameter"');
    expect(experiment?.start?.q["hinge"]).toEqual([values["angle"]]);
    expect(experiment?.parameters["length"]).toBe(values["length"]);
    expect(experiment?.source.kind).toBe("file");
  });

  test("a study whose model is not that of the results is refused with what has changed", async () => {
    const host = createStudyHost();
    const other = { ...info, cases: [{ name: "pendulum", modelHash: "0123456789abcdef" }] };
    await expect(host.prepare(other)).rejects.toThrow(/has changed since it ran: the model of case "pendulum"/);
    await expect(host.replay(0, null)).rejects.toThrow(/no study is open/);
  });

  test("a row that there is not, and a recipe that there is not, are said", async () => {
    const host = createStudyHost();
    await host.prepare(info);
    await expect(host.replay(6, null)).rejects.toThrow("there is no row 6: the study has rows 0 to 5");
    const gone: StudyInfo = { ...info, recipe: { kind: "unavailable", reason: "its file is gone" } };
    await expect(host.prepare(gone)).rejects.toThrow(/cannot be replayed here: its file is gone/);
  });
});

test("a study in a file is replayed with the model file beside it, changes included", async () => {
  const { writeJsonModel } = await import("kinetree/formats");
  const { pendulum } = await import("kinetree/systems");
  const text = writeJsonModel(pendulum());
  const { readStudy, changedStudy } = await import("@kinetree/study");
  const changed = changedStudy(readStudy(pendulumFile, "swing.json").study, { seed: 9 });
  const recipe: StudyRecipe = {
    kind: "json",
    file: "swing.json",
    text: pendulumFile,
    files: { "arm.json": text },
    changes: { seed: 9 },
  };
  const info = await infoOf(recipe, changed, text);
  const host = createStudyHost();
  expect(await host.prepare(info)).toEqual({ rows: 4 });
  const table = await runStudy(changed, { loadModel: () => readModel(text, { file: "arm.json" }).model });
  const again = await host.replay(3, null);
  const speed = info.columns.findIndex(({ name }) => name === "speed");
  expect(again.cells[speed]).toBe(table.numbers("speed")[3]);
  const source = again.experiment?.source;
  const model =
    source?.kind === "file" ? readModel(source.text, { file: source.name }).model : pendulum(source?.options ?? {});
  expect(modelHash(model)).toBe(modelHash(again.model));
  const asBytes = {
    ...info,
    recipe: { ...recipe, files: {}, binaries: { "arm.json": Buffer.from(text).toString("base64") } },
  };
  expect(await createStudyHost().prepare(asBytes)).toEqual({ rows: 4 });
  const missing = { ...info, recipe: { ...recipe, files: {} } };
  await expect(createStudyHost().prepare(missing)).rejects.toThrow(/"\.\/arm\.json" was not sent with it/);
});
