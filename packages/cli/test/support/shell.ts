import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const bin = join(root, "packages/cli/bin/kinetree.mjs");

/** For lines that are run as a reader of the documentation would. */
export interface Shell {
  /** `kinetree` and `npx kinetree` are the command that was built. */
  readonly env: NodeJS.ProcessEnv;
  /** A new folder for the files that lines write, with the examples in it. */
  readonly folderFor: (name: string) => string;
}

/** @param folder empty, and taken away by the caller */
export function shellIn(folder: string): Shell {
  const programs = join(folder, "programs");
  mkdirSync(programs);
  const command = `exec "${process.execPath}" "${bin}" "$@"\n`;
  writeFileSync(join(programs, "kinetree"), `#!/bin/sh\n${command}`);
  writeFileSync(join(programs, "npx"), `#!/bin/sh\nshift\n${command}`);
  for (const name of ["kinetree", "npx"]) chmodSync(join(programs, name), 0o755);
  mkdirSync(join(folder, ".config/fish/completions"), { recursive: true });
  return {
    env: { ...process.env, HOME: folder, PATH: `${programs}:${process.env["PATH"]}` },
    folderFor: (name) => {
      const own = join(folder, name);
      mkdirSync(own);
      symlinkSync(join(root, "examples"), join(own, "examples"));
      return own;
    },
  };
}
