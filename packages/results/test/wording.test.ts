import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { rejectionOf } from "../../kinetree/test/support/refusal.js";
import { createWriter } from "../src/create-writer.js";
import { openResult, readResult } from "../src/node.js";
import { plotSvg } from "../src/plot.js";
import { readTable } from "../src/read-table.js";
import { memoryStorage } from "../src/write/memory-storage.js";
import { encoded, header, rowsOf, summary } from "./support/sample.js";

/* The exact text of messages, once; other tests assert code, subject and value. */

const folder = mkdtempSync(join(tmpdir(), "kinetree-results-"));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "folder.csv"));
writeFileSync(join(folder, "old.csv"), "time\n0\n");
writeFileSync(join(folder, "old.csv.json"), "[]");

const narrow = { names: ["q.a", "q.b"], units: ["rad", "rad"], metadata: {} };
const open = (name: string, changes: Partial<typeof header> = {}, options = {}): unknown =>
  openResult(join(folder, name), { ...header, ...changes }, options);
const readCsv = (text: string): unknown => readTable(new TextEncoder().encode(text), { file: "bad.csv" });

type Beside = Readonly<Record<string, unknown>>;

/** A result with what lies beside it changed, or its rows. */
const readBeside = (change: (content: Beside) => Beside, rows?: string): unknown => {
  const { bytes, sidecar } = encoded("csv", narrow, rowsOf(2, 2));
  const changed = JSON.stringify(change(JSON.parse(sidecar ?? "") as Beside));
  return readTable(rows === undefined ? bytes : new TextEncoder().encode(rows), { file: "x.csv", sidecar: changed });
};

/** The error of a device that takes so many bytes. */
const write = (code: string, room = 0): unknown => {
  const inner = memoryStorage("a.file");
  const storage = {
    ...inner,
    write: (bytes: Uint8Array, position: number): number => {
      if (position >= room) throw Object.assign(new Error(`${code}: refused`), { code });
      return inner.write(bytes.subarray(0, room - position), position);
    },
  };
  const writer = createWriter("csv", storage, narrow, { valuesPerBlock: 10 });
  for (const { t, row } of rowsOf(40, 2)) writer.append(t, row);
  return writer.close(summary);
};

const resume = (spoil: (storage: ReturnType<typeof memoryStorage>) => void, names = narrow.names): unknown => {
  const storage = memoryStorage("x.csv");
  const from = createWriter("csv", storage, narrow).mark();
  spoil(storage);
  return createWriter("csv", storage, { ...narrow, names }, { from });
};

const table = { names: narrow.names, units: narrow.units, metadata: {}, summary: {}, time: new Float64Array(1) };
const plot = (...channels: string[]): unknown =>
  plotSvg({ ...table, columns: [new Float64Array(1), new Float64Array(1)] }, channels);

interface Wording {
  readonly code: string;
  readonly make: () => unknown;
  /** FOLDER is where the files of this test are. */
  readonly message: string;
}

