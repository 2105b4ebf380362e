import type { Block, ReportAddition, Section, StudyData } from "@kinetree/study/report";
import { ACCEPTANCE_SAMPLES, acceptanceTable, demandsOf } from "./acceptance.js";
import { differenceBlocks } from "./differences.js";
import { loadBlocks } from "./joint-loads.js";
import { isChoiceStudy, landerStudy, type LanderStudy } from "./landings.js";
import { accelerationBlocks, rolloverBlocks } from "./published-tables.js";
import { scatterBlocks } from "./rollover-scatter.js";
import { effectsOf, sensitivityBlocks } from "./sensitivity.js";
import { statementBlocks } from "./statements.js";
import { variantBlocks } from "./variants.js";

/** Outputs of the lander that have no section of their own. */
const otherOutputs = ["peakProperAcceleration", "peakForce", "maxTilt"];

/** Outputs whose causes are shown: the forces of single joints would crowd a table of correlations. */
const correlated = ["peakAcceleration", "peakForce", "maxTilt", "rolledOver"];

/** What the report of a study of the lander has beyond that of any other study; nothing if it is none. */
export function landerAddition(data: StudyData, others: readonly StudyData[]): ReportAddition {
  const study = landerStudy(data);
  if (study === null && !isChoiceStudy(data)) return {};
  const shown = study === null ? [...otherOutputs, "peakAcceleration"] : otherOutputs;
  const common: ReportAddition = {
    outputs: { shown: ({ name }) => shown.includes(name), figures: false },
    isCorrelated: ({ name }) => correlated.includes(name),
  };
  if (study === null) return { ...common, sections: [sensitivitySection(data)] };
  const choices = others.find(isChoiceStudy);
  return {
    ...common,
    summary: verdictBlocks(study),
    sections: landerSections(study, others),
    outputsHeading: "Other outputs",
    // Variants, and the first study of choices, are in the sections above.
    isCompared: (other) => other !== choices && landerStudy(other) === null,
  };
}

/** How the study stands against the acceptance, for the top of the report. */
function verdictBlocks(study: LanderStudy): readonly Block[] {
  const demands = demandsOf(study);
  const few =
    study.data.manifest.samples < ACCEPTANCE_SAMPLES
      ? ` They are stated on ${ACCEPTANCE_SAMPLES} landings a case; with ${study.data.manifest.samples}, sampling alone may break or keep them.`
      : "";
  const met = demands.filter(({ verdict }) => verdict.holds).length;
  return [
    {
      kind: "text",
      text: `Variant "${study.label}", held against Wachlin 2018, chapter 6: ${met} of ${demands.length} demands are met.${few}`,
    },
    { kind: "table", table: acceptanceTable(study) },
  ];
}

/** The sections about the published study; `others` are studies to compare with. */
function landerSections(study: LanderStudy, others: readonly StudyData[]): readonly Section[] {
  const choices = others.find(isChoiceStudy);
  const variants = others.flatMap((each) => landerStudy(each) ?? []);
  return [
    { name: "acceleration", heading: "Peak acceleration", blocks: accelerationBlocks(study) },
    { name: "rollover", heading: "Rollover", blocks: rolloverBlocks(study) },
    { name: "loads", heading: "Loads of the joints", blocks: loadBlocks(study) },
    { name: "classification", heading: "Which landings roll over", blocks: scatterBlocks(study) },
    { name: "statements", heading: "Statements of the source", blocks: statementBlocks(study) },
    {
      name: "differences",
      heading: "Which differences exceed sampling error, and why we think so",
      blocks: differenceBlocks(study, choices === undefined ? [] : effectsOf(choices)),
    },
    ...(variants.length === 0
      ? []
      : [{ name: "variants", heading: "Variants side by side", blocks: variantBlocks([study, ...variants]) }]),
    ...(choices === undefined ? [] : [sensitivitySection(choices)]),
  ];
}

const sensitivitySection = (data: StudyData): Section => ({
  name: "sensitivity",
  heading: "Sensitivity to open choices",
  blocks: sensitivityBlocks(data),
});
