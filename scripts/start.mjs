// `npm start`: install, build, run the main job. Needs Node and npm alone.
import { ensureBuilt } from "./build.mjs";
import { run } from "./run.mjs";

ensureBuilt();
process.exitCode = run(process.execPath, ["examples/start.mjs", ...process.argv.slice(2)]);
