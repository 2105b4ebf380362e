// npm run bench -- dynamics [--json] [--quick] [--models lander,chain-20]
import { parseArgs } from "node:util";
import { dynamics, dynamicsText } from "./dynamics.js";

const usage = `usage: npm run bench -- dynamics [options]
  --json            one JSON object on standard output: {"rows", "checks", ...}
  --quick           fewer and shorter windows
  --models a,b      only these models`;

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: "boolean" }, quick: { type: "boolean" }, models: { type: "string" } },
  });
  if (positionals.length !== 1 || positionals[0] !== "dynamics") {
    console.error(`unknown benchmark "${positionals.join(" ")}"\n${usage}`);
    return 2;
  }
  const result = await dynamics({
    quick: values.quick ?? false,
    models: values.models?.split(",") ?? null,
    progress: (text) => console.error(text),
  });
  console.log(values.json ? JSON.stringify(result) : dynamicsText(result));
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exitCode = 2;
}
