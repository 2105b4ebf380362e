import type { StudyFile, StudyFileReply, StudyFileRows } from "../../engine/study/study-file.js";

/** Reads the rows of a study (Parquet) in a worker of its own, so that a large file does not stop the page. */
export function readStudyFile(file: StudyFile): Promise<StudyFileRows> {
  const worker = new Worker(new URL("../../engine/study/study-file-worker.ts", import.meta.url), { type: "module" });
  return new Promise<StudyFileRows>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<StudyFileReply>) => {
      if ("message" in data) reject(new Error(data.message));
      else resolve(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(`${file.name} could not be read: ${event.message || "the reader could not be loaded"}.`));
    };
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
