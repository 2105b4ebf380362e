/* The worker that reads result files of studies. */
import { readStudyRows, type StudyFile, type StudyFileReply } from "./study-file.js";

self.onmessage = async ({ data }: MessageEvent<StudyFile>) => {
  let reply: StudyFileReply;
  try {
    reply = await readStudyRows(data.name, data.bytes);
  } catch (error) {
    reply = { message: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(reply);
};
