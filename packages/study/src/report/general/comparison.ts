import { meanDifference, pairedDifference, rateDifference, type Difference } from "../../statistics/differences.js";
import { fileStem, type Block, type Cell, type Estimate, type ReportColumn, type ReportTable } from "../document.js";
import { pairedRate } from "../paired-rate.js";
import { numericOutputs, predicates, variedParameters, type CaseData, type StudyData } from "../study-data.js";
import { inPercent, rateOf, summaryOf } from "../summary.js";

/** A comparison with another study: outputs that both have, in cases of the same name. */
export function comparisonBlocks(data: StudyData, other: StudyData): readonly Block[] {
  const pairs = data.cases.flatMap((mine) => {
    const theirs = other.cases.find(({ name }) => name === mine.name);
    return theirs === undefined ? [] : [{ mine, theirs }];
  });
  const has = (name: string): boolean => other.manifest.columns.some((column) => column.name === name);
  const alone = data.cases.length - pairs.length;
  const parameters = variedParameters(data).map(({ name }) => name);
  const isPaired = pairs.length > 0 && pairs.every(({ mine, theirs }) => haveSameDraws(mine, theirs, parameters));
  const numbers = numericOutputs(data).filter(({ name }) => has(name));
  const conditions = predicates(data).filter(({ name }) => has(name));
  const columns = (unit: Omit<ReportColumn, "name">): readonly ReportColumn[] => [
    { name: "output" },
    { name: "case" },
    { name: "this study", ...unit },
    { name: other.label, ...unit },
    { name: "difference", ...unit },
    { name: "sampling error" },
  ];
  const meanTable: ReportTable = {
    name: `compared-with-${fileStem(other.label)}`,
    title: `Means of this study and of ${other.label}`,
    columns: columns({}),
    rows: numbers.flatMap(({ name }) =>
      pairs.map(({ mine, theirs }): readonly Cell[] => {
        const [a, b] = [summaryOf(mine.numbers(name)), summaryOf(theirs.numbers(name))];
        const difference = isPaired
          ? pairedDifference(mine.numbers(name), theirs.numbers(name))
          : meanDifference({ ...a, mean: a.mean.value }, { ...b, mean: b.mean.value });
        return [name, mine.name, a.mean, b.mean, ...differenceCells(estimateOf(difference), 1)];
      }),
    ),
  };
  const rateTable: ReportTable = {
    name: `rates-compared-with-${fileStem(other.label)}`,
    title: `Rates of this study and of ${other.label}`,
    columns: columns({ unit: "%", style: "tenths" }),
    rows: conditions.flatMap(({ name }) =>
      pairs.map(({ mine, theirs }): readonly Cell[] => {
        const [a, b] = [rateOf(mine.numbers(name)), rateOf(theirs.numbers(name))];
        const found = isPaired
          ? pairedRate(mine.numbers(name), theirs.numbers(name))
          : estimateOf(rateDifference(a, b));
        return [name, mine.name, inPercent(a.rate), inPercent(b.rate), ...differenceCells(found, 100)];
      }),
    ),
  };
  const how = isPaired
    ? "Both have the same draws: differences are taken sample by sample."
    : "The draws differ: the samples are taken as independent.";
  return [
    {
      kind: "text",
      text:
        `${other.label}: study ${other.manifest.name}, seed ${other.manifest.seed}, hash ${other.manifest.hash.slice(0, 12)}. ${how}` +
        (alone === 0 ? "" : ` It lacks ${alone} of our ${data.cases.length} cases.`),
    },
    ...(meanTable.rows.length === 0 ? [] : [{ kind: "table", table: meanTable } as const]),
    ...(rateTable.rows.length === 0 ? [] : [{ kind: "table", table: rateTable } as const]),
  ];
}

const estimateOf = ({ difference, low, high }: Difference): Estimate => ({ value: difference, low, high });

function differenceCells({ value, low, high }: Estimate, factor: number): Cell[] {
  const isBeyond = low > 0 || high < 0;
  return [
    { value: factor * value, low: factor * low, high: factor * high },
    { holds: !isBeyond, text: isBeyond ? "exceeds" : "within" },
  ];
}

const haveSameDraws = (mine: CaseData, theirs: CaseData, parameters: readonly string[]): boolean =>
  parameters.length > 0 &&
  parameters.every((name) => {
    const [a, b] = [mine.numbers(name), theirs.numbers(name)];
    return a.length === b.length && a.every((x, i) => Object.is(x, b[i]));
  });
