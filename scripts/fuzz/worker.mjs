// Reads mutated files one after the other and says what became of each. Its heap is limited by whoever starts it.
import { parentPort, workerData } from "node:worker_threads";
import { buildTopology, KinetreeError } from "kinetree";
import { stream } from "kinetree/random";
import { readModel } from "kinetree/formats";
import { corpora } from "./corpora.mjs";
import { mutatedFile } from "./mutate.mjs";

/** @typedef {{ kind: "model" | "error" | "crash" | "slow", case: number, format: string, code: string, ms: number, detail: string }} Outcome */

/**
 * The file of a case: formats take turns.
 * @param {number} seed
 * @param {number} number
 */
export function fileOf(seed, number) {
  const format = formats[number % formats.length];
  return { format, text: mutatedFile(corpora[format], stream(seed, number)) };
}

/** @type {readonly ("json" | "urdf" | "mjcf")[]} */
const formats = ["json", "urdf", "mjcf"];

/**
 * A model or a named error; anything else is ours to mend.
 * @param {number} seed
 * @param {number} number
 * @param {number} slowMs
 * @returns {Outcome}
 */
export function outcomeOf(seed, number, slowMs) {
  const { format, text } = fileOf(seed, number);
  const start = process.cpuUsage();
  /** @type {Pick<Outcome, "kind" | "code" | "detail">} */
  let found;
  try {
    const { model } = readModel(text, { file: `case-${number}.${format}`, format });
    buildTopology(model);
    found = { kind: "model", code: "", detail: "" };
  } catch (error) {
    found =
      error instanceof KinetreeError && error.message !== ""
        ? { kind: "error", code: error.code, detail: "" }
        : { kind: "crash", code: "", detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  const { user, system } = process.cpuUsage(start);
  const ms = (user + system) / 1000;
  if (ms > slowMs && found.kind !== "crash") found = { kind: "slow", code: found.code, detail: `${ms.toFixed(0)} ms` };
  return { ...found, case: number, format, ms };
}

if (parentPort) {
  const { seed, from, to, slowMs, progress } = workerData;
  for (let number = from; number < to; number++) {
    Atomics.store(progress, 0, number);
    parentPort.postMessage(outcomeOf(seed, number, slowMs));
  }
  Atomics.store(progress, 0, to);
}
