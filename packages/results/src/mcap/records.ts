import { ByteWriter } from "../byte-writer.js";

/* Records of MCAP files. (MCAP file format specification, version 0.) */

export const MAGIC = Uint8Array.of(0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a);

export const opcode = {
  header: 0x01,
  footer: 0x02,
  schema: 0x03,
  channel: 0x04,
  message: 0x05,
  chunk: 0x06,
  messageIndex: 0x07,
  chunkIndex: 0x08,
  statistics: 0x0b,
  metadata: 0x0c,
  metadataIndex: 0x0d,
  summaryOffset: 0x0e,
  dataEnd: 0x0f,
} as const;

/** A record with its opcode and length. */
export function record(code: number, write: (content: ByteWriter) => void): Uint8Array<ArrayBuffer> {
  const content = new ByteWriter();
  write(content);
  return new ByteWriter().u8(code).u64(content.length).bytes(content.view()).take();
}

export interface Schema {
  readonly id: number;
  readonly name: string;
  /** JSON Schema. */
  readonly text: string;
}

export interface Channel {
  readonly id: number;
  readonly schemaId: number;
  readonly topic: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export const header = (library: string): Uint8Array =>
  record(opcode.header, (out) => out.text("", "u32").text(library, "u32"));

export const schema = ({ id, name, text }: Schema): Uint8Array =>
  record(opcode.schema, (out) => out.u16(id).text(name, "u32").text("jsonschema", "u32").text(text, "u32"));

export const channel = ({ id, schemaId, topic, metadata }: Channel): Uint8Array =>
  record(opcode.channel, (out) => entries(out.u16(id).u16(schemaId).text(topic, "u32").text("json", "u32"), metadata));

export const metadata = (name: string, content: Readonly<Record<string, string>>): Uint8Array =>
  record(opcode.metadata, (out) => entries(out.text(name, "u32"), content));

export const metadataIndex = (offset: number, length: number, name: string): Uint8Array =>
  record(opcode.metadataIndex, (out) => out.u64(offset).u64(length).text(name, "u32"));

export const dataEnd = (crc: number): Uint8Array => record(opcode.dataEnd, (out) => out.u32(crc));

export const summaryOffset = (group: number, start: number, length: number): Uint8Array =>
  record(opcode.summaryOffset, (out) => out.u8(group).u64(start).u64(length));

/** Bytes of a message record before its data. */
export const MESSAGE_HEAD = 31;
/** Bytes of a message index record of one channel with so many messages. */
export const messageIndexLength = (messages: number): number => 9 + 6 + 16 * messages;
/** Bytes of a chunk record before the records in it, as long as they are not compressed. */
export const CHUNK_HEAD = 9 + 8 + 8 + 8 + 4 + 4 + 8;

function entries(out: ByteWriter, content: Readonly<Record<string, string>>): void {
  const pairs = new ByteWriter();
  for (const [key, value] of Object.entries(content)) pairs.text(key, "u32").text(value, "u32");
  out.u32(pairs.length).bytes(pairs.view());
}

export function concatenated(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
