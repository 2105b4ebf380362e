// `npm run bench -- <name> [--json]`: install, build, measure. Standard output is the bench's alone.
import { ensureBuilt } from "./build.mjs";
import { run } from "./run.mjs";

ensureBuilt();
process.exitCode = run(process.execPath, ["--import", "tsx", "bench/src/main.ts", ...process.argv.slice(2)]);
