// `npm run baseline`: what the engine emits and computes, as hashes, so that a refactoring can show that it changed nothing.
//   npm run baseline              compares with scripts/baseline/recorded.txt; exit code 1 where a line differs
//   npm run baseline -- --record  writes that file anew, after a change that is meant to move results
//   npm run baseline -- --print   prints the lines and compares nothing
//   npm run baseline -- four-bar  only lines that begin with one of these words
//   npm run baseline -- --verify-sharing
//                                 also repeats every trace that is shared under a key and compares; prints the number of hits
//                                 verified in each system, and fails with the key if two of its traces differ
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "./build.mjs";
import { root } from "./run.mjs";

const { values, positionals } = parseArgs({
  options: { record: { type: "boolean" }, print: { type: "boolean" }, "verify-sharing": { type: "boolean" } },
  allowPositionals: true,
});
let verified = 0;
if (values["verify-sharing"]) {
  // Before the library is loaded: see packages/kinetree/src/kernel/verify-sharing.ts.
  Object.assign(globalThis, { [Symbol.for("kinetree.verifySharing")]: () => ++verified > 0 });
}
ensureBuilt();
// After the build: it imports what was built.
const { baselineLines } = await import("./baseline/lines.mjs");

const file = join(root, "scripts/baseline/recorded.txt");
const isWanted = (/** @type {string} */ line) =>
  positionals.length === 0 || positionals.some((word) => line.startsWith(word));
/** @type {string[]} */
const lines = [];
/** @type {Map<string, number>} */
const verifiedIn = new Map();
for await (const line of baselineLines(
  (name) => positionals.length === 0 || positionals.some((p) => name.startsWith(p)),
)) {
  lines.push(line);
  const [name] = line.split(" ");
  verifiedIn.set(name, (verifiedIn.get(name) ?? 0) + verified);
  verified = 0;
  if (values.print) console.log(line);
  else if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${name}`);
}
if (process.stderr.isTTY && !values.print) process.stderr.write("\r\x1b[K");

if (values["verify-sharing"]) {
  for (const [name, hits] of verifiedIn) console.log(`${name}: ${hits} hits verified`);
  const total = [...verifiedIn.values()].reduce((sum, hits) => sum + hits, 0);
  console.log(`${total} hits verified, no key is shared by traces that differ`);
}
if (values.record) {
  if (positionals.length > 0) throw new Error("--record takes no names: the file holds all lines");
  writeFileSync(file, `${lines.join("\n")}\n`);
  console.log(`recorded ${lines.length} lines`);
} else if (!values.print) {
  const recorded = readFileSync(file, "utf8").trimEnd().split("\n").filter(isWanted);
  const [now, before] = [new Set(lines), new Set(recorded)];
  const gone = recorded.filter((line) => !now.has(line));
  const come = lines.filter((line) => !before.has(line));
  for (const line of gone) console.log(`- ${line}`);
  for (const line of come) console.log(`+ ${line}`);
  console.log(`${lines.length} lines, ${Math.max(gone.length, come.length)} differ from the recorded ones`);
  if (gone.length + come.length > 0) process.exitCode = 1;
}
