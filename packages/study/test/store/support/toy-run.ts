/* A program that runs or resumes the toy study until it is killed or done: "begin" or "resume", folder, workers, milliseconds a chunk takes. */
import { beginStudy, resumeStudy } from "../../../src/store/run-study.js";
import { toyStudy } from "./toy-study.js";

const [what, folder, workers, slowness = "2"] = process.argv.slice(2);
const study = toyStudy({ samples: 400, slowness: Number(slowness) });
const options = { workers: Number(workers) };
if (what === "begin") await beginStudy(folder, study, {}, { ...options, chunkSize: 16 });
else await resumeStudy(folder, study, options);
