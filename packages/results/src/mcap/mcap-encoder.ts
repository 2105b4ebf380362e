import { RequestError } from "kinetree";
import { ByteWriter } from "../byte-writer.js";
import { crc32 } from "../crc32.js";
import { createNumberWriter, longestRow } from "../decimal/number-writer.js";
import type { ResultHeader, ResultSummary } from "../result-header.js";
import { noRows, rowsFor, type Encoder } from "../write/encoder.js";
import * as records from "./records.js";
import { opcode } from "./records.js";
import { topicsOf, type Topic } from "./topics.js";

/** Values in a chunk: about a megabyte of JSON. */
const VALUES_PER_CHUNK = 32_768;
const NANOSECONDS = 1_000_000_000;
const encoder = new TextEncoder();
const NULL = encoder.encode("null");
/** JSON has no infinity; this is one to every reader that rounds to doubles. */
const INFINITE = encoder.encode("1e999");
const MINUS_INFINITE = encoder.encode("-1e999");

interface ChunkEntry {
  readonly offset: number;
  readonly rows: number;
  /** Bytes of the messages. */
  readonly size: number;
  readonly start: bigint;
  readonly end: bigint;
  /** Checksum of the file up to the chunk's end. */
  readonly crc: number;
}

/** MCAP: JSON messages with their schemas, a chunk with its indexes per block, a summary at the end. */
export function createMcapEncoder(resultHeader: ResultHeader, valuesPerBlock = VALUES_PER_CHUNK): Encoder {
  const topics = topicsOf(resultHeader);
  const rowsPerBlock = rowsFor(valuesPerBlock, numbersOf(topics));
  const writeMessages = messageWriter(topics, resultHeader.names.length + 1, rowsPerBlock);
  const { head, schemas, channels, metadataIndex } = headOf(resultHeader, topics);
  const headCrc = crc32(head);
  const chunks: ChunkEntry[] = [];
  const chunk = new ByteWriter();
  const lastCrc = (): number => chunks.at(-1)?.crc ?? headCrc;
  return {
    format: "mcap",
    rowsPerBlock,
    seamless: false,
    head,
    checkTime: (t) => {
      if (t >= 0 && t < 2 ** 64 / NANOSECONDS) return;
      throw new RequestError({
        code: "mcap-time",
        subject: `row at t = ${t} s`,
        value: t,
        message: `row at t = ${t} s cannot be in an MCAP file, whose times are nanoseconds from zero. Start the run at t ≥ 0, or record CSV or Parquet.`,
      });
    },
    encodeBlock: (rows, count, offset) => {
      const { content, times, starts } = writeMessages(rows, count);
      let first = times[0];
      let last = times[0];
      for (const time of times) {
        if (time < first) first = time;
        if (time > last) last = time;
      }
      const block = chunkOf(chunk, content, first, last, times, starts);
      chunks.push({ offset, rows: count, size: content.length, start: first, end: last, crc: crc32(block, lastCrc()) });
      return block;
    },
    dropBlock: () => chunks.pop() ?? null,
    wholeRows: noRows,
    tail: (offset, summary) => tailOf(offset, summary, { schemas, channels, metadataIndex, chunks, crc: lastCrc() }),
    checksum: () => null,
    saveIndex: () => chunks.map(({ start, end, ...rest }) => ({ ...rest, start: String(start), end: String(end) })),
    restoreIndex: (saved) => {
      for (const { start, end, ...rest } of saved as (Omit<ChunkEntry, "start" | "end"> &
        Record<"start" | "end", string>)[]) {
        chunks.push({ ...rest, start: BigInt(start), end: BigInt(end) });
      }
    },
  };
}

/** Message records of some rows. */
interface Messages {
  readonly content: Uint8Array;
  /** Of each row [ns]. */
  readonly times: BigUint64Array;
  /** Where the messages of a channel begin in `content`, one list per channel. */
  readonly starts: readonly Float64Array[];
}

const numbersOf = (topics: readonly Topic[]): number => topics.reduce((sum, { slots }) => sum + slots.length, 0);

