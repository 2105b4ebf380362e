import type { LineStyle } from "./chart-ink.js";
import type { Frame, Paper, TextLook } from "./figure.js";

/** Draws on a canvas at a given resolution. */
export class CanvasPaper implements Paper {
  readonly canvas: HTMLCanvasElement = document.createElement("canvas");
  readonly #context: CanvasRenderingContext2D;
  readonly #font: string;

  constructor(width: number, height: number, scale: number, font: string) {
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    const context = this.canvas.getContext("2d");
    if (context === null)
      throw new Error(
        `cannot render an image of ${width} x ${height} px: the browser provides no canvas of that size. Export SVG.`,
      );
    context.scale(scale, scale);
    this.#context = context;
    this.#font = font;
  }

  readonly rect = (x: number, y: number, width: number, height: number, fill: string): void => {
    this.#context.fillStyle = fill;
    this.#context.fillRect(x, y, width, height);
  };

  readonly line = (x1: number, y1: number, x2: number, y2: number, colour: string): void => {
    const context = this.#context;
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
  };

  readonly path = (runs: readonly (readonly number[])[], style: LineStyle, frame: Frame): void => {
    const context = this.#context;
    context.save();
    context.beginPath();
    context.rect(frame.left, frame.top, frame.width, frame.height);
    context.clip();
    context.strokeStyle = style.colour;
    context.lineWidth = style.width;
    context.lineJoin = "round";
    context.lineCap = "round";
    context.setLineDash([...style.dash]);
    context.beginPath();
    for (const run of runs) {
      context.moveTo(run[0], run[1]);
      for (let i = 0; i < run.length; i += 2) context.lineTo(run[i], run[i + 1]);
    }
    context.stroke();
    context.restore();
  };

  readonly text = (x: number, y: number, text: string, look: TextLook): void => {
    const context = this.#context;
    context.save();
    context.translate(x, y);
    if (look.isUpright) context.rotate(-Math.PI / 2);
    context.fillStyle = look.colour;
    context.font = `${look.isBold ? "600 " : ""}${look.size}px ${this.#font}`;
    context.textAlign = look.anchor === "middle" ? "center" : look.anchor;
    context.fillText(text, 0, 0);
    context.restore();
  };

  png(): Promise<Blob> {
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => {
        if (blob === null) reject(new Error("the browser could not encode the diagram as PNG. Export SVG."));
        else resolve(blob);
      }, "image/png");
    });
  }
}
