import { beginStudy, openStudy } from "@kinetree/study/node";
import { readStudyData } from "@kinetree/study/report";
import { beforeAll, describe, expect, test } from "vitest";
import { scratch } from "../../../study/test/store/support/scratch.js";
import { PUBLISHED_SAMPLES, publishedLandings } from "../../src/lander/published.js";
import { demandsOf } from "../../src/lander/report/acceptance.js";
import { landerStudy, type Landings, type LanderStudy } from "../../src/lander/report/landings.js";

const place = scratch();

/*
 * The first landings of the study that the documentation states on 2,000 a case, with the study's own seed: enough to tell that
 * the model is the one of the published tables, not that the acceptance is met.
 */
const SAMPLES = 12;

/** Standard errors of both sides that a difference may have. */
const ERRORS = 4;

describe("whole landings of the default study / the published numbers, within what so few of them allow", () => {
  let study: LanderStudy;
  const of = (legs: string, ground: string): Landings => {
    const found = study.landings.find((each) => each.legs === legs && each.ground === ground);
    if (found === undefined) throw new Error(`${legs} on ${ground} is missing`);
    return found;
  };

  beforeAll(async () => {
    const folder = place("landings.study");
    const origin = { named: "europa-lander", samples: SAMPLES };
    await beginStudy(folder, await openStudy(origin), origin, { workers: 0 });
    const found = landerStudy(await readStudyData(folder));
    if (found === null) throw new Error("not taken for a study of the lander");
    study = found;
  });

  test.each(publishedLandings)("$legs on $ground", ({ legs, ground, mean, std, rollover }) => {
    const { peak, rollover: rate } = of(legs, ground);
    expect([peak.count, rate.trials]).toEqual([SAMPLES, SAMPLES]);
    const error = std * Math.sqrt(1 / SAMPLES + 1 / PUBLISHED_SAMPLES);
    expect(Math.abs(peak.mean.value - mean)).toBeLessThan(ERRORS * error);
    // One landing more or less is the least that a rate of so few can differ by.
    const rateError = Math.sqrt(rollover * (1 - rollover) * (1 / SAMPLES + 1 / PUBLISHED_SAMPLES));
    expect(Math.abs(rate.rate.value - rollover)).toBeLessThan(ERRORS * rateError + 1.01 / SAMPLES);
  });

  test("demands / so few cannot decide those about rollover", () => {
    expect(demandsOf(study)[2].undecided.length).toBeGreaterThan(6);
  });
});
