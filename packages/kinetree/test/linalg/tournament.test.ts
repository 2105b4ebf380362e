import { expect, test } from "vitest";
import { Tournament } from "../../src/linalg/pivot-search.js";
import { stream } from "../../src/random/stream.js";

test.each([1, 2, 3, 7, 8, 100])("of %i contenders the winner is the first of the largest, whoever changes", (count) => {
  const { integer } = stream(count);
  const values = Array.from({ length: count }, () => integer(10));
  const tournament = new Tournament(count, (a, b) => values[a] > values[b]);
  for (let i = 0; i < 300; i++) {
    expect(tournament.winner).toBe(values.indexOf(Math.max(...values)));
    const who = integer(count);
    values[who] = integer(10);
    tournament.replay(who);
  }
});

test("without contenders nobody wins", () => expect(new Tournament(0, () => true).winner).toBe(-1));
