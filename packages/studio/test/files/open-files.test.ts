import { createTableEncoder } from "@kinetree/results";
import { pendulum } from "kinetree/systems";
import { writeJsonModel, writeUrdf } from "kinetree/formats";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { encodeResult } from "../../src/engine/encode-result.js";
import { useDroppedStudy } from "../../src/files/study-requests.js";
import { LARGEST_FILE } from "../../src/files/given-files.js";
import { openFiles, openRecent } from "../../src/files/open-files.js";
import { useRecent } from "../../src/recent/recent.js";
import { useStudio } from "../../src/run/store.js";
import { currentShared } from "../../src/share/current.js";
import { writeLinkFile } from "../../src/share/link-file.js";
import { memoryRecent } from "./memory-recent.js";

// One engine, as a page has it.
vi.mock("../../src/run/engine.js", async () => {
  const { inProcessEngine } = await import("../share/in-process-engine.js");
  const engine = inProcessEngine();
  return { engine: () => engine };
});

const nothing = { notices: [], openTrouble: null, opened: null, result: null };
beforeEach(() => {
  useStudio.setState(nothing);
  useRecent.setState({ files: [] });
  useRecent.setState({ storage: memoryRecent(), wasTold: false });
});

const file = (path: string, content: string | Uint8Array<ArrayBuffer>): File => {
  const made = new File([content], path.split("/").at(-1) ?? path);
  if (path.includes("/")) Object.defineProperty(made, "webkitRelativePath", { value: path });
  return made;
};

const troubleAfter = async (...files: readonly File[]): Promise<string> => {
  await openFiles(files);
  const { openTrouble } = useStudio.getState();
  return `${openTrouble?.name}: ${openTrouble?.trouble.message}`;
};

const modelText = writeJsonModel(pendulum());
const urdfText = writeUrdf(pendulum());
const meshText = urdfText.replace(
  "</link>",
  '<visual><geometry><mesh filename="package://robot/meshes/arm.stl"/></geometry></visual></link>',
);
const columns = { names: ["q.a", "v.a"], units: ["rad", "rad/s"] };
const rows = { t: Float64Array.of(0, 1), values: Float64Array.of(1, 2, 3, 4) };

describe("what is opened", () => {
  test.each([
    ["pendulum.json", modelText],
    ["pendulum.urdf", urdfText],
    ["pendulum.xml", urdfText],
    ["PENDULUM.URDF", urdfText],
    ["with-mark.json", `\uFEFF${modelText}`],
  ])("a model: %s", async (name, text) => {
    await openFiles([file(name, text)]);
    expect(useStudio.getState().openTrouble).toBeNull();
    expect(useStudio.getState().opened?.source).toMatchObject({ kind: "file", name, served: null });
    expect(useRecent.getState().files).toMatchObject([{ name, kind: "model", isKept: true }]);
  });

  test("a folder: the model that is no part of another, with its files by the paths that it uses", async () => {
    await openFiles([
      file("robot/meshes/arm.stl", "solid a\nendsolid a\n"),
      file("robot/meshes/unused.stl", "solid a\nendsolid a\n"),
      file("robot/urdf/.hidden.urdf", "<robot"),
      file("robot/urdf/arm.urdf", meshText),
      file("robot/README.md", "read me"),
    ]);
    const source = useStudio.getState().opened?.source;
    expect(source).toMatchObject({ kind: "file", name: "arm.urdf" });
    expect(Object.keys(source?.kind === "file" ? (source.files ?? {}) : {}).toSorted()).toStrictEqual([
      "../meshes/arm.stl",
    ]);
  });

  test("an MJCF file with the one that it includes, in whatever order they come", async () => {
    const part = `<mujocoinclude><worldbody><body name="b"><freejoint/><geom type="sphere" size="0.1" mass="1"/></body></worldbody></mujocoinclude>`;
    const whole = `<mujoco model="m"><include file="part.xml"/></mujoco>`;
    await openFiles([file("part.xml", part), file("whole.xml", whole)]);
    expect(useStudio.getState().openTrouble).toBeNull();
    expect(useStudio.getState().opened?.model.bodies.map(({ name }) => name)).toContain("b");
  });

  test.each(["csv", "parquet", "mcap"] as const)("a result: %s", async (format) => {
    const { name, bytes, beside } = encodeResult(format, "run", columns, rows, {});
    await openFiles([file(name, bytes), ...(beside ? [file(beside.name, beside.bytes)] : [])]);
    expect(useStudio.getState().result).toMatchObject({
      name,
      names: columns.names,
      units: columns.units,
      warnings: [],
    });
    expect(useRecent.getState().files).toMatchObject([{ name, kind: "result" }]);
  });

  test("a model and a result at once: the one with the other over it", async () => {
    const { name, bytes } = encodeResult("parquet", "run", columns, rows, {});
    await openFiles([file(name, bytes), file("pendulum.json", modelText)]);
    expect(useStudio.getState().opened?.source.name).toBe("pendulum.json");
    expect(useStudio.getState().result?.name).toBe(name);
  });

  test.each(["results.parquet", "swing/results.parquet"])("results of a study: %s", async (path) => {
    const encoder = createTableEncoder([{ name: "sample", kind: "integer", unit: "" }], { study: "abc" });
    const parts = [encoder.head(), encoder.group([Float64Array.of(0, 1)]), encoder.tail()];
    const bytes = new Uint8Array(parts.flatMap((part) => [...part]));
    await openFiles([file(path, bytes), ...(path.includes("/") ? [file("swing/manifest.json", "{}")] : [])]);
    expect(useStudio.getState().openTrouble).toBeNull();
    expect(useDroppedStudy.getState().study).toMatchObject({ bytes, name: path.includes("/") ? "swing" : path });
  });

  test("a link that was saved as a file", async () => {
    await openFiles([file("pendulum.json", modelText)]);
    const shared = currentShared({ hashed: true })?.shared;
    if (shared === undefined) throw new Error("nothing is open");
    useStudio.setState(nothing);
    await openFiles([file("swing.kinetree-link.json", writeLinkFile({ ...shared, duration: 3 }))]);
    expect(useStudio.getState().opened?.source).toMatchObject({ kind: "file", name: "pendulum.json", text: modelText });
    expect(useStudio.getState().duration).toBe(3);
  });

  test("a recent file, with those that came with it", async () => {
    await openFiles([file("r/arm.urdf", meshText), file("r/meshes/arm.stl", "solid a\nendsolid a\n")]);
    const before = useStudio.getState().opened?.source;
    useStudio.setState(nothing);
    await openRecent(useRecent.getState().files[0].id);
    expect(useStudio.getState().opened?.source).toStrictEqual(before);
  });
});

