/* Studies on disk: their files, the folders of their results, resuming, replaying, queries. */

export { openFolder, openStudy } from "./store/open-study.js";
export type { StudyChanges } from "./description/study-changes.js";
export { readOrigin, type StudyOrigin } from "./store/origin.js";
export {
  beginStudy,
  resumeStudy,
  type BeginOptions,
  type StudyOutcome,
  type StudyProgress,
  type StudyRunOptions,
} from "./store/run-study.js";
export type { StoredStudy } from "./store/stored-study.js";
export type { FailureCounts } from "./store/chunk-file.js";
export { studyStatus, type StudyStatus } from "./store/status.js";
export { exportStudy, type Exported } from "./store/export-study.js";
export { queryStudy, type QueryAnswer, type QueryValue } from "./store/query.js";
export { replayRow, type ReplayDifference, type ReplayedRow, type ReplayRowOptions } from "./store/replay-row.js";
export { readResults, type StudyResults } from "./store/read-results.js";
export { readManifest, type Manifest } from "./store/manifest.js";
export { studyFolder, type StudyFolder } from "./store/study-folder.js";
export { studyCode } from "./store/study-code.js";
