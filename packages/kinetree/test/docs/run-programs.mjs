// Runs programs one after another and prints, as JSON, the lines that each wrote with console.log and how it ended.
// One process for all: starting Node for each would take longer than running them.
import { format } from "node:util";
import { pathToFileURL } from "node:url";

const outcomes = [];
for (const file of process.argv.slice(2)) {
  const lines = [];
  console.log = (...parts) => lines.push(...format(...parts).split("\n"));
  let error = null;
  try {
    await import(pathToFileURL(file).href);
  } catch (thrown) {
    error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  }
  outcomes.push({ file, lines, error });
}
process.stdout.write(JSON.stringify(outcomes));
