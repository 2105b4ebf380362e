import { VERSION } from "kinetree";
import { beforeEach, expect, test, vi } from "vitest";
import { readResultFile } from "../../src/engine/read-result.js";
import { exportRun } from "../../src/files/export.js";
import { openFiles } from "../../src/files/open-files.js";
import { useRecent } from "../../src/recent/recent.js";
import { closeAll, openSource, runTo } from "../../src/run/actions.js";
import type { Download } from "../../src/run/download.js";
import { useStudio } from "../../src/run/store.js";
import { memoryRecent } from "./memory-recent.js";

const saved = vi.hoisted(() => [] as Download[]);

vi.mock("../../src/run/engine.js", async () => {
  const { inProcessEngine } = await import("../share/in-process-engine.js");
  const engine = inProcessEngine();
  return { engine: () => engine };
});
vi.mock("../../src/run/download.js", () => ({ download: (file: Download) => saved.push(file) }));

const bytesOf = ({ bytes }: Download): Uint8Array<ArrayBuffer> => {
  if (bytes instanceof Blob) throw new Error("a file of bytes was expected");
  return bytes;
};

beforeEach(async () => {
  saved.length = 0;
  useRecent.setState({ storage: memoryRecent(), wasTold: false });
  closeAll();
  useStudio.setState({ notices: [] });
  await openSource({ kind: "system", name: "four-bar", options: {} }, { parameters: {}, setup: { tolerance: 1e-9 } });
});

test.each(["csv", "parquet", "mcap"] as const)(
  "%s: all that is recorded, bit for bit, and what it follows from",
  async (format) => {
    await runTo(0.2);
    await exportRun(format);
    expect(saved.map(({ name }) => name)).toStrictEqual(
      format === "csv" ? ["four-bar.csv", "four-bar.csv.json"] : [`four-bar.${format}`],
    );
    const sidecar = saved.length > 1 ? new TextDecoder().decode(bytesOf(saved[1])) : null;
    const read = await readResultFile(saved[0].name, bytesOf(saved[0]), sidecar);
    const { history, opened } = useStudio.getState();
    expect(read.names).toStrictEqual(history?.columns.names);
    expect(read.units).toStrictEqual(history?.columns.units);
    expect(read.t).toStrictEqual(history?.t.slice());
    expect(read.values).toStrictEqual(history?.values.slice());
    const metadata = Object.fromEntries(
      Object.entries(read.metadata).map(([key, text]) => [key, JSON.parse(text) as unknown]),
    );
    expect(metadata).toMatchObject({
      model: opened?.model.name,
      source: "four-bar",
      modelHash: opened?.hash,
      version: VERSION,
      integrator: "dormand-prince",
      tolerance: 1e-9,
      parameters: opened?.parameters,
    });
    expect(useStudio.getState().work).toBeNull();
  },
);

test("what was exported opens again with its model", async () => {
  await runTo(0.2);
  await exportRun("parquet");
  const names = useStudio.getState().history?.columns.names;
  closeAll();
  await openFiles([new File([bytesOf(saved[0])], "copy.parquet")]);
  const { result, opened, openTrouble } = useStudio.getState();
  expect(openTrouble).toBeNull();
  expect(result?.names).toStrictEqual(names);
  expect(opened?.source).toStrictEqual({ kind: "system", name: "four-bar", options: {} });
});

test("nothing recorded is said, and nothing is saved", async () => {
  await exportRun("csv");
  expect(saved).toStrictEqual([]);
  expect(useStudio.getState().notices[0].text).toMatch(/Nothing recorded yet/);
});

test("a film without a picture is refused with the cause", async () => {
  await runTo(0.1);
  await expect(exportRun("png")).rejects.toThrow(/no 3D view to record/);
  expect(useStudio.getState().work).toBeNull();
});
