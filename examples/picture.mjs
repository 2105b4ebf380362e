// Draws docs/images/pendulum.svg: a pendulum of five links, let go level, at equal intervals, and the path of its tip.
//   node examples/picture.mjs [FILE]
// Every number comes from the run itself, so the file is the same to the last byte on every machine.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createEvaluator, simulate } from "kinetree";
import { nPendulum } from "kinetree/systems";

const LINKS = 5;
const SECONDS = 3;
/** Between two drawn positions, and between two points of the path [s]. */
const [FLASH, POINT] = [0.06, 0.01];
/** Picture: size, place of the pivot, and scale [px, px/m]. */
const [WIDTH, HEIGHT, PIVOT_X, PIVOT_Y, SCALE] = [960, 470, 480, 56, 76];

const model = nPendulum({ n: LINKS });
// Far below the tolerance that a picture needs: then no later change of step control moves a pixel.
const result = simulate(model, SECONDS, {
  integrator: "dop853",
  tolerance: 1e-13,
  state: { q: { joint0: -Math.PI / 2 } },
  sampleEvery: POINT,
});

const evaluator = createEvaluator(model);
/** @type {{ x: number, y: number }[][]} The pivot and all link ends, for each instant. */
const postures = Array.from(result.t, (_, row) => {
  const bodies = evaluator.bodies(result.stateAt(row));
  const ends = bodies.map(({ position, quaternion: [w, x, y, z] }) =>
    // The tip is at (0, 0, -1) of the link: minus the third column of its rotation matrix.
    onPaper(position[0] - 2 * (x * z + w * y), position[2] - 1 + 2 * (x * x + y * y)),
  );
  return [onPaper(0, 0), ...ends];
});

writeFileSync(process.argv[2] ?? fileURLToPath(new URL("../docs/images/pendulum.svg", import.meta.url)), svg());

/**
 * @param {number} x [m]
 * @param {number} z [m]
 */
function onPaper(x, z) {
  return { x: PIVOT_X + SCALE * x, y: PIVOT_Y - SCALE * z };
}

function svg() {
  const every = Math.round(FLASH / POINT);
  const flashes = postures.filter((_, row) => row % every === 0);
  const strobes = flashes.map((points, k) => {
    const age = 1 - k / (flashes.length - 1);
    return `<polyline points="${path(points)}" stroke="${blend([31, 78, 121], [203, 219, 233], age)}"/>`;
  });
  const tips = postures.map((points) => points[LINKS]);
  const last = postures[postures.length - 1];
  const joints = last.slice(0, LINKS).map(({ x, y }) => `<circle cx="${px(x)}" cy="${px(y)}" r="3.2"/>`);
  const tip = last[LINKS];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="Positions of a five-link pendulum at equal intervals of time, and the path of its tip">
<rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="#fbfaf7"/>
<g fill="none" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round">
${strobes.join("\n")}
</g>
<polyline points="${path(tips)}" fill="none" stroke="#c8553d" stroke-width="1.8" stroke-linejoin="round"/>
<polyline points="${path(last)}" fill="none" stroke="#1f4e79" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"/>
<g fill="#fbfaf7" stroke="#1f4e79" stroke-width="1.8">
${joints.join("\n")}
</g>
<circle cx="${px(tip.x)}" cy="${px(tip.y)}" r="4.5" fill="#c8553d"/>
<text x="20" y="${HEIGHT - 18}" font-family="system-ui, sans-serif" font-size="13" fill="#6b7280">${LINKS} links of 1 m, let go level; every ${FLASH} s for ${SECONDS} s</text>
</svg>
`;
}

/** @param {readonly { x: number, y: number }[]} points */
function path(points) {
  return points.map(({ x, y }) => `${px(x)},${px(y)}`).join(" ");
}

/** @param {number} x */
function px(x) {
  return String(Math.round(10 * x) / 10);
}

/**
 * @param {readonly number[]} from
 * @param {readonly number[]} to
 * @param {number} share of `to`, 0 to 1
 */
function blend(from, to, share) {
  const channels = from.map((channel, i) => Math.round(channel + (to[i] - channel) * share));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
