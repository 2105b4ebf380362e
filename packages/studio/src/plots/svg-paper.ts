import type { Frame, Paper, TextLook } from "./figure.js";
import type { LineStyle } from "./chart-ink.js";

/** Paper that is an SVG: lines stay lines. The file needs nothing but itself. */
export class SvgPaper implements Paper {
  readonly #parts: string[] = [];
  readonly #width: number;
  readonly #height: number;
  readonly #font: string;
  readonly #clips = new Map<string, string>();

  /** `font` as CSS lists families. */
  constructor(width: number, height: number, font: string) {
    this.#width = width;
    this.#height = height;
    this.#font = font;
  }

  readonly rect = (x: number, y: number, width: number, height: number, fill: string): void => {
    this.#parts.push(
      `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${fill}"/>`,
    );
  };

  readonly line = (x1: number, y1: number, x2: number, y2: number, colour: string): void => {
    this.#parts.push(`<path d="M${short(x1)} ${short(y1)}L${short(x2)} ${short(y2)}" stroke="${colour}" fill="none"/>`);
  };

  readonly path = (runs: readonly (readonly number[])[], style: LineStyle, frame: Frame): void => {
    const path = runs.map(runPath).join("");
    if (path === "") return;
    const dash = style.dash.length > 0 ? ` stroke-dasharray="${style.dash.join(" ")}"` : "";
    this.#parts.push(
      `<path d="${path}" stroke="${style.colour}" stroke-width="${style.width}"${dash} fill="none" ` +
        `stroke-linejoin="round" stroke-linecap="round" clip-path="url(#${this.#clip(frame)})"/>`,
    );
  };

  readonly text = (x: number, y: number, text: string, look: TextLook): void => {
    const place = look.isUpright
      ? `transform="translate(${short(x)} ${short(y)}) rotate(-90)"`
      : `x="${short(x)}" y="${short(y)}"`;
    this.#parts.push(
      `<text ${place} fill="${look.colour}" font-size="${look.size}" text-anchor="${look.anchor}"` +
        `${look.isBold ? ' font-weight="600"' : ""}>${escaped(text)}</text>`,
    );
  };

  get file(): string {
    const size = `width="${this.#width}" height="${this.#height}" viewBox="0 0 ${this.#width} ${this.#height}"`;
    const clips = [...this.#clips].map(([shape, id]) => `<clipPath id="${id}">${shape}</clipPath>`).join("");
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${escaped(this.#font)}">` +
      `<defs>${clips}</defs>${this.#parts.join("\n")}</svg>\n`
    );
  }

  #clip({ left, top, width, height }: Frame): string {
    const shape = `<rect x="${short(left)}" y="${short(top)}" width="${short(width)}" height="${short(height)}"/>`;
    const id = this.#clips.get(shape) ?? `frame${this.#clips.size + 1}`;
    this.#clips.set(shape, id);
    return id;
  }
}

/** A lone point is a line to itself, which round ends make a dot. */
function runPath(run: readonly number[]): string {
  const points: string[] = [];
  for (let i = 0; i < run.length; i += 2) points.push(`${short(run[i])} ${short(run[i + 1])}`);
  return points.length === 0 ? "" : `M${points.length === 1 ? [points[0], points[0]].join("L") : points.join("L")}`;
}

/** To a hundredth of a pixel. */
const short = (x: number): string => String(Math.round(x * 100) / 100);

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
