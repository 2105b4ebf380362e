/* CRC-32 as in zip, PNG and MCAP (polynomial 0xedb88320, reflected), eight bytes at a time. */

const tables = makeTables(8);

/** The checksum of what `crc` is the checksum of, followed by `bytes`; 0 is that of nothing. */
export function crc32(bytes: Uint8Array, crc = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables;
  let c = ~crc;
  let i = 0;
  for (const end = bytes.length - 7; i < end; i += 8) {
    c ^= bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    c =
      t7[c & 0xff] ^
      t6[(c >>> 8) & 0xff] ^
      t5[(c >>> 16) & 0xff] ^
      t4[c >>> 24] ^
      t3[bytes[i + 4]] ^
      t2[bytes[i + 5]] ^
      t1[bytes[i + 6]] ^
      t0[bytes[i + 7]];
  }
  for (; i < bytes.length; i++) c = t0[(c ^ bytes[i]) & 0xff] ^ (c >>> 8);
  return ~c >>> 0;
}

/** Table k: what a byte does to the checksum when k bytes follow it. */
function makeTables(count: number): readonly Int32Array[] {
  const first = new Int32Array(256);
  for (let i = 0; i < 256; i++) {
    let c = i;
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    first[i] = c;
  }
  const made = [first];
  while (made.length < count) made.push(made[made.length - 1].map((c) => first[c & 0xff] ^ (c >>> 8)));
  return made;
}
