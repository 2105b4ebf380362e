/* Reports of studies, as in "@kinetree/study/report", that hold studies of the Europa lander against their source. */

import {
  makeReport as makeStudyReport,
  writeReport as writeStudyReport,
  type Report,
  type ReportOptions,
  type StudyData,
  type WrittenReport,
} from "@kinetree/study/report";
import { landerAddition } from "./lander/report/sections.js";

/** The report of a study, compared with others if there are any. */
export const makeReport = (data: StudyData, others: readonly StudyData[] = []): Report =>
  makeStudyReport(data, others, landerAddition(data, others));

/** Writes the report of the study in a folder: one HTML page, its tables as CSV, its pictures as SVG and PNG. */
export const writeReport = (folder: string, options: Omit<ReportOptions, "make"> = {}): Promise<WrittenReport> =>
  writeStudyReport(folder, { ...options, make: makeReport });
