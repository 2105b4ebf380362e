/*
 * Charts as SVG, in the colours of the site, on paper of their own so that they read on a dark page too. Coordinates are
 * rounded to tenths of a pixel: the same numbers give the same bytes.
 */

export const colours = Object.freeze({
  ink: "#1f4e79",
  red: "#c8553d",
  olive: "#7d8a3c",
  sand: "#c9a24b",
  paper: "#fbfaf7",
  grid: "#e6e2d8",
  text: "#4b5563",
});

/**
 * @typedef {object} Axis
 * @property {string} label
 * @property {readonly [number, number]} range
 * @property {readonly number[]} ticks
 * @property {boolean} [log] by powers of ten
 * @property {(value: number) => string} [format]
 */

/** @typedef {{ readonly x: number, readonly y: number }} Point */

/** Space for labels: left, right, top, bottom [px]. */
const [LEFT, RIGHT, TOP, BOTTOM] = [72, 24, 24, 52];

/**
 * A frame with axes, and functions that place things in it.
 * @param {{ width?: number, height?: number, title: string, x: Axis, y: Axis }} options title: for those who hear the picture
 */
export function chart({ width = 760, height = 300, title, x, y }) {
  const across = scaleOf(x, LEFT, width - RIGHT);
  const up = scaleOf(y, height - BOTTOM, TOP);
  /** @type {string[]} */
  const parts = [];

  for (const value of y.ticks) {
    const at = px(up(value));
    parts.push(`<line x1="${LEFT}" x2="${width - RIGHT}" y1="${at}" y2="${at}" stroke="${colours.grid}"/>`);
    parts.push(label(LEFT - 8, up(value) + 4, nameOf(y, value), "end"));
  }
  for (const value of x.ticks) {
    const at = px(across(value));
    const foot = height - BOTTOM;
    parts.push(`<line x1="${at}" x2="${at}" y1="${foot}" y2="${foot + 4}" stroke="${colours.text}"/>`);
    parts.push(label(across(value), height - BOTTOM + 19, nameOf(x, value), "middle"));
  }
  parts.push(
    `<line x1="${LEFT}" x2="${width - RIGHT}" y1="${height - BOTTOM}" y2="${height - BOTTOM}" stroke="${colours.text}"/>`,
    label((LEFT + width - RIGHT) / 2, height - 12, x.label, "middle"),
    `<text transform="translate(18 ${px((TOP + height - BOTTOM) / 2)}) rotate(-90)" text-anchor="middle">${escape(y.label)}</text>`,
  );

  return {
    /**
     * @param {readonly Point[]} points
     * @param {string} colour
     */
    line(points, colour, strokeWidth = 2) {
      const path = points.map((point) => `${px(across(point.x))},${px(up(point.y))}`).join(" ");
      parts.push(
        `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="${strokeWidth}" stroke-linejoin="round"/>`,
      );
    },
    /**
     * @param {readonly Point[]} points
     * @param {string} colour
     */
    dots(points, colour, radius = 4) {
      for (const point of points)
        parts.push(
          `<circle cx="${px(across(point.x))}" cy="${px(up(point.y))}" r="${radius}" fill="${colours.paper}" stroke="${colour}" stroke-width="2"/>`,
        );
    },
    /**
     * A bar from `from` to `to` along x, of height y.
     * @param {number} from
     * @param {number} to
     * @param {number} y
     * @param {string} colour
     */
    bar(from, to, y, colour, opacity = 1) {
      const [left, right, top] = [across(from), across(to), up(y)];
      const size = `width="${px(right - left)}" height="${px(height - BOTTOM - top)}"`;
      parts.push(`<rect x="${px(left)}" y="${px(top)}" ${size} fill="${colour}" fill-opacity="${opacity}"/>`);
    },
    /**
     * @param {Point} point
     * @param {string} words
     * @param {{ colour?: string, anchor?: "start" | "middle" | "end", dx?: number, dy?: number }} [options]
     */
    note(point, words, { colour = colours.text, anchor = "start", dx = 8, dy = 4 } = {}) {
      parts.push(label(across(point.x) + dx, up(point.y) + dy, words, anchor, colour));
    },
    svg: () => svg(width, height, title, parts),
  };
}

/**
 * A whole picture around its parts.
 * @param {number} width
 * @param {number} height
 * @param {string} title
 * @param {readonly string[]} parts
 */
export function svg(width, height, title, parts) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escape(title)}" font-family="system-ui, sans-serif" font-size="13" fill="${colours.text}">
<rect width="${width}" height="${height}" rx="8" fill="${colours.paper}"/>
${parts.join("\n")}
</svg>
`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {"start" | "middle" | "end"} anchor
 * @param {string} [colour]
 */
export function label(x, y, words, anchor, colour = colours.text) {
  return `<text x="${px(x)}" y="${px(y)}" text-anchor="${anchor}" fill="${colour}">${escape(words)}</text>`;
}

/** @param {number} x */
export const px = (x) => String(Math.round(10 * x) / 10 || 0);

/** @param {string} words */
const escape = (words) => words.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

/**
 * @param {Axis} axis
 * @param {number} first
 * @param {number} last
 * @returns {(value: number) => number}
 */
function scaleOf({ range, log = false }, first, last) {
  const place = (/** @type {number} */ value) => (log ? Math.log10(value) : value);
  const [low, high] = range.map(place);
  return (value) => first + ((place(value) - low) / (high - low)) * (last - first);
}

/** @param {Axis} axis @param {number} value */
const nameOf = ({ format, log = false }, value) =>
  format ? format(value) : log ? `1e${Math.round(Math.log10(value))}` : String(value);
