import { overlay, readMeasured, type Overlay, type TestContext, type TestReport } from "@kinetree/vehicle";
import { VERSION } from "kinetree";
import { usage } from "../../failure/errors.js";
import { EXIT } from "../../failure/exit-code.js";
import { requireTime } from "../../input/quantities.js";
import { readText } from "../../input/read-text.js";
import { PartBar } from "../../output/part-bar.js";
import { print } from "../../output/streams.js";
import { reportText } from "./report-text.js";
import { watchedRun } from "./watched-run.js";

/** What tests and rigs share. */
export interface ReportOptions {
  readonly list?: boolean;
  readonly set?: readonly string[];
  readonly out?: string;
  readonly plots?: string;
  readonly measured?: string;
  readonly delay?: string;
  readonly force?: boolean;
  readonly progress?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** Runs a test or a rig under a progress bar, prints what it found and writes what was asked for. */
export async function runReport(options: ReportOptions, run: (context: TestContext) => TestReport): Promise<number> {
  const { out, plots, measured, force } = options;
  // Loaded here: drawing brings much code with it.
  const files = out === undefined && plots === undefined ? null : await import("./report-files.js");
  for (const folder of [out, plots]) if (folder !== undefined) files?.prepareFolder(folder);
  const given = measured === undefined ? null : readMeasured(readText(measured), measured);
  const bar = new PartBar(options.progress !== false && options.quiet !== true, performance.now());
  const report = watchedRun(bar, run);
  if (typeof report === "number") return report;
  const scores = given === null ? null : scoresOf(report, given, options);
  const json = `${JSON.stringify({ version: VERSION, ...report, ...(scores ? { measured: scores.scores } : {}) }, null, 2)}\n`;
  const written = [
    ...(out === undefined ? [] : (files?.dataFiles(out, report, json) ?? [])),
    ...(plots === undefined ? [] : (files?.plotFiles(plots, report, scores) ?? [])),
  ];
  files?.writeFiles(written, force);
  if (options.json === true) {
    // Curves and channels go into files: nobody reads them on a screen.
    const { channels: _channels, plots: _plots, ...facts } = report;
    print(JSON.stringify({ version: VERSION, ...facts, ...(scores ? { measured: scores.scores } : {}) }, null, 2));
  } else {
    print(reportText(report, scores));
    if (written.length > 0) print(`\n${written.length} files written to ${[out, plots].filter(Boolean).join(" and ")}`);
  }
  return EXIT.fine;
}

function scoresOf(
  { channels, title }: TestReport,
  measured: ReturnType<typeof readMeasured>,
  options: ReportOptions,
): Overlay {
  const file = options.measured ?? "";
  if (channels === null) {
    const message = `--measured ${file}: ${title} has no channels over time to compare with. Leave it out.`;
    throw usage("option-without-effect", "--measured", file, message);
  }
  const found = overlay(
    channels,
    measured,
    file,
    options.delay === undefined ? 0 : requireTime("--delay", options.delay),
  );
  if (found.pairs.length > 0) return found;
  const known = channels.names.slice(0, 12).join(", ");
  const message = `${file} has no channel of the test: it has ${found.unmatched.join(", ")}. Name its columns like ${known}.`;
  throw usage("no-common-channel", "--measured", file, message);
}
