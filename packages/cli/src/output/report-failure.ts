import { KinetreeError, ModelError, RequestError, SimulationError } from "kinetree";
import { printJson, tell } from "./streams.js";
import { FileError, UsageError } from "../failure/errors.js";
import { EXIT } from "../failure/exit-code.js";
import { printedIssue } from "../failure/printed-issue.js";

/** Requests that are sound in themselves: it is the model that cannot fulfil them. */
const modelCannot = new Set([
  "formulation-refuses",
  "nothing-moves",
  "urdf-cannot-say",
  "controller-missing",
  "study-code-failed",
]);

/** Complaints of the libraries about files. */
const aboutFiles = new Set([
  "result-not-written",
  "result-not-read",
  "result-not-readable",
  "not-a-checkpoint",
  "result-cannot-resume",
  "study-not-written",
  "study-not-read",
  "not-a-study-folder",
  "folder-in-use",
  "study-exists",
  "study-in-use",
  "study-changed",
]);

/** What the shell is told about an error. */
function exitCodeOf(error: unknown): number {
  if (!(error instanceof KinetreeError)) return EXIT.bug;
  if (error instanceof FileError) return EXIT.file;
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof ModelError || error instanceof SimulationError) return EXIT.failed;
  if (aboutFiles.has(error.code)) return EXIT.file;
  if (error instanceof RequestError) return modelCannot.has(error.code) ? EXIT.failed : EXIT.usage;
  return EXIT.failed;
}

/** How errors are shown. */
export interface ReportStyle {
  /** An object on standard output in addition to the text on standard error. */
  readonly json: boolean;
  /** With the stack. */
  readonly debug: boolean;
}

/** Says what went wrong and returns the exit code. */
export function reportError(error: unknown, { json, debug }: ReportStyle): number {
  // Whoever read the result has seen enough.
  if (error instanceof KinetreeError && error.value === "EPIPE") return EXIT.fine;
  const code = exitCodeOf(error);
  if (json) printJson({ error: factsOf(error) });
  // Mistakes in a file stand alone, a line each, so that editors and terminals jump to them.
  if (isAboutText(error))
    tell(
      `${error.message}\nkinetree: ${error.file.includes('"') ? error.file : `"${error.file}"`} cannot be used; see above.`,
    );
  else if (error instanceof KinetreeError) tell(`kinetree: ${error.message}`);
  else tell(`kinetree: ${bugMessage(error)}`);
  if (debug && error instanceof Error) tell(error.stack ?? error.message);
  return code;
}

const isAboutText = (error: unknown): error is KinetreeError & { readonly file: string } =>
  error instanceof KinetreeError && "file" in error && typeof error.file === "string" && "issues" in error;

function bugMessage(error: unknown): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `${what}\nThis is a mistake of kinetree, not yours. Please report it with the output of the same command and --debug.`;
}

function factsOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof KinetreeError))
    return { code: "bug", message: error instanceof Error ? error.message : String(error) };
  const { code, subject, value, message } = error;
  const issues = "issues" in error && Array.isArray(error.issues) ? { issues: error.issues.map(printedIssue) } : {};
  return { code, subject, ...(value === undefined ? {} : { value }), message, ...issues };
}
