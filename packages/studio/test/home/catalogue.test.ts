import { studies } from "@kinetree/study";
import { buildTopology } from "kinetree";
import { systems } from "kinetree/systems";
import { existsSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { matches, studyCards, systemCards, systemGroups } from "../../src/home/catalogue.js";

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);
const picture = (name: string): URL => new URL(`../../public/pictures/${name}`, import.meta.url);

describe("the list of the home page is the library's (node packages/studio/catalogue.mjs writes it anew)", () => {
  test("every mechanism, with its summary and counts", () => {
    const expected = systems.map(({ name, summary, build }) => {
      const { bodies, loops } = buildTopology(build()).counts;
      return { name, summary, bodies, loops };
    });
    const listed = systemCards.map(({ name, summary, bodies, loops }) => ({ name, summary, bodies, loops }));
    expect(listed.sort(byName)).toEqual(expected.sort(byName));
  });

  test("every study, with its size and seed", () => {
    const expected = studies.map(({ name, samples, seed, cases }) => ({
      name,
      samples,
      seed,
      cases: cases?.length ?? 1,
    }));
    const listed = studyCards.map(({ name, samples, seed, cases }) => ({ name, samples, seed, cases }));
    expect(listed.sort(byName)).toEqual(expected.sort(byName));
  });

  test.each(systemCards.map(({ name }) => `${name}.webp`))("picture %s is there and small", (name) => {
    expect(existsSync(picture(name))).toBe(true);
    expect(statSync(picture(name)).size).toBeLessThanOrEqual(15 * 1024);
  });

  test.each(studyCards.map(({ name }) => `study-${name}.svg`))("picture %s is there and small", (name) => {
    expect(existsSync(picture(name))).toBe(true);
    expect(statSync(picture(name)).size).toBeLessThanOrEqual(30 * 1024);
  });

  test("each mechanism stands under exactly one heading, and cards of a heading follow one another", () => {
    const headings = systemCards.map(({ group }) => group).filter((group, i, all) => group !== all[i - 1]);
    expect(headings).toEqual(systemGroups);
  });
});

test("a search finds what holds all of its words, whatever their case", () => {
  expect(matches("LOOP four", "four-bar", "one loop")).toBe(true);
  expect(matches("loop five", "four-bar", "one loop")).toBe(false);
  expect(matches("", "anything")).toBe(true);
});
