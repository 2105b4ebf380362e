/* A film as a WebM file (a subset of Matroska, RFC 9559): one video track, a cluster for every key frame, an index to seek by. */

export interface FilmFrame {
  readonly bytes: Uint8Array;
  /** Since the film's beginning [ms]. */
  readonly time: number;
  readonly isKey: boolean;
}

export interface Film {
  readonly codec: "V_VP8" | "V_VP9";
  /** [px] */
  readonly width: number;
  readonly height: number;
  /** [ms] */
  readonly duration: number;
}

/** Elements by the names that the standard has for them. */
const ids = {
  ebml: 0x1a45dfa3,
  ebmlVersion: 0x4286,
  ebmlReadVersion: 0x42f7,
  ebmlMaxIdLength: 0x42f2,
  ebmlMaxSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  flagLacing: 0x9c,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

const APP = "kinetree studio";
const VIDEO = 1;

/** The bytes of a film; its first picture has to be a key frame. */
export function webmFile(
  { codec, width, height, duration }: Film,
  frames: readonly FilmFrame[],
): Uint8Array<ArrayBuffer> {
  const head = element(ids.ebml, [
    unsigned(ids.ebmlVersion, 1),
    unsigned(ids.ebmlReadVersion, 1),
    unsigned(ids.ebmlMaxIdLength, 4),
    unsigned(ids.ebmlMaxSizeLength, 8),
    text(ids.docType, "webm"),
    unsigned(ids.docTypeVersion, 2),
    unsigned(ids.docTypeReadVersion, 2),
  ]);
  const info = element(ids.info, [
    // Times are in milliseconds.
    unsigned(ids.timestampScale, 1_000_000),
    float(ids.duration, duration),
    text(ids.muxingApp, APP),
    text(ids.writingApp, APP),
  ]);
  const track = element(ids.trackEntry, [
    unsigned(ids.trackNumber, 1),
    unsigned(ids.trackUid, 1),
    unsigned(ids.trackType, VIDEO),
    unsigned(ids.flagLacing, 0),
    text(ids.codecId, codec),
    element(ids.video, [unsigned(ids.pixelWidth, width), unsigned(ids.pixelHeight, height)]),
  ]);
  const tracks = element(ids.tracks, [track]);
  const groups = groupsOf(frames);
  const clusters = groups.map(clusterOf);
  // Places are written with eight bytes each, so the index has its size before they are known.
  const before =
    info.length +
    tracks.length +
    cuesOf(
      groups,
      groups.map(() => 0),
    ).length;
  const places = clusters.map((_, i) => before + clusters.slice(0, i).reduce((sum, { length }) => sum + length, 0));
  return joined([head, element(ids.segment, [info, tracks, cuesOf(groups, places), ...clusters])]);
}

type Group = readonly FilmFrame[];

function groupsOf(frames: readonly FilmFrame[]): Group[] {
  const groups: FilmFrame[][] = [];
  for (const frame of frames) {
    if (frame.isKey || groups.length === 0) groups.push([]);
    groups[groups.length - 1].push(frame);
  }
  return groups;
}

function clusterOf(group: Group): Uint8Array {
  const start = Math.round(group[0].time);
  return element(ids.cluster, [
    unsigned(ids.timestamp, start),
    ...group.map(({ bytes, time, isKey }) => {
      const block = new DataView(new ArrayBuffer(4));
      block.setUint8(0, 0x81); // the first track
      block.setInt16(1, Math.round(time) - start);
      block.setUint8(3, isKey ? 0x80 : 0);
      return element(ids.simpleBlock, [new Uint8Array(block.buffer), bytes]);
    }),
  ]);
}

const cuesOf = (groups: readonly Group[], places: readonly number[]): Uint8Array =>
  element(
    ids.cues,
    groups.map(([first], i) =>
      element(ids.cuePoint, [
        unsigned(ids.cueTime, Math.round(first.time)),
        element(ids.cueTrackPositions, [unsigned(ids.cueTrack, 1), unsigned(ids.cueClusterPosition, places[i])]),
      ]),
    ),
  );

/** An EBML element: id, length (always eight bytes) and content. */
function element(id: number, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const name = bytesOf(id);
  const size = new DataView(new ArrayBuffer(8));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  size.setBigUint64(0, BigInt(length));
  size.setUint8(0, 0x01);
  return joined([name, new Uint8Array(size.buffer), ...parts]);
}

function unsigned(id: number, value: number): Uint8Array {
  const data = new DataView(new ArrayBuffer(8));
  data.setBigUint64(0, BigInt(value));
  return element(id, [new Uint8Array(data.buffer)]);
}

function float(id: number, value: number): Uint8Array {
  const data = new DataView(new ArrayBuffer(8));
  data.setFloat64(0, value);
  return element(id, [new Uint8Array(data.buffer)]);
}

const text = (id: number, value: string): Uint8Array => element(id, [new TextEncoder().encode(value)]);

/** The bytes of a number, the highest first, without zeros before it. */
function bytesOf(id: number): Uint8Array {
  const all = new DataView(new ArrayBuffer(4));
  all.setUint32(0, id);
  const bytes = new Uint8Array(all.buffer);
  return bytes.subarray(bytes.findIndex((byte) => byte !== 0));
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
