// `npm test`: installs what the tests need, then checks everything. Every section runs even if an earlier one failed,
// so that a misplaced space does not hide a wrong result.
//   npm test -- --only unit            one section (repeatable): format, lint, types, unit, browser, docs
//   npm test -- layers integrate       only test files whose path contains one of these words
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { buildDocs } from "./docs.mjs";
import { ensureInstalled } from "./install.mjs";
import { readJson, root, runTool, startTool } from "./run.mjs";
import { ensureSystemPackage, systemPackages } from "./system-packages.mjs";

/** Failures that the summary names. */
const MOST_FAILURES = 12;
const sections = ["format", "lint", "types", "unit", "browser", "docs"];
const { only, filters } = readArguments();
const wants = (/** @type {string} */ section) => only.includes(section);

ensureInstalled();
/** @type {{ title: string, ok: boolean, seconds: number }[]} */
const outcomes = [];

// Beside what follows: it looks at sources alone, and takes one core.
const formatting = wants("format") ? startTool("prettier", ["--check", "--log-level", "warn", "."]) : null;
if (wants("lint")) {
  section("lint", () => runTool("oxlint", ["--deny-warnings", "--report-unused-disable-directives"]) === 0);
}
// Types of the benches and examples, worker threads, browser pages and the API reference come from what was built.
if (["types", "unit", "browser", "docs"].some(wants)) section("build", () => build() === 0);
if (wants("types")) section("types", checkTypes);
if (wants("docs")) section("docs", () => buildDocs() === 0);
if (formatting) {
  const { code, output } = await formatting;
  section("format", () => {
    process.stdout.write(output);
    return code === 0;
  });
}

/** @type {string | null} */
let closingLine = null;
/** @type {string[]} */
let failures = [];
if (wants("unit") || wants("browser")) {
  /** @type {Record<string, string>} */
  const programs = {};
  if (wants("browser")) {
    section("chromium", () => {
      programs[systemPackages.chromium.variable] = ensureSystemPackage(systemPackages.chromium);
      return true;
    });
  }
  section("tests", () => {
    const outcome = runTests(programs);
    failures = outcome.failures;
    closingLine = `${outcome.passed} passed, ${failures.length} failed`;
    return outcome.ok;
  });
}

heading("summary");
for (const { title, ok, seconds } of outcomes) {
  console.log(`${ok ? "ok    " : "FAILED"} ${title.padEnd(8)} ${seconds.toFixed(1)} s`);
}
// Last, because some who run this keep only the end of what it prints.
for (const failure of failures.slice(0, MOST_FAILURES)) console.log(failure);
if (closingLine !== null) console.log(closingLine);
if (outcomes.some(({ ok }) => !ok)) process.exitCode = 1;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { only: { type: "string", multiple: true } },
      allowPositionals: true,
    });
    const chosen = values.only ?? sections;
    const unknown = chosen.find((name) => !sections.includes(name));
    if (unknown !== undefined) throw new Error(`no section "${unknown}"; there are ${sections.join(", ")}`);
    return { only: chosen, filters: positionals };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

/** @param {string} title */
function heading(title) {
  console.log(`\n── ${title} ${"─".repeat(76 - title.length)}`);
}

/**
 * @param {string} title
 * @param {() => boolean} check
 */
function section(title, check) {
  heading(title);
  const start = performance.now();
  let ok = false;
  try {
    ok = check();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  const seconds = (performance.now() - start) / 1000;
  outcomes.push({ title, ok, seconds });
  console.log(`${title}: ${ok ? "ok" : "FAILED"} in ${seconds.toFixed(1)} s`);
}

function checkTypes() {
  const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}`);
  const projects = [".", "docs", ...packages].filter((folder) => existsSync(join(root, folder, "tsconfig.json")));
  const codes = projects.map((folder) => runTool("typescript", ["--noEmit", "-p", folder], { command: "tsc" }));
  return codes.every((code) => code === 0);
}

/** @param {Record<string, string>} env where the tests find the programs they drive */
function runTests(env) {
  const folder = mkdtempSync(join(tmpdir(), "kinetree-test-"));
  try {
    const report = join(folder, "report.json");
    const projects = ["unit", "browser"].filter(wants).flatMap((name) => ["--project", `${name}*`]);
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const code = runTool("vitest", ["run", ...projects, ...reporters, ...filters], { env });
    // Without a report, vitest itself did not get that far.
    if (!existsSync(report)) return { ok: false, passed: 0, failures: ["no test was run"] };
    const { numPassedTests, testResults } = readJson(report);
    printSlowest(testResults);
    const failures = failuresOf(testResults);
    // An error that belongs to no test.
    if (code !== 0 && failures.length === 0) failures.push("failed: vitest itself, see above");
    return { ok: code === 0, passed: numPassedTests, failures };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * What vitest reports of a file.
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestReport
 * @typedef {{ name: string, status: string, message: string, startTime: number, endTime: number, assertionResults: TestReport[] }} FileReport
 */

/**
 * The whole may take a quarter of an hour on two cores: who adds to the first of these sees it here.
 * @param {FileReport[]} files
 */
function printSlowest(files) {
  const slowest = files
    .map(({ name, startTime, endTime }) => ({ name: relative(root, name), seconds: (endTime - startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 15);
  console.log("\nfiles that took longest");
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

/**
 * One line for each test that failed, and for each file that failed outside of its tests.
 * @param {FileReport[]} files
 */
function failuresOf(files) {
  return files
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === "failed");
      const troubles = failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]}`);
      return (troubles.length > 0 ? troubles : [message]).map(
        (trouble) => `failed: ${relative(root, name)}: ${trouble.split("\n")[0]}`,
      );
    });
}
