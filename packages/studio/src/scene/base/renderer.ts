import { NeutralToneMapping, PCFShadowMap, WebGLRenderer } from "three";

export class NoWebGlError extends Error {
  constructor() {
    super(
      "3D needs WebGL 2, which this browser does not support. Turn on hardware acceleration, or use another browser.",
    );
    this.name = "NoWebGlError";
  }
}

/** Whether the processor draws in place of a graphics card: every pixel counts then. */
export function drawsInSoftware(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  if (context === null) return false;
  const info = context.getExtension("WEBGL_debug_renderer_info");
  const name = String(context.getParameter(info === null ? context.RENDERER : info.UNMASKED_RENDERER_WEBGL));
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

/** A renderer on a canvas; throws `NoWebGlError` where the browser has no WebGL 2. */
export function makeRenderer(
  canvas: HTMLCanvasElement,
  { isSmooth, keepsFrames }: { readonly isSmooth: boolean; readonly keepsFrames: boolean },
): WebGLRenderer {
  // Requested here, because three.js logs an error if there is none.
  const context = canvas.getContext("webgl2", {
    alpha: true,
    antialias: isSmooth,
    premultipliedAlpha: true,
    preserveDrawingBuffer: keepsFrames,
    powerPreference: "high-performance",
  });
  if (context === null) throw new NoWebGlError();
  const renderer = new WebGLRenderer({ canvas, context, alpha: true, antialias: isSmooth });
  renderer.toneMapping = NeutralToneMapping;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  return renderer;
}
