import { closeSync, openSync, readSync } from "node:fs";
import { FileError, fileError } from "../failure/errors.js";

/** Beyond this no model or state is meant, and reading it would only fill the memory. */
const LARGEST = 64 * 1024 * 1024;

/** How messages call the input that has no name. */
export const STANDARD_INPUT = "standard input";

/** The text of a file, a pipe, or ("-") standard input. */
export function readText(path: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(readBytes(path));
}

/** In pieces, because pipes and devices do not say how much they hold. */
export function readBytes(path: string): Uint8Array {
  const name = path === "-" ? STANDARD_INPUT : path;
  try {
    const descriptor = path === "-" ? 0 : openSync(path, "r");
    try {
      return readAll(descriptor, name);
    } finally {
      if (descriptor !== 0) closeSync(descriptor);
    }
  } catch (error) {
    throw fileError("read", name, error);
  }
}

function readAll(descriptor: number, name: string): Uint8Array {
  let bytes = new Uint8Array(64 * 1024);
  let length = 0;
  for (;;) {
    if (length === bytes.length) {
      const larger = new Uint8Array(2 * length);
      larger.set(bytes);
      bytes = larger;
    }
    const got = readSome(descriptor, bytes.subarray(length));
    if (got === 0) return bytes.subarray(0, length);
    length += got;
    if (length > LARGEST)
      throw new FileError({
        code: "file-too-large",
        subject: `file "${name}"`,
        value: length,
        message: `"${name}" holds more than ${LARGEST / 1024 / 1024} MiB, too much for a model or a state. Check the path.`,
      });
  }
}

/** A terminal or pipe that has nothing yet says so by an error on some systems. */
function readSome(descriptor: number, into: Uint8Array): number {
  for (;;) {
    try {
      return readSync(descriptor, into);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
