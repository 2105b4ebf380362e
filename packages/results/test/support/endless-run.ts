/* A program that records until it is killed: file, channels, values of a full block, rows between flushes (0: none). */
import { sidecarPath } from "../../src/csv/sidecar.js";
import { fileSidecar, openStorage } from "../../src/node-storage.js";
import { resultFormat } from "../../src/result-format.js";
import { createWriter } from "../../src/create-writer.js";
import { endlessHeader, fillRow } from "./endless-rows.js";

const [path, channels, valuesPerBlock, flushEvery] = process.argv.slice(2);
const header = endlessHeader(Number(channels));
const row = new Float64Array(header.names.length);
const writer = createWriter(resultFormat(path), openStorage(path, false), header, {
  valuesPerBlock: Number(valuesPerBlock),
  sidecar: fileSidecar(sidecarPath(path)),
});
for (let i = 0; ; i++) {
  fillRow(row, i);
  writer.append(i / 1000, row);
  if (Number(flushEvery) > 0 && i % Number(flushEvery) === 0) writer.flush();
}
