import { McapStreamReader } from "@mcap/core";
import { GrowingColumns } from "../growing-columns.js";
import { readError } from "../read-error.js";
import { checkSums } from "./check-sums.js";
import { unfinished } from "../result-header.js";
import type { ResultTable } from "../result-table.js";

interface Column {
  readonly index: number;
  readonly path: readonly string[];
}

/** The scalar channels of an MCAP file that a run wrote. */
export function readMcap(bytes: Uint8Array, file: string): ResultTable {
  const reader = new McapStreamReader();
  const metadata = new Map<string, Map<string, string>>();
  const channels = new Map<number, readonly Column[]>();
  const described: { name: string; unit: string }[] = [];
  const indexOf = new Map<string, number>();
  let table: GrowingColumns | null = null;
  const decoder = new TextDecoder();
  try {
    checkSums(bytes);
    reader.append(bytes);
    for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
      if (record.type === "Metadata") {
        metadata.set(record.name, record.metadata);
        if (record.name === "kinetree.columns") {
          described.push(...(JSON.parse(record.metadata.get("columns") ?? "[]") as typeof described));
          described.forEach(({ name }, i) => indexOf.set(name, i + 1));
          table = new GrowingColumns(described.length + 1);
        }
      } else if (record.type === "Channel" && table) {
        const columns = JSON.parse(record.metadata.get("columns") ?? "[]") as { name: string; path: string[] }[];
        channels.set(
          record.id,
          columns.map(({ name, path }) => ({ index: indexOf.get(name) ?? 0, path })),
        );
      } else if (record.type === "Message" && table) {
        const columns = channels.get(record.channelId) ?? [];
        if (columns.length === 0) continue;
        const message: unknown = JSON.parse(decoder.decode(record.data));
        // The time comes first in every row.
        if (columns[0].index === 0) table.addRow();
        for (const { index, path } of columns) table.set(index, numberAt(message, path));
      }
    }
    // Whoever wrote it was killed; its whole chunks are there, each with its checksum.
    if (!reader.done()) {
      if (!table) throw new Error("it ends in the middle");
      metadata.set(
        "kinetree.summary",
        new Map([...(metadata.get("kinetree.summary") ?? []), ...Object.entries(unfinished)]),
      );
    }
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw readError(
      file,
      "",
      cause,
      `is damaged, or no MCAP file (${cause}). If a run that wrote it was killed, resume it from its checkpoint.`,
    );
  }
  if (!table) throw readError(file, "", null, "is an MCAP file, but not one that a run of kinetree wrote.");
  const [time, ...columns] = table.finish();
  return {
    names: described.map(({ name }) => name),
    units: described.map(({ unit }) => unit),
    time,
    columns,
    metadata: Object.fromEntries(metadata.get("kinetree") ?? []),
    summary: Object.fromEntries(metadata.get("kinetree.summary") ?? []),
  };
}

function numberAt(message: unknown, path: readonly string[]): number {
  let value = message;
  for (const part of path) value = (value as Readonly<Record<string, unknown>> | null)?.[part];
  return typeof value === "number" ? value : NaN;
}