const rows: readonly Wording[] = [
  {
    code: "result-not-written",
    make: () => open("old.csv", {}, { overwrite: false }),
    message:
      "cannot write FOLDER/old.csv (EEXIST: file already exists, open 'FOLDER/old.csv'). The file exists already. Choose another name, or allow it to be overwritten.",
  },
  {
    code: "result-not-written",
    make: () => open("nowhere/a.csv"),
    message:
      "cannot write FOLDER/nowhere/a.csv (ENOENT: no such file or directory, open 'FOLDER/nowhere/a.csv'). The folder does not exist. Create it first.",
  },
  {
    code: "result-not-written",
    make: () => open("folder.csv"),
    message:
      "cannot write FOLDER/folder.csv (EISDIR: illegal operation on a directory, open 'FOLDER/folder.csv'). That is a folder. Give the name of a file in it.",
  },
  {
    code: "result-not-written",
    make: () => write("ENOSPC", encoded("csv", narrow, []).bytes.length + 3),
    message:
      "cannot write a.file (ENOSPC: refused). The disk is full. Free some space, or write to another disk. None of the rows could be saved.",
  },
  {
    code: "result-not-written",
    make: () => write("ENOSPC", 1000),
    message:
      "cannot write a.file (ENOSPC: refused). The disk is full. Free some space, or write to another disk. The first 23 of 24 rows are saved, complete and readable.",
  },
  {
    code: "result-not-written",
    make: () => write("EIO"),
    message:
      "cannot write a.file (EIO: refused). The disk reports an error. Write to another disk, and check this one. The file could not be completed.",
  },
  {
    code: "result-not-written",
    make: () => write("EPIPE"),
    message:
      "cannot write a.file (EPIPE: refused). Whoever read the output has stopped. Write to a file, or keep the reader running. The file could not be completed.",
  },
  {
    code: "result-not-written",
    make: () => write("EACCES"),
    message:
      "cannot write a.file (EACCES: refused). You may not write there. Change the permissions, or choose another place. The file could not be completed.",
  },
  {
    code: "result-closed",
    make: () => {
      const writer = createWriter("csv", memoryStorage("a.csv"), narrow);
      writer.close(summary);
      writer.append(0, Float64Array.of(0, 0));
    },
    message: "a.csv takes no more rows: it is closed. Open another.",
  },
  {
    code: "result-format",
    make: () => open("a.xlsx"),
    message: 'FOLDER/a.xlsx ends in ".xlsx", which is no format of results. Use .csv, .parquet or .mcap.',
  },
  {
    code: "result-format",
    make: () => open("a"),
    message: "FOLDER/a has no extension, which is no format of results. Use .csv, .parquet or .mcap.",
  },
  {
    code: "result-not-read",
    make: () => readResult(join(folder, "none.parquet")),
    message:
      "cannot read FOLDER/none.parquet (ENOENT: no such file or directory, open 'FOLDER/none.parquet'). There is no such file. Check the name.",
  },
  {
    code: "result-not-readable",
    make: () => readResult(join(folder, "old.csv")),
    message: "FOLDER/old.csv.json: is not the file that a run writes next to a CSV file. Delete it to read without.",
  },
  {
    code: "result-not-readable",
    make: () => readBeside(({ checksums: _, ...content }) => content),
    message:
      "x.csv.json: has no checksum: it was written before there were any, or has changed. Delete it to read x.csv without it, or run again.",
  },
  {
    code: "result-not-readable",
    make: () => readBeside((content) => ({ ...content, units: {} })),
    message:
      "x.csv.json: has changed since it was written (its checksum is 1b197cef, not 7424cb2f). Delete it to read x.csv without it, or run again.",
  },
  {
    code: "result-not-readable",
    make: () => readBeside((content) => content, "time,q.a,q.b\n"),
    message:
      "x.csv: has changed since it was written (its checksum is 6626e2a8, not 13579333). Run again, or delete x.csv.json, which holds checksum and units, if you have changed it yourself.",
  },
  {
    code: "units-of-columns",
    make: () => open("wrong.csv", { units: [] }),
    message: 'there are 0 units for 7 columns. Give each column one, "" for none.',
  },
  {
    code: "column-name",
    make: () => open("wrong.csv", { names: ["time", ...header.names.slice(1)] }),
    message: 'column "time" is there twice (the first one is the time of every row). Rename one.',
  },
  {
    code: "column-name",
    make: () => open("wrong.csv", { names: ["", ...header.names.slice(1)] }),
    message: "a column has no name. Give it one.",
  },
  {
    code: "metadata-not-json",
    make: () => open("wrong.csv", { metadata: { model: "pendulum" } as never }),
    message: 'metadata "model" is pendulum, which is not JSON text. Pass it through JSON.stringify.',
  },
  {
    code: "unknown-channel",
    make: () => plot("q.c"),
    message: 'channel "q.c" is not in the result. Near to it: "q.a", "q.b".',
  },
  {
    code: "no-channel",
    make: () => plot(),
    message: 'no channel is given to draw. Name one or more, such as "q.a".',
  },
  {
    code: "result-not-readable",
    make: () => readCsv("time,a\n0,1\n1,2,3\n"),
    message: "bad.csv:3: the line has 3 values under 2 names. Complete it, or delete it.",
  },
  {
    code: "result-not-readable",
    make: () => readCsv("time,a\n0,one\n"),
    message: 'bad.csv:2: "a" is "one", which is no number. Correct it, or leave it empty.',
  },
  {
    code: "result-not-readable",
    make: () => readCsv("t,a\n0,1\n"),
    message: 'bad.csv:1: the first column is "t", not "time". This is no result of a run.',
  },
  {
    code: "result-not-readable",
    make: () => readCsv("time,a,a\n0,1,2\n"),
    message: 'bad.csv:1: column "a" is there twice. Rename one.',
  },
  {
    code: "result-not-readable",
    make: () => readTable(encoded("mcap", narrow, rowsOf(40, 2)).bytes.subarray(0, 60), { file: "cut.mcap" }),
    message:
      "cut.mcap: is damaged, or no MCAP file (it ends in the middle). If a run that wrote it was killed, resume it from its checkpoint.",
  },
  {
    code: "result-not-readable",
    make: () => readTable(new Uint8Array(4), { file: "cut.parquet" }),
    message:
      "cut.parquet: is damaged, or no Parquet file (it does not begin with PAR1). Take a copy that is whole, or run again; a run that has a checkpoint can be resumed from it.",
  },
  {
    code: "result-cannot-resume",
    make: () => resume(() => {}, ["q.a", "q.c"]),
    message:
      "x.csv cannot be continued from row 0: its columns or metadata are no longer those of the run. Run again from the start.",
  },
  {
    code: "result-cannot-resume",
    make: () => resume((storage) => storage.write(new TextEncoder().encode("XXXX"), 0)),
    message: "x.csv cannot be continued from row 0: the file has been replaced by another. Run again from the start.",
  },
  {
    code: "result-cannot-resume",
    make: () => resume((storage) => storage.truncate(2)),
    message: "x.csv cannot be continued from row 0: the file is shorter than it was. Run again from the start.",
  },
  {
    code: "mcap-time",
    make: () => createWriter("mcap", memoryStorage("x.mcap"), narrow).append(-1, Float64Array.of(0, 0)),
    message:
      "row at t = -1 s cannot be in an MCAP file, whose times are nanoseconds from zero. Start the run at t ≥ 0, or record CSV or Parquet.",
  },
];

test.each(rows)("$code: $message", async ({ code, make, message }) => {
  const error = await rejectionOf((async () => await make())());
  expect(error.code).toBe(code);
  expect(error.message.replaceAll(folder, "FOLDER")).toBe(message);
});
