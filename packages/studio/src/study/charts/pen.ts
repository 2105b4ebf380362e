/* Charts are drawn once, by a pen that draws on a canvas or writes SVG: what is exported is what is seen. */

export interface TextStyle {
  readonly colour: string;
  readonly size: number;
  readonly anchor: "start" | "middle" | "end";
  /** Turned to read upwards. */
  readonly isUpward?: boolean;
  readonly isBold?: boolean;
}

export interface Pen {
  readonly rectangle: (x: number, y: number, width: number, height: number, colour: string, opacity?: number) => void;
  /** Points x, y, x, y, … */
  readonly line: (points: readonly number[], colour: string, width: number, opacity?: number) => void;
  readonly area: (points: readonly number[], colour: string, opacity?: number) => void;
  readonly text: (x: number, y: number, text: string, style: TextStyle) => void;
}

const FAMILY = '"Inter Variable", Inter, system-ui, sans-serif';

export function canvasPen(context: CanvasRenderingContext2D): Pen {
  const path = (points: readonly number[]): void => {
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
  };
  return {
    rectangle: (x, y, width, height, colour, opacity = 1) => {
      context.globalAlpha = opacity;
      context.fillStyle = colour;
      context.fillRect(x, y, width, height);
      context.globalAlpha = 1;
    },
    line: (points, colour, width, opacity = 1) => {
      context.globalAlpha = opacity;
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.lineJoin = "round";
      path(points);
      context.stroke();
      context.globalAlpha = 1;
    },
    area: (points, colour, opacity = 1) => {
      context.globalAlpha = opacity;
      context.fillStyle = colour;
      path(points);
      context.fill();
      context.globalAlpha = 1;
    },
    text: (x, y, text, { colour, size, anchor, isUpward, isBold }) => {
      context.fillStyle = colour;
      context.font = `${isBold ? "600 " : ""}${size}px ${FAMILY}`;
      context.textAlign = anchor === "middle" ? "center" : anchor;
      context.textBaseline = "middle";
      if (!isUpward) {
        context.fillText(text, x, y);
        return;
      }
      context.save();
      context.translate(x, y);
      context.rotate(-Math.PI / 2);
      context.fillText(text, 0, 0);
      context.restore();
    },
  };
}

export interface SvgPen extends Pen {
  readonly raw: (element: string) => void;
  readonly finish: () => string;
}

export function svgPen(width: number, height: number, surface: string): SvgPen {
  const parts: string[] = [];
  const n = (x: number): string => String(Math.round(x * 100) / 100);
  const points = (given: readonly number[]): string => given.map(n).join(" ");
  const faded = (opacity: number): string => (opacity === 1 ? "" : ` opacity="${n(opacity)}"`);
  return {
    rectangle: (x, y, w, h, colour, opacity = 1) =>
      void parts.push(
        `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, w))}" height="${n(Math.max(0, h))}" fill="${colour}"${faded(opacity)}/>`,
      ),
    line: (given, colour, w, opacity = 1) =>
      void parts.push(
        `<polyline points="${points(given)}" fill="none" stroke="${colour}" stroke-width="${n(w)}" stroke-linejoin="round"${faded(opacity)}/>`,
      ),
    area: (given, colour, opacity = 1) =>
      void parts.push(`<polygon points="${points(given)}" fill="${colour}"${faded(opacity)}/>`),
    text: (x, y, text, { colour, size, anchor, isUpward, isBold }) =>
      void parts.push(
        `<text x="${n(x)}" y="${n(y)}" dy="0.35em" fill="${colour}" font-size="${n(size)}" text-anchor="${anchor}"` +
          `${isBold ? ' font-weight="600"' : ""}${isUpward ? ` transform="rotate(-90 ${n(x)} ${n(y)})"` : ""}>${escaped(text)}</text>`,
      ),
    raw: (element) => void parts.push(element),
    finish: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}" font-family="${escaped(FAMILY)}">\n` +
      `<rect width="100%" height="100%" fill="${surface}"/>\n${parts.join("\n")}\n</svg>\n`,
  };
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
