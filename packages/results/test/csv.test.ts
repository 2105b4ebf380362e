import { describe, expect, test } from "vitest";
import { sidecarText } from "../src/csv/sidecar.js";
import { readTable } from "../src/read-table.js";
import { unfinished } from "../src/result-header.js";
import { encoded, header, rowsOf } from "./support/sample.js";
import { refusalOf } from "../../kinetree/test/support/refusal.js";

const decoder = new TextDecoder();
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test("the header is time and the names, quoted where they need it", () => {
  const text = decoder.decode(encoded("csv", header, []).bytes);
  expect(text).toBe('time,q.elbow,v.elbow,pos.arm.x,pos.arm.y,pos.arm.z,"höhe, ""über"" 地面",energy\n');
});

test("the file beside it is JSON with units, metadata and summary", () => {
  const { sidecar } = encoded("csv", header, rowsOf(1, header.names.length));
  expect(JSON.parse(sidecar ?? "")).toMatchObject({
    units: { time: "s", "q.elbow": "rad" },
    metadata: { model: "pendulum", tolerance: 1e-9, formulation: { name: "aba" } },
    summary: { steps: 120, recording: "complete" },
  });
});

describe("reading", () => {
  test("takes what other programs write: BOM, CRLF, empty fields, no line feed at the end", async () => {
    const table = await readTable(bytesOf("\uFEFFtime,a\r\n0,1\r\n1,\r\n2,-inf"), { file: "a.csv" });
    expect([...table.time]).toEqual([0, 1, 2]);
    expect([...table.columns[0]]).toEqual([1, NaN, -Infinity]);
  });

  test("leaves out half a line of a run that was killed", async () => {
    const sidecar = sidecarText({ names: ["a"], units: [""], metadata: {} }, unfinished, null);
    const table = await readTable(bytesOf("time,a\n0,1\n1,2\n2,3"), { file: "a.csv", sidecar });
    expect([...table.columns[0]]).toEqual([1, 2]);
  });

  test("takes files longer than a slice", async () => {
    const lines = Array.from({ length: 200_000 }, (_, i) => `${i},${i * 0.5}`);
    const table = await readTable(bytesOf(`time,a\n${lines.join("\n")}\n`), { file: "a.csv" });
    expect(table.columns[0].length).toBe(200_000);
    expect(table.columns[0][199_999]).toBe(99_999.5);
  });

  test.each([
    ["time,a\n0,1\n1,2,3\n", 3],
    ["time,a\n0,1\n1\n", 1],
    ["time,a\n0,one\n", "one"],
    ["t,a\n0,1\n", "t"],
    ["time,a,a\n0,1,2\n", "a"],
    ["", ""],
    ["\u0000\u0001PAR1", "\u0000\u0001PAR1"],
  ])("%j is refused with its value", async (text, value) => {
    const read = readTable(bytesOf(text), { file: "bad.csv" });
    const facts = { code: "result-not-readable", subject: "result file bad.csv", value };
    expect(await refusalOf(read)).toEqual(facts);
  });
});
