/* Reports of studies: one page with tables and pictures, made from the folder of the results. */

export { writeReport, type ReportOptions, type WrittenReport } from "./report/write-report.js";
export { makeReport, type ReportAddition } from "./report/make-report.js";
export type { OutputChoice } from "./report/general/outputs.js";
export { readStudyData, studyField, type CaseData, type FailedSample, type StudyData } from "./report/study-data.js";
export { pageHtml } from "./report/html/page.js";
export { tableCsv } from "./report/table-csv.js";
export {
  fileStem,
  figuresOf,
  tablesOf,
  type Block,
  type Cell,
  type Estimate,
  type Report,
  type ReportColumn,
  type ReportFigure,
  type ReportTable,
  type Section,
  type Verdict,
} from "./report/document.js";

// For sections of one's own
export { cumulative, histogram, MOST_DOTS, thinned, type Spread } from "./report/charts.js";
export { numberText } from "./report/html/number-text.js";
export { pairedRate } from "./report/paired-rate.js";
export { ranksOf } from "./report/rank-correlation.js";
export { inPercent, quantileIn, rateOf, summaryOf, type Rate, type Summary } from "./report/summary.js";
