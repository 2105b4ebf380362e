// `npm start`: install, build, open the studio on the built-in systems. Needs Node and npm alone.
//   npm start -- examples/robots          opens it on a folder of models
//   npm start -- --port 8080 --no-open    options of `kinetree studio`
import { ensureBuilt } from "./build.mjs";

ensureBuilt();
// In this process: Ctrl-C then reaches one program, which ends in order.
process.argv.splice(2, 0, "studio");
await import(new URL("../packages/cli/bin/kinetree.mjs", import.meta.url).href);
