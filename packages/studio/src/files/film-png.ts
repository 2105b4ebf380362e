import { Zip, ZipPassThrough } from "fflate";
import { goOnUnless, type Filming, type Watched } from "./filming.js";

export async function filmPng(
  { viewport, times, width, height }: Filming,
  { progress, signal }: Watched,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    parts.push(new Uint8Array(bytes));
  });
  const digits = String(times.length).length;
  for (const [i, t] of times.entries()) {
    goOnUnless(signal);
    const picture = await viewport.renderFrame(t, { width, height, transparent: false });
    // Pictures are packed already; packing them again saves nothing.
    const entry = new ZipPassThrough(`frame-${String(i + 1).padStart(digits, "0")}.png`);
    zip.add(entry);
    entry.push(new Uint8Array(await picture.arrayBuffer()), true);
    progress((i + 1) / times.length);
  }
  zip.end();
  return new Blob(parts, { type: "application/zip" });
}
