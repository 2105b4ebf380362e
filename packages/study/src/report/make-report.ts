import type { Report, Section } from "./document.js";
import { causeBlocks } from "./general/causes.js";
import { comparisonBlocks } from "./general/comparison.js";
import { failureBlocks, methodBlocks, originBlocks, overviewFacts } from "./general/origin.js";
import { outputBlocks } from "./general/outputs.js";
import { isChoiceStudy, landerStudy } from "./lander/landings.js";
import {
  isUsedBesideLander,
  landerSections,
  otherLanderOutputs,
  sensitivitySection,
  verdictBlocks,
} from "./lander/sections.js";
import { studyField, type StudyData } from "./study-data.js";

/** The report of a study, beside others if there are any, in the order in which a reader asks. */
export function makeReport(data: StudyData, others: readonly StudyData[] = []): Report {
  const { manifest } = data;
  const lander = landerStudy(data);
  const isChoices = isChoiceStudy(data);
  // The lander has sections of its own for the rest.
  const few = {
    shown: ({ name }: { readonly name: string }): boolean =>
      otherLanderOutputs.includes(name) || (isChoices && name === "peakAcceleration"),
    figures: false,
  };
  const title = studyField(manifest, "title");
  const description = studyField(manifest, "description");
  // Variants and choices of the lander have sections of their own.
  const unrelated = lander === null ? others : others.filter((other) => !isUsedBesideLander(other, others));
  const compared: readonly Section[] =
    unrelated.length === 0
      ? []
      : [
          {
            name: "comparison",
            heading: "Beside other studies",
            blocks: unrelated.flatMap((other) => comparisonBlocks(data, other)),
          },
        ];
  return {
    title: typeof title === "string" ? `${manifest.name}: ${title}` : manifest.name,
    subtitle: typeof description === "string" ? description : "",
    sections: [
      {
        name: "summary",
        heading: "Summary",
        blocks: [overviewFacts(data), ...(lander === null ? [] : verdictBlocks(lander))],
      },
      ...(lander === null ? [] : landerSections(lander, others)),
      ...(isChoices ? [sensitivitySection(data)] : []),
      {
        name: "outputs",
        heading: lander === null ? "Outputs" : "Other outputs",
        blocks: lander === null && !isChoices ? outputBlocks(data) : outputBlocks(data, few),
      },
      ...compared,
      {
        name: "causes",
        heading: "What the outputs depend on",
        blocks: causeBlocks(data, isLanderColumn(lander !== null || isChoices)),
      },
      { name: "failures", heading: "Failures", blocks: failureBlocks(data) },
      { name: "origin", heading: "How it was made", blocks: originBlocks(data) },
      { name: "methods", heading: "How the numbers are computed", blocks: methodBlocks },
    ],
  };
}

/** The forces of single joints crowd a table of correlations. */
const isLanderColumn = (isLander: boolean) =>
  isLander
    ? ({ name }: { readonly name: string }): boolean =>
        ["peakAcceleration", "peakForce", "maxTilt", "rolledOver"].includes(name)
    : () => true;
