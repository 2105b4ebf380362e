/** An issue as `--json` prints it: with its place in the file, without the one in the model, which files call otherwise. */
export const printedIssue = (issue: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(issue).filter(([key, value]) => key !== "modelPath" && !(key === "path" && Array.isArray(value))),
  );