describe("what cannot be opened is said with the fix", () => {
  test.each([
    ["nothing", [], /nothing that was dropped is a file\. Drop a file that ends in \.urdf/],
    ["an unknown ending", [file("a.docx", "x")], /a\.docx does not end in .*\.parquet.*Drop a model/],
    ["no ending", [file("a", "x"), file("b", "x")], /a does not end in .* nor do the 1 files with it/],
    ["an empty model", [file("a.urdf", "")], /a\.urdf is empty/],
    ["an empty result", [file("a.csv", "")], /a\.csv is empty/],
    ["rubbish as a model", [file("a.urdf", Uint8Array.of(255, 254, 0, 7))], /a\.urdf is not UTF-8 text/],
    ["zeros as a model", [file("a.json", new Uint8Array(100))], /a\.json is not UTF-8 text/],
    ["a packed file", [file("a.xml", Uint8Array.of(0x1f, 0x8b, 8, 200))], /compressed file \(gzip/],
    [
      "rubbish as a result",
      [file("a.parquet", new Uint8Array(500).fill(3))],
      /a\.parquet: is damaged, or no Parquet file/,
    ],
    ["JSON that is neither", [file("a.json", '{"x": 1}')], /a\.json is JSON, but neither a model nor a study/],
    ["a list", [file("a.json", "[1, 2]")], /a\.json is JSON, but neither/],
    ["units without their result", [file("a.csv.json", '{"units":{},"metadata":{},"summary":{}}')], /Drop both files/],
    ["a manifest", [file("manifest.json", '{"format":1,"hash":"","chunkSize":1}')], /whole folder/],
    [
      "an unfinished study",
      [file("s/manifest.json", "{}"), file("s/chunks/0.parquet", "x")],
      /study s is not finished.*resume/,
    ],
    ["a damaged link", [file("a.kinetree-link.json", '{"kinetreeLink":1,"content":{}')], /is damaged/],
  ])("%s", async (_what, files, message) => {
    expect(await troubleAfter(...files)).toMatch(message);
    expect(useRecent.getState().files).toStrictEqual([]);
  });

  test("a huge file, before it is read", async () => {
    const huge = file("run.parquet", "x");
    Object.defineProperty(huge, "size", { value: LARGEST_FILE + 1 });
    const read = vi.spyOn(huge, "arrayBuffer");
    expect(await troubleAfter(huge)).toMatch(/run\.parquet is 256 MB, must be at most 256 MB/);
    expect(read).not.toHaveBeenCalled();
  });

  test("a mistake in a model, with its place and the text", async () => {
    const text = '{\n  "kinetree": 1,\n  "bodies": [,]\n}';
    await openFiles([file("a.json", text)]);
    const { openTrouble } = useStudio.getState();
    expect(openTrouble?.trouble.issues[0]).toMatchObject({ line: 3 });
    expect(openTrouble?.text).toBe(text);
  });

  test("a mistake in a study, with its place and the text", async () => {
    const text = '{\n  "name": "s",\n  "scenario": {},\n  "samples": -4,\n  "outputs": {}\n}';
    await openFiles([file("s.json", text)]);
    const { openTrouble } = useStudio.getState();
    expect(openTrouble?.trouble.issues.some(({ line }) => line === 4)).toBe(true);
    expect(openTrouble?.text).toBe(text);
  });

  test("a file that the browser cannot read", async () => {
    const gone = file("a.json", "{}");
    vi.spyOn(gone, "arrayBuffer").mockRejectedValue(new Error("A requested file could not be found"));
    expect(await troubleAfter(gone)).toMatch(
      /a\.json cannot be read \(A requested file .*\)\. Check that it still exists/,
    );
  });

  test("a recent file that was too large to be kept", async () => {
    const rows4 = { t: new Float64Array(200_000), values: new Float64Array(400_000) };
    const { name, bytes } = encodeResult("parquet", "large", columns, rows4, {});
    await openFiles([file(name, bytes)]);
    const [recent] = useRecent.getState().files;
    expect(recent).toMatchObject({ name, isKept: false });
    await openRecent(recent.id);
    expect(useStudio.getState().openTrouble?.trouble.message).toMatch(
      /too large to be stored \(4\.6 MB\)\. Drop it again/,
    );
  });
});
