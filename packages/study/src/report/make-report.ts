import type { StudyColumn } from "../prepare/prepared-study.js";
import type { Block, Report, Section } from "./document.js";
import { causeBlocks } from "./general/causes.js";
import { comparisonBlocks } from "./general/comparison.js";
import { failureBlocks, methodBlocks, originBlocks, overviewFacts } from "./general/origin.js";
import { outputBlocks, type OutputChoice } from "./general/outputs.js";
import { studyField, type StudyData } from "./study-data.js";

/** What the report of a study of a known kind has beyond that of any other study. */
export interface ReportAddition {
  /** Below the facts of the summary. */
  readonly summary?: readonly Block[];
  /** After the summary. */
  readonly sections?: readonly Section[];
  /** Heading of the outputs. Default "Outputs". */
  readonly outputsHeading?: string;
  /** Which outputs are in the page. Default: the first ones, with pictures. */
  readonly outputs?: OutputChoice;
  /** Outputs whose dependence on the parameters is shown. Default: all. */
  readonly isCorrelated?: (output: StudyColumn) => boolean;
  /** Other studies to compare with in a section of their own. Default: all. */
  readonly isCompared?: (other: StudyData) => boolean;
}

/** The report of a study, compared with others if there are any, in the order in which a reader asks. */
export function makeReport(
  data: StudyData,
  others: readonly StudyData[] = [],
  {
    summary = [],
    sections = [],
    outputsHeading = "Outputs",
    outputs,
    isCorrelated = () => true,
    isCompared = () => true,
  }: ReportAddition = {},
): Report {
  const { manifest } = data;
  const title = studyField(manifest, "title");
  const description = studyField(manifest, "description");
  const compared = others.filter(isCompared);
  return {
    title: typeof title === "string" ? `${manifest.name}: ${title}` : manifest.name,
    subtitle: typeof description === "string" ? description : "",
    sections: [
      { name: "summary", heading: "Summary", blocks: [overviewFacts(data), ...summary] },
      ...sections,
      { name: "outputs", heading: outputsHeading, blocks: outputBlocks(data, outputs) },
      ...(compared.length === 0
        ? []
        : [
            {
              name: "comparison",
              heading: "Beside other studies",
              blocks: compared.flatMap((other) => comparisonBlocks(data, other)),
            },
          ]),
      { name: "causes", heading: "Influence of the parameters", blocks: causeBlocks(data, isCorrelated) },
      { name: "failures", heading: "Failures", blocks: failureBlocks(data) },
      { name: "origin", heading: "How it was made", blocks: originBlocks(data) },
      { name: "methods", heading: "How the numbers are computed", blocks: methodBlocks },
    ],
  };
}
