import type { BenchStudy } from "@kinetree/reproductions/node";
import { VERSION } from "kinetree";
import { prepareFolder, writeReport } from "../../bench/report-files.js";
import { reportText } from "../../bench/report-text.js";
import { EXIT } from "../../failure/exit-code.js";
import { PartBar } from "../../output/part-bar.js";
import { print, tell } from "../../output/streams.js";

interface Options {
  readonly quick?: boolean;
  readonly out?: string;
  readonly force?: boolean;
  readonly progress?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** Runs a study, prints what it found and writes it to a folder. A figure that is not reached is reported and is not an error. */
export async function benchStudy(study: BenchStudy, options: Options): Promise<number> {
  if (options.out !== undefined) prepareFolder(options.out, options.force);
  const now = (): number => performance.now();
  const isBarWanted = options.progress !== false && options.quiet !== true;
  const bar = new PartBar(isBarWanted, now());
  // Without a terminal there is no bar; a line for each part still shows that it goes on.
  const isListed = isBarWanted && options.json !== true && process.stderr.isTTY !== true;
  let listed = "";
  const report = await study.run({
    now,
    processorTime: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    quick: options.quick === true,
    progress: (text, part = 0) => {
      bar.show(now(), part, text);
      if (isListed && text !== listed) tell(`measuring ${text}`);
      listed = text;
    },
  });
  bar.clear();
  const facts = { study: study.name, quick: options.quick === true, version: VERSION, ...machine() };
  const { pictures: _pictures, ...numbers } = report;
  const json = `${JSON.stringify({ ...facts, ...numbers }, null, 2)}\n`;
  const files = options.out === undefined ? [] : await writeReport(options.out, report, json, options.force);
  if (options.json === true) print(json);
  else {
    print(reportText(report));
    if (files.length > 0) print(`${files.length} files written to ${options.out}`);
  }
  return EXIT.fine;
}

const machine = (): Record<string, string> => ({
  node: process.version,
  platform: process.platform,
  arch: process.arch,
});
