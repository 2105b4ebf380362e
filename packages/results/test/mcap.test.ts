import { FrameTransforms } from "@foxglove/schemas/jsonschema.js";
import { McapIndexedReader, type McapTypes } from "@mcap/core";
import { describe, expect, test } from "vitest";
import { crc32 } from "../src/crc32.js";
import { frameTransformsSchema } from "../src/mcap/topics.js";
import { createWriter } from "../src/create-writer.js";
import { memoryStorage } from "../src/write/memory-storage.js";
import { encoded, rowsOf } from "./support/sample.js";
import { refusal } from "../../kinetree/test/support/refusal.js";

const names = ["q.base.0", "q.base.1", "q.elbow", "energy", "pos.arm.x", "pos.arm.y", "pos.arm.z", "quat.arm.w", "quat.arm.x", "quat.arm.y", "quat.arm.z"]; // prettier-ignore
const header = {
  names,
  units: names.map(() => ""),
  metadata: { model: '"arm"' },
  frames: [
    {
      body: "arm",
      position: ["pos.arm.x", "pos.arm.y", "pos.arm.z"],
      quaternion: ["quat.arm.w", "quat.arm.x", "quat.arm.y", "quat.arm.z"],
    },
  ],
} as const;
const row = Float64Array.of(1, 2, 3, 4, 5, 6, 7, 0.5, 0.1, 0.2, 0.3);

const readable = (bytes: Uint8Array): McapTypes.IReadable => ({
  size: async () => BigInt(bytes.length),
  read: async (offset, size) => bytes.slice(Number(offset), Number(offset + size)),
});

async function open(bytes: Uint8Array): Promise<McapIndexedReader> {
  return McapIndexedReader.Initialize({ readable: readable(bytes) });
}

describe("through the indexed reader of @mcap/core", () => {
  const rows = Array.from({ length: 3 }, (_, i) => ({ t: 1.5 + i * 1e-3, row }));

  test("every topic has its messages, with a schema", async () => {
    const reader = await open(encoded("mcap", header, rows).bytes);
    const messages = new Map<string, unknown>();
    for await (const message of reader.readMessages({ validateCrcs: true })) {
      const topic = reader.channelsById.get(message.channelId)?.topic ?? "";
      if (!messages.has(topic)) messages.set(topic, JSON.parse(new TextDecoder().decode(message.data)));
    }
    const stamp = { sec: 1, nsec: 500_000_000 };
    expect(Object.fromEntries(messages)).toEqual({
      "/time": { value: 1.5 },
      "/q": { base: [1, 2], elbow: 3 },
      "/energy": { value: 4 },
      "/pos": { arm: { x: 5, y: 6, z: 7 } },
      "/quat": { arm: { w: 0.5, x: 0.1, y: 0.2, z: 0.3 } },
      "/tf": {
        transforms: [
          {
            timestamp: stamp,
            parent_frame_id: "world",
            child_frame_id: "arm",
            translation: { x: 5, y: 6, z: 7 },
            rotation: { x: 0.1, y: 0.2, z: 0.3, w: 0.5 },
          },
        ],
      },
    });
    for (const { schemaId, messageEncoding } of reader.channelsById.values()) {
      expect(messageEncoding).toBe("json");
      expect(reader.schemasById.get(schemaId)?.encoding).toBe("jsonschema");
    }
    expect([...reader.schemasById.values()].map(({ name }) => name)).toContain("foxglove.FrameTransforms");
  });

  test("log times are the times in nanoseconds, and an interval of them can be read", async () => {
    const reader = await open(encoded("mcap", header, rows, { valuesPerBlock: 40 }).bytes);
    expect(reader.chunkIndexes.length).toBeGreaterThan(1);
    const times: bigint[] = [];
    for await (const { logTime } of reader.readMessages({ topics: ["/q"], startTime: 1_501_000_000n }))
      times.push(logTime);
    expect(times).toEqual([1_501_000_000n, 1_502_000_000n]);
  });

  test("statistics count what is there", async () => {
    const reader = await open(encoded("mcap", header, rows).bytes);
    expect(reader.statistics).toMatchObject({
      messageCount: 18n,
      schemaCount: 6,
      channelCount: 6,
      metadataCount: 3,
      chunkCount: 1,
      messageStartTime: 1_500_000_000n,
      messageEndTime: 1_502_000_000n,
    });
  });

  test("metadata are found through their index", async () => {
    const reader = await open(encoded("mcap", header, rows).bytes);
    const found: Record<string, unknown> = {};
    for await (const { name, metadata } of reader.readMetadata()) found[name] = Object.fromEntries(metadata);
    expect(found["kinetree"]).toEqual({ model: '"arm"' });
    expect(found["kinetree.summary"]).toMatchObject({ steps: "120", recording: '"complete"' });
  });

  test("the checksum of the data section covers everything before its end", async () => {
    const { bytes } = encoded("mcap", header, rows);
    const reader = await open(bytes);
    expect(reader.dataSectionCrc).toBe(crc32(bytes.subarray(0, Number(reader.dataEndOffset))));
  });
});

test("the transforms' schema is Foxglove's, comments aside", () => {
  const bare = (schema: unknown): unknown =>
    JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
      key === "description" || key === "$comment" ? undefined : value,
    );
  expect(bare(frameTransformsSchema)).toEqual(bare(FrameTransforms));
});

test("names that cannot be nested are keys as they are", async () => {
  const { bytes } = encoded("mcap", { names: ["a.b", "a.b.c"], units: ["", ""], metadata: {} }, rowsOf(1, 2));
  const keys: string[] = [];
  for await (const { data } of (await open(bytes)).readMessages({ topics: ["/a"] })) {
    keys.push(...Object.keys(JSON.parse(new TextDecoder().decode(data)) as object));
  }
  expect(keys).toEqual(["a.b", "a.b.c"]);
});

test.each([-1, NaN, Infinity])("a row at t = %d is refused", (t) => {
  const writer = createWriter("mcap", memoryStorage("x.mcap"), header);
  expect(refusal(() => writer.append(t, row))).toEqual({ code: "mcap-time", subject: `row at t = ${t} s`, value: t });
});
