import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { notWritten } from "./store-error.js";

/** Files under this ending are being written, or were when their writer was killed. Nobody reads them. */
export const UNFINISHED = ".part";

/**
 * A file that is written as a whole or not at all, through every kind of interruption: into a neighbour first, which is on the
 * disk before it takes the name.
 */
export class WholeFile {
  readonly #path: string;
  readonly #kept: string;
  readonly #descriptor: number;

  /** @param kept what the message says about rows that are safe, should the disk refuse */
  constructor(path: string, kept = "") {
    this.#path = path;
    this.#kept = kept;
    this.#descriptor = this.#refusing(() => openSync(this.#fresh, "w"));
  }

  /** Adds bytes at the end. */
  write(bytes: Uint8Array): void {
    this.#attempt(() => {
      for (let done = 0; done < bytes.length;) done += writeSync(this.#descriptor, bytes, done);
    });
  }

  /** Gives the file its name. */
  commit(): void {
    this.#attempt(() => {
      fsyncSync(this.#descriptor);
      closeSync(this.#descriptor);
      renameSync(this.#fresh, this.#path);
    });
    syncFolder(dirname(this.#path));
  }

  /** Takes away what was written. */
  discard(): void {
    try {
      closeSync(this.#descriptor);
    } catch {
      // Closed already.
    }
    rmSync(this.#fresh, { force: true });
  }

  get #fresh(): string {
    return `${this.#path}${UNFINISHED}`;
  }

  #attempt(work: () => void): void {
    this.#refusing(() => {
      try {
        work();
      } catch (error) {
        this.discard();
        throw error;
      }
    });
  }

  #refusing<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw notWritten(this.#path, error, this.#kept);
    }
  }
}

/** A file of bytes that are at hand, as a whole or not at all. */
export function writeWhole(path: string, parts: readonly Uint8Array[], kept = ""): void {
  const file = new WholeFile(path, kept);
  for (const part of parts) file.write(part);
  file.commit();
}

/** A new name is part of the folder, which has to reach the disk too. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Some systems cannot open folders; there the rename itself is all that can be had.
  }
}
