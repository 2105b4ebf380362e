import { europaLegJoints, forceColumn } from "@kinetree/study";
import { cumulative, histogram, quantileIn, summaryOf, type Block, type Cell } from "@kinetree/study/report";
import { europaGrounds, type EuropaGround } from "kinetree/systems";
import type { Landings, LanderStudy } from "./landings.js";
import { colorOf } from "./published-tables.js";

/** Numbers of the source's figures of joint forces, by ground. */
const forceFigure: Readonly<Record<EuropaGround, string>> = { ice: "6.8", snow: "6.10", sand: "6.12" };

/** The peak forces of all twelve joints in all landings, over the lander's weight. */
export const allForces = ({ of }: Landings): Float64Array =>
  Float64Array.from(europaLegJoints.flatMap((joint) => Array.from(of.numbers(forceColumn(joint)))));

/** The mean over the twelve joints, landing by landing: these are independent of each other, the joints of one landing are not. */
function meanForces({ of }: Landings): Float64Array {
  const columns = europaLegJoints.map((joint) => of.numbers(forceColumn(joint)));
  return columns[0].map((_, i) => columns.reduce((sum, column) => sum + column[i], 0) / columns.length);
}

export const hasForces = ({ data }: LanderStudy): boolean =>
  europaLegJoints.every((joint) => data.manifest.columns.some(({ name }) => name === forceColumn(joint)));

export function loadBlocks(study: LanderStudy): readonly Block[] {
  if (!hasForces(study)) return [{ kind: "text", text: "This study has not kept the forces of the twelve joints." }];
  return [
    {
      kind: "text",
      text:
        "The largest force of each of the twelve joints in each landing, over the weight of the lander on Europa. The source gives figures and " +
        "no numbers; what it says about them is below, under the statements of the source.",
    },
    ...europaGrounds.flatMap((ground): Block[] => {
      const here = study.landings.filter((each) => each.ground === ground);
      if (here.length === 0) return [];
      const spreads = here.map((each) => ({ name: each.legs, color: colorOf(each.legs), values: allForces(each) }));
      const label = "peak joint force / weight";
      const number = forceFigure[ground];
      return [
        {
          kind: "figures",
          figures: [
            {
              name: `figure-${number}-joint-forces-${ground}`,
              caption: `Figure ${number} of the source: peak forces of all twelve joints on ${ground}, over the weight.`,
              chart: histogram(spreads, label),
            },
            {
              name: `cumulative-joint-forces-${ground}`,
              caption: `The same as shares below.`,
              chart: cumulative(spreads, label),
            },
          ],
        },
      ];
    }),
    {
      kind: "table",
      table: {
        name: "joint-forces",
        title: "Peak joint forces over the weight",
        columns: ["ground", "legs", "landings", "mean of the 12 joints", "median", "95 %", "max"].map((name) => ({
          name,
        })),
        rows: study.landings.map((each): readonly Cell[] => {
          const [all, means] = [summaryOf(allForces(each)), summaryOf(meanForces(each))];
          return [
            each.ground,
            each.legs,
            means.count,
            means.mean,
            quantileIn(all, 0.5),
            quantileIn(all, 0.95),
            quantileIn(all, 1),
          ];
        }),
      },
    },
  ];
}
