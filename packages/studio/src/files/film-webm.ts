import { FileError } from "./file-error.js";
import { FILM_RATE, goOnUnless, type Filming, type Watched } from "./filming.js";
import { webmFile, type FilmFrame } from "./webm.js";

/** Pictures between two that stand for themselves: as far as a player has to look back. */
const KEY_EVERY = 2 * FILM_RATE;

/** Bits a second for each pixel. */
const BITS = 6;

const MOST_WAITING = 8;

/** A film of every instant, as fast as pictures can be drawn; where the browser encodes none, recorded as it plays. */
export async function filmWebm(film: Filming, watched: Watched): Promise<Blob> {
  const settings = {
    codec: "vp8",
    width: film.width,
    height: film.height,
    framerate: FILM_RATE,
    bitrate: Math.round(film.width * film.height * BITS),
  };
  const isSupported =
    typeof VideoEncoder !== "undefined" &&
    (await VideoEncoder.isConfigSupported(settings).catch(() => null))?.supported === true;
  return isSupported ? encoded(film, settings, watched) : recorded(film, watched);
}

async function encoded(
  { viewport, times, width, height }: Filming,
  settings: VideoEncoderConfig,
  { progress, signal }: Watched,
): Promise<Blob> {
  const frames: FilmFrame[] = [];
  const failures: DOMException[] = [];
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      frames.push({ bytes, time: chunk.timestamp / 1000, isKey: chunk.type === "key" });
    },
    error: (error) => failures.push(error),
  });
  try {
    encoder.configure(settings);
    for (const [i, t] of times.entries()) {
      goOnUnless(signal);
      if (failures.length > 0) throw failures[0];
      viewport.drawFrame(t, { width, height, transparent: false });
      const picture = new VideoFrame(viewport.frameCanvas.canvas, {
        timestamp: Math.round((i * 1e6) / FILM_RATE),
        duration: Math.round(1e6 / FILM_RATE),
      });
      encoder.encode(picture, { keyFrame: i % KEY_EVERY === 0 });
      picture.close();
      progress((i + 1) / times.length);
      // Also lets the page breathe between pictures.
      do await new Promise((resolve) => setTimeout(resolve));
      while (encoder.encodeQueueSize > MOST_WAITING && failures.length === 0);
    }
    await encoder.flush();
  } finally {
    if (encoder.state !== "closed") encoder.close();
  }
  const duration = (times.length * 1000) / FILM_RATE;
  return new Blob([webmFile({ codec: "V_VP8", width, height, duration }, frames)], { type: "video/webm" });
}

async function recorded({ viewport, times, width, height }: Filming, { progress, signal }: Watched): Promise<Blob> {
  const { canvas } = viewport.frameCanvas;
  if (typeof MediaRecorder === "undefined" || !MediaRecorder.isTypeSupported("video/webm"))
    throw new FileError(
      "no-film",
      "film",
      "this browser cannot encode WebM video. Export a PNG sequence, or use Chromium or Firefox.",
    );
  viewport.drawFrame(times[0], { width, height, transparent: false });
  const recorder = new MediaRecorder(canvas.captureStream(FILM_RATE), {
    mimeType: "video/webm",
    videoBitsPerSecond: width * height * BITS,
  });
  const parts: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const isOver = new Promise((resolve) => recorder.addEventListener("stop", resolve, { once: true }));
  const [first, last] = [times[0], times[times.length - 1]];
  recorder.start();
  try {
    const began = performance.now();
    for (let t = first; t < last; t = Math.min(last, first + (performance.now() - began) / 1000)) {
      goOnUnless(signal);
      viewport.drawFrame(t, { width, height, transparent: false });
      progress((t - first) / (last - first));
      await new Promise(requestAnimationFrame);
    }
  } finally {
    recorder.stop();
  }
  await isOver;
  return new Blob(parts, { type: "video/webm" });
}
