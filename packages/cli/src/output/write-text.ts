import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { isDevice } from "@kinetree/results/node";
import { FileError, fileError } from "../failure/errors.js";

/**
 * Writes a file as a whole or not at all: to a neighbour first, which then takes its name. Devices and pipes have no
 * neighbours and are written directly.
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const isSpecial = isDevice(path);
  const fresh = isSpecial ? path : `${path}.${process.pid}.part`;
  try {
    writeTo(fresh, bytes, isSpecial);
    if (!isSpecial) renameSync(fresh, path);
  } catch (error) {
    if (!isSpecial) rmSync(fresh, { force: true });
    throw fileError("write", path, error);
  }
}

function writeTo(path: string, bytes: Uint8Array, isSpecial: boolean): void {
  const descriptor = openSync(path, "w");
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
    if (!isSpecial) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Nothing is lost by a slip of the pen. */
export function refuseToReplace(path: string, force: boolean | undefined): void {
  if (force === true || isDevice(path) || !existsSync(path)) return;
  throw new FileError({
    code: "file-exists",
    subject: `file "${path}"`,
    value: path,
    message: `"${path}" already exists. Choose another name, or give --force to replace it.`,
  });
}