/** The messages are valid until the next ones are written. */
function messageWriter(
  topics: readonly Topic[],
  width: number,
  rowsPerBlock: number,
): (rows: Float64Array, count: number) => Messages {
  const texts: Uint8Array[] = [];
  const layouts = topics.map(({ pieces, slots }) => {
    const firstText = texts.length;
    texts.push(...pieces.map((piece) => encoder.encode(piece)));
    return { slots, firstText, last: texts[firstText + slots.length] };
  });
  const fixed = texts.reduce((sum, { length }) => sum + length, 0);
  const longest = fixed + longestRow(numbersOf(topics)) + topics.length * records.MESSAGE_HEAD;
  const writer = createNumberWriter(rowsPerBlock * longest, 0, texts);
  const view = new DataView(writer.bytes.buffer, writer.bytes.byteOffset, writer.bytes.length);

  const writeNumber = (before: number, x: number, position: number): number => {
    if (Number.isFinite(x)) return writer.writeAfter(before, x, position);
    const text = Number.isNaN(x) ? NULL : x > 0 ? INFINITE : MINUS_INFINITE;
    writer.bytes.set(texts[before], position);
    writer.bytes.set(text, position + texts[before].length);
    return position + texts[before].length + text.length;
  };
  const writeHead = (start: number, end: number, id: number, time: bigint): void => {
    view.setUint8(start, opcode.message);
    view.setBigUint64(start + 1, BigInt(end - start - 9), true);
    view.setUint16(start + 9, id, true);
    view.setUint32(start + 11, 0, true);
    view.setBigUint64(start + 15, time, true);
    view.setBigUint64(start + 23, time, true);
  };
  return (rows, count) => {
    let position = 0;
    const times = new BigUint64Array(count);
    const starts = topics.map(() => new Float64Array(count));
    for (let row = 0; row < count; row++) {
      const base = row * width;
      const [sec, nsec] = timeStamp(rows[base]);
      times[row] = BigInt(sec) * BigInt(NANOSECONDS) + BigInt(nsec);
      layouts.forEach(({ slots, firstText, last }, id) => {
        const start = position;
        starts[id][row] = start;
        position += records.MESSAGE_HEAD;
        for (let i = 0; i < slots.length; i++) {
          const slot = slots[i];
          const x = slot === "sec" ? sec : slot === "nsec" ? nsec : rows[base + slot];
          position = writeNumber(firstText + i, x, position);
        }
        writer.bytes.set(last, position);
        position += last.length;
        writeHead(start, position, id, times[row]);
      });
    }
    return { content: writer.bytes.subarray(0, position), times, starts };
  };
}

function timeStamp(t: number): readonly [sec: number, nsec: number] {
  const sec = Math.floor(t);
  const nsec = Math.round((t - sec) * NANOSECONDS);
  return nsec === NANOSECONDS ? [sec + 1, 0] : [sec, nsec];
}

interface Head {
  readonly head: Uint8Array;
  readonly schemas: readonly Uint8Array[];
  readonly channels: readonly Uint8Array[];
  /** Index records of the metadata in the head. */
  readonly metadataIndex: Uint8Array;
}

function headOf({ names, units, metadata }: ResultHeader, topics: readonly Topic[]): Head {
  const unit = new Map([["time", "s"], ...names.map((name, i): [string, string] => [name, units[i]])]);
  const schemas = topics.map(({ schemaName, schema }, i) =>
    records.schema({ id: i + 1, name: schemaName, text: JSON.stringify(schema) }),
  );
  const channels = topics.map(({ topic, columns }, i) => {
    const described = columns.map(({ name, path }) => ({ name, unit: unit.get(name) ?? "", path }));
    return records.channel({ id: i, schemaId: i + 1, topic, metadata: { columns: JSON.stringify(described) } });
  });
  const start = records.concatenated([records.MAGIC, records.header("kinetree")]);
  const columns = names.map((name, i) => ({ name, unit: units[i] }));
  const about = records.metadata("kinetree", metadata);
  const table = records.metadata("kinetree.columns", { columns: JSON.stringify(columns) });
  const tableAt = start.length + about.length;
  return {
    head: records.concatenated([start, about, table, ...schemas, ...channels]),
    schemas,
    channels,
    metadataIndex: records.concatenated([
      records.metadataIndex(start.length, about.length, "kinetree"),
      records.metadataIndex(tableAt, table.length, "kinetree.columns"),
    ]),
  };
}

