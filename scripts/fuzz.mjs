// `npm run fuzz`: reads thousands of spoilt model files; each must give a model or a named error within a second and 200 MB.
//   npm run fuzz -- --count 10000 --seed 1
//   npm run fuzz -- --case 1234            prints the file of one case
import { Worker } from "node:worker_threads";
import { parseArgs } from "node:util";
import { ensureBuilt } from "./build.mjs";

/** Of the processor, so that other programs on the machine do not count. */
const SLOW_MS = 1000;
const HEAP_MB = 200;
/** A case that has not come back after this long is stuck; by the clock, so with room for a machine with much else to do. */
const STUCK_MS = 120_000;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    case: { type: "string" },
  },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
ensureBuilt();

if (values.case !== undefined) {
  const { fileOf } = await import("./fuzz/worker.mjs");
  process.stdout.write(fileOf(seed, Number(values.case)).text);
} else {
  process.exitCode = (await fuzz()) ? 0 : 1;
}

async function fuzz() {
  /** @type {import("./fuzz/worker.mjs").Outcome[]} */
  const outcomes = [];
  for (let next = 0; next < count;) next = await stretch(next, outcomes);
  report(outcomes);
  return outcomes.every(({ kind }) => kind === "model" || kind === "error");
}

/**
 * Runs cases in one worker until it is done or dies; gives the number of the case to go on with.
 * @param {number} from
 * @param {import("./fuzz/worker.mjs").Outcome[]} outcomes
 * @returns {Promise<number>}
 */
function stretch(from, outcomes) {
  const progress = new Int32Array(new SharedArrayBuffer(4)).fill(from);
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./fuzz/worker.mjs", import.meta.url), {
      workerData: { seed, from, to: count, slowMs: SLOW_MS, progress },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    let last = { number: from, since: performance.now() };
    const watch = setInterval(() => {
      const number = Atomics.load(progress, 0);
      if (number !== last.number) last = { number, since: performance.now() };
      else if (performance.now() - last.since > STUCK_MS) fail(`stuck for ${STUCK_MS} ms`);
      if (process.stderr.isTTY) process.stderr.write(`\r${number} of ${count}`);
    }, 250);
    const finish = (/** @type {number} */ next) => {
      clearInterval(watch);
      void worker.terminate();
      resolve(next);
    };
    const fail = (/** @type {string} */ detail) => {
      const number = Atomics.load(progress, 0);
      outcomes.push({ kind: "crash", case: number, format: "", code: "", ms: 0, detail });
      finish(number + 1);
    };
    worker.on("message", (outcome) => outcomes.push(outcome));
    worker.on("error", (error) => fail(error.message));
    worker.on("exit", (code) => {
      if (code === 0) finish(count);
    });
  });
}

/** @param {import("./fuzz/worker.mjs").Outcome[]} outcomes */
function report(outcomes) {
  if (process.stderr.isTTY) process.stderr.write("\r");
  const by = (/** @type {string} */ kind) => outcomes.filter((outcome) => outcome.kind === kind);
  for (const { kind, case: number, format, detail } of [...by("crash"), ...by("slow")].slice(0, 20)) {
    console.log(`${kind}: case ${number} ${format}: ${detail}\n  npm run fuzz -- --seed ${seed} --case ${number}`);
  }
  const codes = new Map();
  for (const { code } of by("error")) codes.set(code, (codes.get(code) ?? 0) + 1);
  const common = [...codes].sort((a, b) => b[1] - a[1]).map(([code, times]) => `${code} ${times}`);
  const slowest = outcomes.reduce((most, { ms }) => Math.max(most, ms), 0);
  console.log(`errors by name: ${common.join(", ")}`);
  console.log(
    `${outcomes.length} files, seed ${seed}: ${by("model").length} models, ${by("error").length} named errors, ` +
      `${by("crash").length} crashes, ${by("slow").length} over ${SLOW_MS} ms; slowest ${slowest.toFixed(0)} ms; heap limit ${HEAP_MB} MB`,
  );
}
