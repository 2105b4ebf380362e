import type { BenchCheck } from "../bench/bench-study.js";
import { ofLinear, type CountedIteration } from "./counts.js";
import type { LargeCost } from "./large.js";
import { finalDifference, ofScheme, type SchemeRun } from "./runs.js";
import { PUBLISHED_TOLERANCE } from "./source.js";

/** Time by body of the dearest size by that of the cheapest, and additions by body likewise. */
const MOST_UNEVEN = 1.3;
/** The four take the same steps, so that their final states are apart by rounding and by what is left of iterations. */
const MOST_APART = PUBLISHED_TOLERANCE;
/** Below this size the ends of the chain, which have less to do, are a good part of it. */
const LONG = 10;

/** Operations of the scheme of linear cost compared with the source's, for the size where they are worst. */
export function countChecks(all: readonly CountedIteration[]): readonly BenchCheck[] {
  const linear = ofLinear(all);
  const ratio = ({ counted, published }: CountedIteration): number =>
    counted.solving.multiplications / published.multiplications;
  const worst = linear.reduce((most, each) => (ratio(each) > ratio(most) ? each : most));
  const long = linear.filter(({ n }) => n >= LONG);
  const multiplications = worst.counted.solving.multiplications;
  const bar = worst.published.multiplications;
  return [
    {
      name: `multiplications of linear, worst: n = ${worst.n}`,
      published: null,
      bar: `at most 657n - 324 = ${bar}`,
      measured: multiplications,
      isMet: multiplications <= bar,
    },
    ...evenness(
      "additions by body of linear",
      long.map(({ n, counted }) => [n, counted.solving.additions / n]),
    ),
  ];
}

/** Time by body does not grow with the chain. */
export const largeChecks = (costs: readonly LargeCost[]): readonly BenchCheck[] =>
  evenness(
    "time of an iteration by body",
    costs.map(({ n, perBody }) => [n, perBody]),
  );

/** The largest by the least; nothing is said of a single size. */
function evenness(what: string, values: readonly (readonly [n: number, value: number])[]): readonly BenchCheck[] {
  if (values.length < 2) return [];
  const all = values.map(([, value]) => value);
  const measured = Math.max(...all) / Math.min(...all);
  return [
    {
      name: `${what}, n = ${values[0][0]} to ${values[values.length - 1][0]}, most by least`,
      published: null,
      bar: `at most ${MOST_UNEVEN}`,
      measured,
      isMet: measured <= MOST_UNEVEN,
    },
  ];
}

/** All schemes solve the same equations. */
export function agreementCheck(runs: readonly SchemeRun[]): BenchCheck {
  const apart = ofScheme(runs, "linear").flatMap((linear) =>
    runs.filter(({ n }) => n === linear.n).map((run) => finalDifference(run.result, linear.result)),
  );
  const measured = Math.max(...apart);
  return {
    name: "final states of the four schemes, largest difference",
    published: null,
    bar: `at most ${MOST_APART.toPrecision(1)}`,
    measured,
    isMet: measured <= MOST_APART,
  };
}