/** A chunk and the index of its messages behind it. */
function chunkOf(
  out: ByteWriter,
  content: Uint8Array,
  start: bigint,
  end: bigint,
  times: BigUint64Array,
  offsets: readonly Float64Array[],
): Uint8Array {
  out
    .clear()
    .u8(opcode.chunk)
    .u64(records.CHUNK_HEAD - 9 + content.length);
  out.u64(start).u64(end).u64(content.length).u32(crc32(content)).text("", "u32").u64(content.length).bytes(content);
  offsets.forEach((ofChannel, id) => {
    out.u8(opcode.messageIndex).u64(records.messageIndexLength(times.length) - 9);
    out.u16(id).u32(16 * times.length);
    for (let i = 0; i < times.length; i++) out.u64(times[i]).u64(ofChannel[i]);
  });
  return out.view();
}

interface Body extends Omit<Head, "head"> {
  readonly chunks: readonly ChunkEntry[];
  /** Checksum of everything before the tail. */
  readonly crc: number;
}

function tailOf(
  offset: number,
  summary: ResultSummary,
  { schemas, channels, metadataIndex, chunks, crc }: Body,
): Uint8Array {
  const closing = records.metadata("kinetree.summary", summary);
  const dataEnd = records.dataEnd(crc32(closing, crc));
  const summaryStart = offset + closing.length + dataEnd.length;
  const groups: readonly (readonly [number, Uint8Array])[] = [
    [opcode.schema, records.concatenated(schemas)],
    [opcode.channel, records.concatenated(channels)],
    [opcode.statistics, statistics(schemas.length, channels.length, chunks)],
    [
      opcode.metadataIndex,
      records.concatenated([metadataIndex, records.metadataIndex(offset, closing.length, "kinetree.summary")]),
    ],
    [opcode.chunkIndex, records.concatenated(chunks.map((chunk) => chunkIndex(chunk, channels.length)))],
  ];
  const out = new ByteWriter();
  const offsets: Uint8Array[] = [];
  for (const [code, bytes] of groups) {
    if (bytes.length > 0) offsets.push(records.summaryOffset(code, summaryStart + out.length, bytes.length));
    out.bytes(bytes);
  }
  const offsetStart = summaryStart + out.length;
  out.bytes(records.concatenated(offsets));
  // The footer's checksum covers the summary and the footer up to the checksum itself.
  out.u8(opcode.footer).u64(20).u64(summaryStart).u64(offsetStart);
  out.u32(crc32(out.view())).bytes(records.MAGIC);
  return records.concatenated([closing, dataEnd, out.view()]);
}

function statistics(schemas: number, channels: number, chunks: readonly ChunkEntry[]): Uint8Array {
  const rows = chunks.reduce((sum, chunk) => sum + chunk.rows, 0);
  const start = chunks.reduce((least, chunk) => (chunk.start < least ? chunk.start : least), chunks[0]?.start ?? 0n);
  const end = chunks.reduce((most, chunk) => (chunk.end > most ? chunk.end : most), 0n);
  return records.record(opcode.statistics, (out) => {
    out
      .u64(rows * channels)
      .u16(schemas)
      .u32(channels)
      .u32(0)
      .u32(3)
      .u32(chunks.length)
      .u64(start)
      .u64(end);
    out.u32(10 * channels);
    for (let id = 0; id < channels; id++) out.u16(id).u64(rows);
  });
}

function chunkIndex({ offset, rows, size, start, end }: ChunkEntry, channels: number): Uint8Array {
  const length = records.CHUNK_HEAD + size;
  const indexLength = records.messageIndexLength(rows);
  return records.record(opcode.chunkIndex, (out) => {
    out
      .u64(start)
      .u64(end)
      .u64(offset)
      .u64(length)
      .u32(10 * channels);
    for (let id = 0; id < channels; id++) out.u16(id).u64(offset + length + id * indexLength);
    out
      .u64(channels * indexLength)
      .text("", "u32")
      .u64(size)
      .u64(size);
  });
}
