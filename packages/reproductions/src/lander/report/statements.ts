import { numberText, quantileIn, summaryOf, type Block, type Cell, type Verdict } from "@kinetree/study/report";
import { europaGrounds, type EuropaGround, type EuropaLegs } from "kinetree/systems";
import { allForces, hasForces } from "./joint-loads.js";
import type { Landings, LanderStudy } from "./landings.js";
import { separation } from "./separation.js";

interface Statement {
  readonly source: string;
  readonly ours: string;
  readonly verdict: Verdict | null;
}

const agreement = (holds: boolean): Verdict => ({ holds, text: holds ? "agrees" : "differs" });

/** Orders of the mean peak acceleration, least first, and by how much the best is below stiff legs. */
const orders: Readonly<Record<EuropaGround, { readonly legs: readonly EuropaLegs[]; readonly less: number }>> = {
  ice: { legs: ["shock-absorbing", "impedance", "conforming", "stiff"], less: 42 },
  snow: { legs: ["shock-absorbing", "impedance", "conforming", "stiff"], less: 40 },
  sand: { legs: ["conforming", "impedance", "shock-absorbing", "stiff"], less: 31 },
};

function ofPeaks(ground: EuropaGround, here: readonly Landings[]): readonly Statement[] {
  const { legs, less } = orders[ground];
  if (here.length < legs.length) return [];
  const rising = [...here].sort((a, b) => a.peak.mean.value - b.peak.mean.value);
  const meanOf = (name: string): number => here.find((each) => each.legs === name)?.peak.mean.value ?? NaN;
  return [
    {
      source: `${ground}: peak acceleration rises in the order ${legs.join(", ")}`,
      ours: rising.map((each) => `${each.legs} ${numberText(each.peak.mean.value)}`).join(", "),
      verdict: agreement(rising.every((each, i) => each.legs === legs[i])),
    },
    {
      source: `${ground}: ${legs[0]} legs reduce it by about ${less} % against stiff legs`,
      ours: `${numberText(100 * (1 - meanOf(legs[0]) / meanOf("stiff")), "tenths")} %`,
      verdict: null,
    },
  ];
}

function ofForces(ground: EuropaGround, here: readonly Landings[]): readonly Statement[] {
  if (here.length < 4 || ground === "sand") return [];
  const medians = new Map(here.map((each) => [each.legs, quantileIn(summaryOf(allForces(each)), 0.5)]));
  const of = (name: EuropaLegs): number => medians.get(name) ?? NaN;
  const flexible: readonly EuropaLegs[] = ["shock-absorbing", "conforming", "impedance"];
  const isNear = Math.abs(of("impedance") - of("conforming")) < Math.abs(of("impedance") - of("shock-absorbing"));
  return [
    {
      source: `${ground}: stiff legs have the highest joint forces, conforming legs the lowest of the passive ones`,
      ours: `medians: ${[...medians].map(([legs, x]) => `${legs} ${numberText(x)}`).join(", ")}`,
      verdict: agreement(flexible.every((each) => of("stiff") > of(each)) && of("conforming") < of("shock-absorbing")),
    },
    {
      source: `${ground}: forces under impedance control are similar to those of conforming legs`,
      ours: `medians ${numberText(of("impedance"))} and ${numberText(of("conforming"))}, nearer than shock-absorbing: ${isNear ? "yes" : "no"}`,
      verdict: agreement(isNear),
    },
  ];
}

/** Overlap of stiff and conforming legs: the chance that the force of a joint with stiff legs is the larger one. */
function ofOverlap(landings: readonly Landings[]): readonly Statement[] {
  const chance = (ground: EuropaGround): number => {
    const forces = (legs: EuropaLegs): Float64Array => {
      const found = landings.find((each) => each.legs === legs && each.ground === ground);
      return found === undefined ? new Float64Array(0) : allForces(found);
    };
    return separation(forces("stiff"), forces("conforming")).value;
  };
  const chances = europaGrounds.map((ground) => ({ ground, value: chance(ground) }));
  if (chances.some(({ value }) => Number.isNaN(value))) return [];
  const [ice, snow, sand] = (["ice", "snow", "sand"] as const).map(chance);
  return [
    {
      source: "sand: joint forces overlap much more than on ice and snow",
      ours: `chance that stiff legs have the larger force than conforming ones: ${chances
        .map(({ ground, value }) => `${ground} ${numberText(100 * value, "tenths")} %`)
        .join(", ")}`,
      verdict: agreement(Math.abs(sand - 0.5) < Math.min(Math.abs(ice - 0.5), Math.abs(snow - 0.5))),
    },
  ];
}

/** Statements of the source compared with our results. */
export function statementBlocks(study: LanderStudy): readonly Block[] {
  const on = (ground: EuropaGround): readonly Landings[] => study.landings.filter((each) => each.ground === ground);
  const statements = [
    ...europaGrounds.flatMap((ground) => ofPeaks(ground, on(ground))),
    ...(hasForces(study)
      ? [...europaGrounds.flatMap((ground) => ofForces(ground, on(ground))), ...ofOverlap(study.landings)]
      : []),
  ];
  return [
    {
      kind: "table",
      table: {
        name: "statements",
        title: "Statements of the source",
        columns: ["the source", "ours", ""].map((name) => ({ name })),
        rows: statements.map(({ source, ours, verdict }): readonly Cell[] => [source, ours, verdict]),
      },
    },
  ];
}
