import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pendulum } from "kinetree/systems";
import { beforeAll, expect, test } from "vitest";
import { rejectionOf } from "../../kinetree/test/support/refusal.js";
import { readStudy } from "../src/description/read-study.js";
import { defineStudy, type Study } from "../src/description/study.js";
import { parseCondition } from "../src/outputs/condition.js";
import { prepareStudy } from "../src/prepare/prepare-study.js";
import { runStudy } from "../src/prepare/run-in-memory.js";
import { rateInterval } from "../src/statistics/intervals.js";
import { exportStudy } from "../src/store/export-study.js";
import { takeLock } from "../src/store/lock.js";
import { queryStudy } from "../src/store/query.js";
import { beginStudy, resumeStudy } from "../src/store/run-study.js";
import { studyStatus } from "../src/store/status.js";
import { studyFolder } from "../src/store/study-folder.js";
import { base } from "./description/study-mistake.js";
import { scratch } from "./store/support/scratch.js";
import { brokenWorker, toyStudy } from "./store/support/toy-study.js";

/*
 * The exact text of messages, once; other tests assert code, subject and value. Mistakes in descriptions have a table of their
 * own, description/{sampling,run}-mistakes.ts.
 */

const folder = scratch()("files");
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  for (const name of ["", "photos", "damaged.study", "older.study", "edited.study", "far.study"]) mkdirSync(at(name));
  writeFileSync(at("photos/cat.png"), "");
  writeFileSync(at("damaged.study/manifest.json"), "{");
  const lock = { pid: 1, host: "elsewhere", process: "", since: 0, rowsBefore: 0 };
  writeFileSync(at("far.study/lock.json"), `${JSON.stringify(lock)}\n`);
  for (const name of ["whole", "cut"]) await beginStudy(at(`${name}.study`), toyStudy(), {}, { workers: 0 });
  const manifest = readFileSync(at("whole.study/manifest.json"), "utf8");
  writeFileSync(at("older.study/manifest.json"), manifest.replace('"checksum"', '"sum"'));
  writeFileSync(at("edited.study/manifest.json"), manifest.replace('"seed": 1', '"seed": 2'));
  truncateSync(at("cut.study/results.parquet"), 500);
  await rejectionOf(begin("part", ({ firstSample }) => firstSample === 32 && breakDown()));
});

const breakDown = (): never => {
  throw brokenWorker();
};
const begin = (name: string, before: (range: { firstSample: number }) => unknown = () => {}): Promise<unknown> =>
  beginStudy(
    at(`${name}.study`),
    toyStudy({ before: (range) => void before(range) }),
    {},
    { workers: 1, chunkSize: 16 },
  );

const slip = (): never => {
  throw new TypeError("a slip");
};
const sound = base as Study;
const code = { name: "code", samples: 1, outputs: { last: { final: "q.hinge" } } } as const;
const tableOf = () => runStudy({ ...sound, samples: 1 });

interface Wording {
  readonly code: string;
  readonly make: () => unknown;
  /** FOLDER is where the files of this test are. */
  readonly message: string;
}

const descriptions: readonly Wording[] = [
  {
    code: "wrong-type",
    make: () => defineStudy({ ...sound, samples: 0 }),
    message: 'study "swing": samples: 0 must be a whole number of at least 1. Write one.',
  },
  {
    code: "json-syntax",
    make: () => readStudy('{\n "name": }', "x.json"),
    message: 'x.json:2:10: name: "" stands where a value is missing. Add it.',
  },
  {
    code: "empty-file",
    make: () => readStudy(" \n", "empty.json"),
    message: 'empty.json: the file is empty. Begin with {"name": "…", "scenario": {}, "samples": 100, "outputs": {}}.',
  },
  {
    code: "unknown-integrator",
    make: () => prepareStudy({ ...sound, scenario: { ...base.scenario, integrator: "radau" } as never }),
    message: 'study "swing": scenario.integrator: integrator "radau" is unknown. Did you mean "radau5"?',
  },
  {
    code: "unknown-key",
    make: () =>
      prepareStudy({ ...sound, scenario: { ...base.scenario, integrator: "bdf", implicit: { maxorder: 2 } } as never }),
    message: 'study "swing": scenario.implicit.maxorder: implicit has no field "maxorder". Did you mean "maxOrder"?',
  },
  {
    code: "unknown-option",
    make: () => prepareStudy({ ...sound, scenario: { named: "europa-lander", options: { varient: "literal" } } }),
    message:
      'study "swing": scenario: system "europa-lander": option "varient" = "literal" is unknown. Did you mean "variant"?',
  },
  {
    code: "channel-needs-accelerations",
    make: () => prepareStudy({ ...sound, stop: [{ name: "s", when: "load.hinge.fz > 3" }] }),
    message:
      'study "swing": stop[0].when: channel "load.hinge.fz" follows from the accelerations, which are known where steps end: for outputs. Events and stop conditions look between steps too and take what follows from the state alone.',
  },
  {
    code: "study-code-failed",
    make: () => prepareStudy({ ...code, scenario: slip }),
    message: 'study "code": scenario: the scenario of the study ended with "TypeError: a slip". Correct its code.',
  },
  {
    code: "not-a-scenario",
    make: () => prepareStudy({ ...code, scenario: (() => 3) as never }),
    message:
      'study "code": scenario: the scenario has no model. Give { name, model, tEnd, … } with a model of kinetree, such as pendulum().',
  },
  {
    code: "no-start",
    make: () => prepareStudy({ ...code, scenario: { name: "code", model: pendulum(), tEnd: 1, start: slip } }),
    message:
      'study "code": scenario: a sample cannot start: the start of the study ended with "TypeError: a slip". Correct its code.',
  },
];

