import type { Storage } from "./storage.js";

/** A storage whose content can be taken out. */
export interface MemoryStorage extends Storage {
  /** A copy of what is there. */
  readonly bytes: () => Uint8Array<ArrayBuffer>;
}

/** A file in memory, for places without files. */
export function memoryStorage(path: string): MemoryStorage {
  let content = new Uint8Array(4096);
  let size = 0;
  return {
    path,
    seekable: true,
    size: () => size,
    read: (position, length) => content.slice(position, Math.min(size, position + length)),
    write: (bytes, position) => {
      const end = position + bytes.length;
      if (end > content.length) {
        const grown = new Uint8Array(Math.max(end, 2 * content.length));
        grown.set(content);
        content = grown;
      }
      content.set(bytes, position);
      size = Math.max(size, end);
      return bytes.length;
    },
    truncate: (length) => {
      content.fill(0, Math.min(length, size));
      size = length;
    },
    sync: () => {},
    close: () => {},
    remove: () => {
      size = 0;
    },
    bytes: () => content.slice(0, size),
  };
}
