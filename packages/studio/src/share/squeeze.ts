/** Text as few bytes (DEFLATE, RFC 1951). */
export async function squeeze(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return collected(
    streamOf(new TextEncoder().encode(text)).pipeThrough(new CompressionStream("deflate-raw")),
    Infinity,
  );
}

/** The text again; null if the bytes are not such, or would become more than `most` bytes. */
export async function unsqueeze(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<string | null> {
  try {
    const all = await collected(streamOf(bytes).pipeThrough(new DecompressionStream("deflate-raw")), most);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(all);
  } catch {
    return null;
  }
}

/** Not through a Blob: its stream is of another kind in Node's types than the one that is piped. */
function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

async function collected(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError(`more than ${most} bytes`);
    }
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
