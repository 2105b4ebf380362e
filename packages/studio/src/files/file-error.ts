import type { Trouble } from "../engine/protocol.js";
import { useStudio } from "../run/store.js";

export class FileError extends Error {
  readonly trouble: Trouble;

  constructor(code: string, subject: string, message: string, issues: Trouble["issues"] = []) {
    super(message);
    this.name = "FileError";
    this.trouble = { code, subject, message, issues };
  }
}

export function showOpenTrouble(name: string, error: unknown, text: string | null = null): void {
  useStudio.setState({ opening: null, openTrouble: { name, trouble: troubleIn(name, error), text } });
}

/** The studio's errors carry their parts; others come from the browser, which cannot read moved or locked files. */
function troubleIn(name: string, error: unknown): Trouble {
  if (error instanceof Error && "trouble" in error) return error.trouble as Trouble;
  const reason = error instanceof Error ? error.message : String(error);
  const message = `${name} cannot be read (${reason}). Check that it still exists and is readable, then drop it again.`;
  return { code: "file-not-readable", subject: name, message, issues: [] };
}
