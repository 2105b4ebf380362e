import type { ArgumentSpec, CommandSpec, OptionSpec } from "../command-spec.js";
import { forceOption, jsonOption, outOption, quietOption } from "./shared-options.js";

const group = "Studies";

const folderArgument: ArgumentSpec = {
  name: "FOLDER",
  description: "folder that kinetree study run has made",
  completes: "file",
};

const workersOption: OptionSpec = {
  flags: "--workers <COUNT>",
  description: "worker threads, 0 for none; the results do not depend on it (default: one for each core)",
  completes: "nothing",
};

const progressOption: OptionSpec = { flags: "--no-progress", description: "no progress bar" };

const run: CommandSpec = {
  name: "run",
  group,
  summary: "run a study into a folder of results",
  description:
    "Runs all samples of STUDY and writes them to a folder: manifest.json, chunks of rows as they finish, and results.parquet at " +
    "the end. A kill at any moment loses nothing that is finished: kinetree study resume continues. A sample that fails is " +
    "recorded with its cause and stops nothing.",
  arguments: [
    {
      name: "STUDY",
      description: "a file (.json, .ts, .mts, .js, .mjs) or a named study (see kinetree study list)",
      completes: "study",
    },
  ],
  options: [
    {
      flags: "-o, --out <FOLDER>",
      description: "folder of the results (default: NAME.study, by the name of the study)",
      completes: "file",
    },
    { flags: "--samples <COUNT>", description: "samples of each case in place of the study's", completes: "nothing" },
    { flags: "--seed <NUMBER>", description: "seed in place of the study's", completes: "nothing" },
    {
      flags: "--option <NAME=VALUE>",
      description: "option of the study's scenario",
      repeatable: true,
      completes: "nothing",
    },
    {
      flags: "--set <NAME=VALUE>",
      description:
        'value of a parameter in all samples, SI or with a unit ("length=30 cm"), whatever the study says of it',
      repeatable: true,
      completes: "nothing",
    },
    workersOption,
    { ...forceOption, description: "replace a study that the folder holds" },
    progressOption,
    quietOption,
    jsonOption,
  ],
  examples: [
    ["kinetree study run pendulum --samples 200 --out swing.study", "a named study, with fewer samples"],
    ["kinetree study run examples/studies/quarter-car.json --workers 1 --json", "one from a file, for scripts"],
  ],
  load: async () => (await import("../commands/study/run.js")).runStudy,
};

const resume: CommandSpec = {
  name: "resume",
  group,
  summary: "continue a study that was interrupted",
  description:
    "Continues a study that was interrupted or killed. It ends with the same bytes as a run that was never interrupted. A " +
    "study that has changed since is refused, with what changed.",
  arguments: [folderArgument],
  options: [workersOption, progressOption, quietOption, jsonOption],
  examples: [["kinetree study resume swing.study", "needs nothing else"]],
  load: async () => (await import("../commands/study/run.js")).resumeStudyFolder,
};

const status: CommandSpec = {
  name: "status",
  group,
  summary: "show the progress of a study",
  description:
    "Prints how many samples are done and failed, and while another process runs the study, how fast it is and how long it will take.",
  arguments: [folderArgument],
  options: [jsonOption],
  examples: [["kinetree study status swing.study", "while it runs, or after"]],
  load: async () => (await import("../commands/study/status.js")).status,
};

