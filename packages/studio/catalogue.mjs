// Writes src/home/catalogue-data.ts, the list of the home page, from the built library: node packages/studio/catalogue.mjs
import { studies } from "@kinetree/study";
import { buildTopology } from "kinetree";
import { systems } from "kinetree/systems";
import { writeFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";

/** What the library does not say: a heading for each mechanism, and titles where the name does not make one. */
const groups = {
  "Landers and vehicles": ["europa-lander", "lander", "stubby-lander", "suspended-vehicle", "hmmwv", "quarter-car"],
  "Robots and platforms": ["arm7", "stewart-platform", "five-bar"],
  "Flexible bodies": [
    "flexible-arm",
    "space-platform",
    "spinning-beam",
    "slider-crank-flexible",
    "cantilever",
    "flexible-chain",
  ],
  "Linkages with loops": [
    "four-bar",
    "four-bar-row",
    "slider-crank",
    "spatial-slider-crank",
    "andrews",
    "bricard",
    "flyball-governor",
  ],
  "Pendulums and tops": ["pendulum", "double-pendulum", "n-pendulum", "box-pendulum", "torque-free-top", "heavy-top"],
  Chains: ["hinge-chain", "spherical-chain", "numbered-chain"],
};
const titles = {
  arm7: "Seven-joint arm",
  andrews: "Andrews’ squeezer",
  bricard: "Bricard loop",
  "four-bar": "Four-bar",
  "four-bar-row": "Row of four-bars",
  "five-bar": "Five-bar",
  "n-pendulum": "n-fold pendulum",
  "slider-crank": "Slider-crank",
  "slider-crank-flexible": "Flexible slider-crank",
  "spatial-slider-crank": "Spatial slider-crank",
  "torque-free-top": "Torque-free top",
};
const titleOf = (name) => titles[name] ?? name[0].toUpperCase() + name.slice(1).replaceAll("-", " ");
const upper = (text) => text[0].toUpperCase() + text.slice(1);

const order = Object.values(groups).flat();
const unknown = systems.filter(({ name }) => !order.includes(name));
if (unknown.length > 0) throw new Error(`give these a heading in catalogue.mjs: ${unknown.map(({ name }) => name)}`);

const systemList = order.map((name) => {
  const system = systems.find((each) => each.name === name);
  const { counts } = buildTopology(system.build());
  const group = Object.keys(groups).find((key) => groups[key].includes(name));
  return { name, title: titleOf(name), group, summary: system.summary, bodies: counts.bodies, loops: counts.loops };
});
const studyList = studies.map(({ name, title, samples, seed, cases, scenario }) => ({
  name,
  title: upper(title),
  samples,
  cases: cases?.length ?? 1,
  seed,
  system: scenario.named,
}));

const file = new URL("src/home/catalogue-data.ts", import.meta.url);
const text = `/* Written by catalogue.mjs from the library: do not edit. */
import type { StudyCardData, SystemCardData } from "./catalogue.js";

/** The named mechanisms. */
export const systemList: readonly SystemCardData[] = ${JSON.stringify(systemList)};

/** The named studies. */
export const studyList: readonly StudyCardData[] = ${JSON.stringify(studyList)};
`;
const options = await resolveConfig(file);
writeFileSync(file, await format(text, { ...options, parser: "typescript" }));
