/* CRC-32 as in zip, PNG and MCAP (polynomial 0xedb88320, reflected), four bytes at a time. */

const tables = makeTables();

/** The checksum of what `crc` is the checksum of, followed by `bytes`; 0 is that of nothing. */
export function crc32(bytes: Uint8Array, crc = 0): number {
  const [t0, t1, t2, t3] = tables;
  let c = ~crc;
  let i = 0;
  for (const end = bytes.length - 3; i < end; i += 4) {
    c ^= bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    c = t3[c & 0xff] ^ t2[(c >>> 8) & 0xff] ^ t1[(c >>> 16) & 0xff] ^ t0[c >>> 24];
  }
  for (; i < bytes.length; i++) c = t0[(c ^ bytes[i]) & 0xff] ^ (c >>> 8);
  return ~c >>> 0;
}

function makeTables(): readonly [Int32Array, Int32Array, Int32Array, Int32Array] {
  const first = new Int32Array(256);
  for (let i = 0; i < 256; i++) {
    let c = i;
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    first[i] = c;
  }
  const next = (table: Int32Array): Int32Array => table.map((c) => first[c & 0xff] ^ (c >>> 8));
  const second = next(first);
  const third = next(second);
  return [first, second, third, next(third)];
}
