import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

/** How large the picture is. */
export interface PngOptions {
  /** Pixels of the picture per pixel of the SVG. Default 2, for sharp screens. */
  readonly scale?: number;
}

const { resolve } = createRequire(import.meta.url);

/** The renderer can be started only once in a process, by the first caller. */
const renderer: { started: Promise<void> | null } = { started: null };

async function start(): Promise<void> {
  const bytes = await readFile(resolve("@resvg/resvg-wasm/index_bg.wasm"));
  try {
    await initWasm(bytes);
  } catch (error) {
    // Another copy of this module has started it.
    if (!(error instanceof Error && /already initialized/i.test(error.message))) throw error;
  }
}

/** A picture of an SVG of `plotSvg`, with its own font, so that it looks the same everywhere. */
export async function plotPng(svg: string, { scale = 2 }: PngOptions = {}): Promise<Uint8Array> {
  renderer.started ??= start();
  const fonts = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((name) =>
    readFile(resolve(`dejavu-fonts-ttf/ttf/${name}`)),
  );
  const [fontBuffers] = await Promise.all([Promise.all(fonts), renderer.started]);
  const resvg = new Resvg(svg, {
    fitTo: { mode: "zoom", value: scale },
    font: { fontBuffers, defaultFontFamily: "DejaVu Sans", sansSerifFamily: "DejaVu Sans" },
  });
  const image = resvg.render();
  const png = image.asPng();
  image.free();
  resvg.free();
  return png;
}