const replay: CommandSpec = {
  name: "replay",
  group,
  summary: "run one sample of a study again, with everything recorded",
  description:
    "Runs SAMPLE of a study alone and checks that its row is that of the study to the last bit; exit code 1 if it is not. --out " +
    "records its motion.",
  arguments: [
    folderArgument,
    {
      name: "SAMPLE",
      description: 'row of the results, from 0; or the sample within a case ("stiff-ice/17")',
      completes: "nothing",
    },
  ],
  options: [
    outOption("result file to write: .csv, .parquet or .mcap"),
    {
      flags: "--channels <LIST>",
      description:
        'columns beside coordinates and speeds, comma separated: "quat,vel.arm,energy,load.*" (default: all)',
      repeatable: true,
      completes: "nothing",
    },
    {
      flags: "--every <TIME>",
      description: "time between rows (default: a thousandth of the run)",
      completes: "nothing",
    },
    { ...forceOption, description: "replace an existing file" },
    quietOption,
    jsonOption,
  ],
  examples: [["kinetree study replay swing.study 17 --out sample-17.csv", "to look at one sample"]],
  load: async () => (await import("../commands/study/replay.js")).replay,
};

const report: CommandSpec = {
  name: "report",
  group,
  summary: "make a page of tables and pictures of a study",
  description:
    "Writes report.html, one self-contained page, its tables as CSV and its pictures as SVG and PNG: statistics with 95 % " +
    "intervals, distributions, what the outputs depend on, failures. Studies of the Europa lander are compared with the published numbers. " +
    "An earlier report in the same place is replaced.",
  arguments: [folderArgument],
  options: [
    {
      flags: "-o, --out <FOLDER>",
      description: "folder of the report (default: report in the folder of the study)",
      completes: "file",
    },
    {
      flags: "--compare <FOLDER>",
      description: "another study to compare with, such as another variant",
      repeatable: true,
      completes: "file",
    },
    { flags: "--no-png", description: "pictures as SVG only, which takes a quarter of the time" },
    quietOption,
    jsonOption,
  ],
  examples: [["kinetree study report swing.study", "writes swing.study/report/report.html"]],
  load: async () => (await import("../commands/study/report.js")).report,
};

const exportRows: CommandSpec = {
  name: "export",
  group,
  summary: "write the results of a study to one file",
  description: "Writes the rows that are there, one for each sample, to --out as CSV or Parquet.",
  arguments: [folderArgument],
  options: [outOption("file to write: .csv or .parquet"), forceOption, quietOption, jsonOption],
  examples: [["kinetree study export swing.study --out swing-samples.csv", "for a spreadsheet"]],
  load: async () => (await import("../commands/study/export.js")).exportRows,
};

const sql: CommandSpec = {
  name: "sql",
  group,
  summary: "ask a question about the results of a study, in SQL",
  description:
    "Runs QUERY in DuckDB and prints the answer as a table. The samples are the table results, one row each; without QUERY its columns are " +
    'listed. Names that are words of SQL stand in quotes: "case", "end".',
  arguments: [
    folderArgument,
    { name: "QUERY", description: "in the SQL of DuckDB", optional: true, completes: "nothing" },
  ],
  options: [jsonOption],
  examples: [
    ["kinetree study sql swing.study", "the columns there are"],
    ["kinetree study sql swing.study 'SELECT count(*) AS samples, avg(t) FROM results'", "a question"],
  ],
  load: async () => (await import("../commands/study/sql.js")).sql,
};

const list: CommandSpec = {
  name: "list",
  group,
  summary: "list the named studies",
  description: "Lists the studies that come with kinetree.",
  arguments: [],
  options: [jsonOption],
  examples: [["kinetree study list", "all of them"]],
  load: async () => (await import("../commands/study/list.js")).list,
};

/** Commands about many samples. */
export const studyCommand: CommandSpec = {
  name: "study",
  group,
  summary: "run, resume, report, query and replay studies of many samples",
  description:
    "Studies run a scenario many times with parameters that vary. kinetree study COMMAND --help shows the options of a command; all " +
    "of them take --json.",
  arguments: [],
  options: [],
  examples: [
    ["kinetree study list", "named studies"],
    ["kinetree study run pendulum --samples 100 --out first.study", "run one"],
    ["kinetree study status first.study --json", "for scripts"],
  ],
  subcommands: [run, status, resume, report, replay, exportRows, sql, list],
  load: () => Promise.reject(new Error("a group of commands does nothing by itself")),
};
