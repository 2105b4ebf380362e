import type { CommandSpec } from "../command-spec.js";
import { jsonOption, quietOption } from "./shared-options.js";

const server = "Server";

export const studioCommand: CommandSpec = {
  name: "studio",
  group: "Studio",
  summary: "open models, runs and studies in the browser",
  description:
    "Starts a server on this machine and opens its page: models in 3D, live runs, plots, comparisons, and studies down to the single " +
    "sample. The page sees the built-in systems and what lies in PATH, nothing else. Studies that it starts, and files that it saves, go " +
    "into the first folder of PATH, or into kinetree-studies in the current folder. Ctrl-C ends it; studies under way can be resumed.",
  arguments: [
    {
      name: "PATH",
      description: "models, results, folders of studies, or folders of those",
      optional: true,
      several: true,
      completes: "file",
    },
  ],
  options: [
    {
      flags: "--port <NUMBER>",
      description: "port to listen on, 0 for any (default: 4170, or the next one that is free)",
      group: server,
      completes: "nothing",
    },
    {
      flags: "--host <ADDRESS>",
      description: "address to listen on; other than 127.0.0.1, others may reach it (default: 127.0.0.1)",
      group: server,
      completes: "nothing",
    },
    { flags: "--no-open", description: "do not open the browser" },
    {
      flags: "--workers <COUNT>",
      description: "threads for each study that is started there (default: as many as there are cores)",
      group: server,
      completes: "nothing",
    },
    {
      flags: "--max-upload <SIZE>",
      description: 'largest file that the page may save ("1 GB"; default: 256 MB)',
      group: server,
      completes: "nothing",
    },
    quietOption,
    jsonOption,
  ],
  examples: [
    ["kinetree studio", "the built-in systems"],
    ["kinetree studio examples/robots --port 8080", "models in a folder"],
    ["kinetree studio lander.study --no-open", "results of a study; open the printed address yourself"],
  ],
  load: async () => (await import("../commands/studio.js")).studio,
};
