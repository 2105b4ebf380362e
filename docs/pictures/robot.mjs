import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createEvaluator, simulate } from "kinetree";
import { arm7Ready } from "kinetree/systems";
import { readModel } from "kinetree/formats";
import { colours, label, px, svg } from "./chart.mjs";

/** A robot from a file, let go in its ready pose: from the side, at equal intervals. */
export function robot() {
  const file = fileURLToPath(new URL("../../examples/robots/panda.urdf", import.meta.url));
  const { model } = readModel(readFileSync(file, "utf8"), { file });
  const q = Object.fromEntries(arm7Ready.map((angle, i) => [`panda_joint${i + 1}`, angle]));
  const result = simulate(model, 0.24, { state: { q }, sampleEvery: 0.03, tolerance: 1e-10 });
  const links = [...Array.from({ length: 8 }, (_, i) => `panda_link${i}`), "panda_hand", "panda_hand_tcp"];
  const { bodies } = createEvaluator(model);
  const [width, height, scale] = [760, 400, 400];
  const place = (/** @type {ArrayLike<number>} */ p) => `${px(300 + scale * p[0])},${px(340 - scale * p[2])}`;
  const sticks = Array.from(result.t, (t, row) => {
    const all = bodies(result.stateAt(row));
    const chain = links.map((name) => place(all.find((body) => body.name === name)?.position ?? []));
    const isLast = row === result.t.length - 1;
    const colour = row === 0 ? colours.ink : isLast ? colours.red : "#b9cadb";
    const strokeWidth = row === 0 || isLast ? 5 : 2;
    return `<polyline points="${chain.join(" ")}" fill="none" stroke="${colour}" stroke-width="${strokeWidth}" stroke-linejoin="round" stroke-linecap="round"/>`;
  });
  const [first, ...rest] = sticks;
  const floor = `<line x1="60" x2="700" y1="340" y2="340" stroke="${colours.text}"/>`;
  const words = label(
    20,
    height - 14,
    "Panda from a URDF file, let go in its ready pose; every 0.03 s for 0.24 s",
    "start",
  );
  const title = "A Panda arm from the side, falling limp from its ready pose, at equal intervals";
  return svg(width, height, title, [floor, ...rest.slice(0, -1), first, ...rest.slice(-1), words]);
}
