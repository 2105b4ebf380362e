/** A bit turned in the data of a file, in its footer, in the length of that; cut off; empty; no Parquet at all. */
export const damages: readonly ((bytes: Buffer) => Uint8Array)[] = [
  ...[0.3, 0.95].map((part) => (bytes: Buffer) => {
    bytes[Math.floor(part * bytes.length)] ^= 4;
    return bytes;
  }),
  (bytes) => bytes.fill(0xff, bytes.length - 8, bytes.length - 4),
  (bytes) => bytes.subarray(0, 200),
  () => new Uint8Array(0),
  () => new TextEncoder().encode("PAR1 and nothing else but PAR1"),
];
