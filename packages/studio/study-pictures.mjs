// Draws public/pictures/study-<name>.svg, the cards of studies on the home page, from samples that are run for it:
//   node packages/studio/study-pictures.mjs [NAME...] (after npm run build)
import { runStudy, studies } from "@kinetree/study";
import { mkdirSync, writeFileSync } from "node:fs";

const wanted = process.argv.slice(2);
const folder = new URL("public/pictures/", import.meta.url);
const [width, height] = [480, 320];
const frame = { left: 44, right: 30, top: 30, bottom: 40 };

/** What is drawn over what, and what tells the colours; "case" spreads the cases over the height. */
const plots = {
  "europa-lander": { x: "peakForce", y: "maxTilt", of: "rolledOver", samples: 12 },
  "europa-lander-quick": { x: "peakAcceleration", y: "peakForce", of: "rolledOver", samples: 6 },
  "europa-lander-choices": { x: "peakForce", y: "case", of: "rolledOver", samples: 8 },
  pendulum: { x: "length", y: "peakLoad", of: "overloaded", samples: 150 },
};
/** Seen on light and on dark. */
const colours = { axis: "#8b969d", no: "#3d92c4", yes: "#dd7a3c" };

mkdirSync(folder, { recursive: true });
for (const study of studies) {
  if (wanted.length > 0 && !wanted.includes(study.name)) continue;
  const plot = plots[study.name];
  if (!plot) throw new Error(`say in study-pictures.mjs what is drawn of the study ${study.name}`);
  const table = await runStudy({ ...study, samples: plot.samples });
  writeFileSync(new URL(`study-${study.name}.svg`, folder), draw(table, plot));
  console.log(`study-${study.name}.svg  ${table.rows} samples`);
}

function draw(table, { x, y, of }) {
  const across = table.numbers(x);
  const up = y === "case" ? casePlaces(table) : table.numbers(y);
  const isMarked = table.numbers(of);
  const px = scale(across, frame.left + 10, width - frame.right - 10);
  const py = scale(up, height - frame.bottom - 10, frame.top + 10);
  const dots = (flag) =>
    [...across]
      .flatMap((value, i) =>
        isMarked[i] === flag && Number.isFinite(value + up[i])
          ? [`M${px(value).toFixed(1)} ${py(up[i]).toFixed(1)}h0`]
          : [],
      )
      .join("");
  const layer = (colour, flag) =>
    `<path d="${dots(flag)}" stroke="${colour}" stroke-opacity="0.8" stroke-width="8" stroke-linecap="round" fill="none"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
<path d="M${frame.left} ${frame.top}V${height - frame.bottom}H${width - frame.right}${ticks()}" fill="none" stroke="${colours.axis}" stroke-width="2"/>
${layer(colours.no, 0)}
${layer(colours.yes, 1)}
</svg>
`;
}

/** One height for each case, its samples spread a little around it. */
function casePlaces(table) {
  const cases = table.texts("case");
  const order = [...new Set(cases)];
  const sample = table.numbers("sample");
  return Float64Array.from(cases, (name, i) => order.indexOf(name) + 0.12 * ((sample[i] % 5) - 2));
}

function scale(values, from, to) {
  const finite = [...values].filter(Number.isFinite);
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  return (value) => from + ((to - from) * (value - low)) / (high - low || 1);
}

function ticks() {
  const across = [1, 2, 3, 4].map((k) => frame.left + (k * (width - frame.left - frame.right)) / 4);
  const up = [0, 1, 2].map((k) => frame.top + (k * (height - frame.top - frame.bottom)) / 3);
  return [
    ...across.map((x) => `M${x} ${height - frame.bottom}v7`),
    ...up.map((y) => `M${frame.left} ${Math.round(y)}h-7`),
  ].join("");
}