const conditions: readonly Wording[] = [
  {
    code: "condition-syntax",
    make: () => parseCondition("1 < a < 3"),
    message: 'condition "1 < a < 3" compares more than two numbers in a row. Write "1 < x and x < 2" for "1 < x < 2".',
  },
  {
    code: "condition-syntax",
    make: () => parseCondition("a = 2"),
    message: 'condition "a = 2" has a single "=". Write "==" to compare.',
  },
  {
    code: "condition-syntax",
    make: () => parseCondition("a >"),
    message: 'condition "a >" has nothing where a number is missing. Add it, or remove what is around.',
  },
  {
    code: "condition-syntax",
    make: () => parseCondition("a > 1)"),
    message: 'condition "a > 1)" has ")" too much. Remove it, or open a parenthesis.',
  },
  {
    code: "expression-syntax",
    make: () => parseCondition("a > sinn(b)"),
    message: 'expression "sinn(b)", character 1: function "sinn" is unknown. Did you mean "sin"?',
  },
];

const results: readonly Wording[] = [
  {
    code: "unknown-column",
    make: async () => (await tableOf()).numbers("lenght"),
    message: 'the results have no column "lenght". Did you mean "length"?',
  },
  {
    code: "column-kind",
    make: async () => (await tableOf()).numbers("end"),
    message: 'column "end" holds texts. Ask for it by texts("end").',
  },
  {
    code: "unknown-case",
    make: async () => (await tableOf()).numbers("last", "swin"),
    message: 'the results have no case "swin". Did you mean "swing"?',
  },
  {
    code: "confidence-range",
    make: () => rateInterval(1, 2, 95),
    message: "confidence is 95, must be between 0 and 1. Write 95 % as 0.95.",
  },
];

const folders: readonly Wording[] = [
  {
    code: "folder-in-use",
    make: () => beginStudy(at("photos"), toyStudy(), {}, { workers: 0 }),
    message: 'FOLDER/photos holds other things ("cat.png"). Choose a folder that is empty or does not exist.',
  },
  {
    code: "not-a-study-folder",
    make: () => studyStatus(at("nowhere")),
    message:
      "FOLDER/nowhere is no folder of a study: there is no manifest.json in it. Name the folder that kinetree study run has made.",
  },
  {
    code: "not-a-study-folder",
    make: () => studyStatus(at("damaged.study")),
    message:
      "FOLDER/damaged.study is no folder of a study: its manifest.json is damaged. Put back a copy of it, or run the study again with --force.",
  },
  {
    code: "not-a-study-folder",
    make: () => studyStatus(at("older.study")),
    message:
      "FOLDER/older.study is no folder of a study: its manifest.json has no checksum: it was written before there were any, or has changed. Put back a copy of it, or run the study again with --force.",
  },
  {
    code: "not-a-study-folder",
    make: () => studyStatus(at("edited.study")),
    message:
      "FOLDER/edited.study is no folder of a study: its manifest.json is not what was written: its checksum is another. Put back a copy of it, or run the study again with --force.",
  },
  {
    code: "study-changed",
    make: () => resumeStudy(at("part.study"), toyStudy({ samples: 120 }), { workers: 0 }),
    message:
      'study "toy" has changed since the run in FOLDER/part.study began:\n- samples: 100 -> 120\nPut back what it was to resume, or run it into another folder.',
  },
  {
    code: "study-exists",
    make: () => begin("whole"),
    message:
      'FOLDER/whole.study holds the results of study "toy". Choose another folder, or replace them with --force.',
  },
  {
    code: "study-exists",
    make: () => begin("part"),
    message:
      "FOLDER/part.study holds a part of this study. kinetree study resume FOLDER/part.study goes on with it; --force begins again.",
  },
  {
    code: "worker-failed",
    make: () => begin("broken", ({ firstSample }) => firstSample === 32 && breakDown()),
    message:
      'samples 32 to 47 of case "stiff" broke a worker twice (a batch worker ended by itself). What was finished before is kept. Replay one of these samples, or resume with --workers 0, to see where.',
  },
  {
    code: "study-in-use",
    make: () => takeLock(studyFolder(at("far.study"))),
    message:
      "process 1 on elsewhere is at work in FOLDER/far.study. Wait until it ends; if there is no such process, delete FOLDER/far.study/lock.json.",
  },
  {
    code: "sql-refused",
    make: () => queryStudy(at("whole.study"), " "),
    message:
      'The query is empty.\nThe table is called results; its columns are sample, "case", length, "peak load", rolled, "end".',
  },
  {
    code: "export-format",
    make: () => exportStudy(at("whole.study"), at("rows.mcap")),
    message:
      "FOLDER/rows.mcap: MCAP files hold motions, not rows of samples. Use .csv or .parquet; kinetree study replay writes MCAP.",
  },
  {
    code: "result-not-readable",
    make: () => queryStudy(at("cut.study"), "SELECT 1"),
    message:
      "FOLDER/cut.study/results.parquet is damaged (it does not end with PAR1). kinetree study resume FOLDER/cut.study writes it again from the chunks.",
  },
];

test.each([...descriptions, ...conditions, ...results, ...folders])("$code: $message", async (row) => {
  const error = await rejectionOf((async () => await row.make())());
  expect(error.code).toBe(row.code);
  expect(error.message.replaceAll(folder, "FOLDER")).toBe(row.message);
});
