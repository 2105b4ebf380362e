import { expect, test } from "vitest";
import { webmFile, type FilmFrame } from "../../src/files/webm.js";

interface Element {
  readonly id: string;
  /** Place of its content. */
  readonly at: number;
  readonly data: Uint8Array;
}

/** The elements of a stretch of a Matroska file, read by the rules of the standard. */
function elementsIn(bytes: Uint8Array): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const idLength = Math.clz32(bytes[at]) - 23;
    const id = Buffer.from(bytes.subarray(at, at + idLength)).toString("hex");
    const sizeAt = at + idLength;
    const sizeLength = Math.clz32(bytes[sizeAt]) - 23;
    let size = bytes[sizeAt] & (0xff >> sizeLength);
    for (let i = 1; i < sizeLength; i++) size = size * 256 + bytes[sizeAt + i];
    at = sizeAt + sizeLength;
    found.push({ id, at, data: bytes.subarray(at, at + size) });
    at += size;
  }
  return found;
}

const numberIn = ({ data }: Element): number => data.reduce((sum, byte) => sum * 256 + byte, 0);
const [CLUSTER, CUES, TIMESTAMP, BLOCK] = ["1f43b675", "1c53bb6b", "e7", "a3"];

const frames: FilmFrame[] = Array.from({ length: 150 }, (_, i) => ({
  bytes: Uint8Array.of(i, i >> 1, 7),
  time: (i * 1000) / 30,
  isKey: i % 60 === 0,
}));
const file = webmFile({ codec: "V_VP8", width: 640, height: 360, duration: 5000 }, frames);

test("is a WebM file with one segment that reaches to its end", () => {
  const [head, segment, ...more] = elementsIn(file);
  expect(head.id).toBe("1a45dfa3");
  expect(elementsIn(head.data).map(({ data }) => new TextDecoder().decode(data))).toContain("webm");
  expect(segment.id).toBe("18538067");
  expect(segment.at + segment.data.length).toBe(file.length);
  expect(more).toStrictEqual([]);
});

test("every picture is there in order, at its time, key frames first in their clusters", () => {
  const clusters = elementsIn(elementsIn(file)[1].data).filter(({ id }) => id === CLUSTER);
  expect(clusters).toHaveLength(3);
  const read = clusters.flatMap(({ data }) => {
    const [timestamp, ...blocks] = elementsIn(data);
    expect(timestamp.id).toBe(TIMESTAMP);
    return blocks.map(({ id, data: block }) => {
      expect(id).toBe(BLOCK);
      const view = new DataView(block.buffer, block.byteOffset);
      return {
        bytes: block.slice(4),
        time: numberIn(timestamp) + view.getInt16(1),
        isKey: view.getUint8(3) === 0x80,
      };
    });
  });
  expect(read).toStrictEqual(frames.map((frame) => ({ ...frame, time: Math.round(frame.time) })));
});

test("the index points at the clusters", () => {
  const segment = elementsIn(file)[1].data;
  const parts = elementsIn(segment);
  const cues = parts.find(({ id }) => id === CUES);
  const places = elementsIn(cues?.data ?? new Uint8Array(0)).map(({ data }) => {
    const [, positions] = elementsIn(data);
    return numberIn(elementsIn(positions.data)[1]);
  });
  expect(places).toHaveLength(3);
  for (const place of places) expect(elementsIn(segment.subarray(place))[0].id).toBe(CLUSTER);
});
