/* Reports of studies: one page with tables and pictures, made from the folder of the results. */

export { writeReport, type ReportOptions, type WrittenReport } from "./report/write-report.js";
export { makeReport, type ReportAddition } from "./report/make-report.js";
export type { OutputChoice } from "./report/general/outputs.js";
export { readStudyData, type CaseData, type FailedSample, type StudyData } from "./report/study-data.js";
export { pageHtml } from "./report/html/page.js";
export { tableCsv } from "./report/table-csv.js";
export {
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
