import type { Camera, Scene, WebGLRenderer } from "three";
import { makeRenderer } from "../base/renderer.js";

export interface FrameOptions {
  readonly width: number;
  readonly height: number;
  readonly transparent: boolean;
}

/** Draws the scene on a canvas of its own, so that pictures of any size can be made without disturbing the view. */
export class FrameExport {
  readonly canvas = document.createElement("canvas");
  readonly #renderer: WebGLRenderer;

  constructor() {
    this.#renderer = makeRenderer(this.canvas, { isSmooth: true, keepsFrames: true });
    this.#renderer.setPixelRatio(1);
  }

  draw(scene: Scene, camera: Camera, { width, height, transparent }: FrameOptions, background: string): void {
    this.#renderer.setSize(width, height, false);
    this.#renderer.setClearColor(background, transparent ? 0 : 1);
    this.#renderer.render(scene, camera);
  }

  toBlob(): Promise<Blob> {
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => {
        if (blob === null) {
          const { width, height } = this.canvas;
          reject(new Error(`an image of ${width} × ${height} pixels could not be rendered. Choose a smaller size.`));
        } else resolve(blob);
      }, "image/png");
    });
  }

  dispose(): void {
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}
