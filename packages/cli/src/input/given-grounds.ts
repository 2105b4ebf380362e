import { groundGenerators, RequestError, withDefaultGrounds, type GroundDescription, type Model } from "kinetree";
import { UsageError, usage } from "../failure/errors.js";
import { readAssignments } from "./assignments.js";
import { readText } from "./read-text.js";

/** The model with the grounds that --ground names, as its defaults: whatever is done with it, and whoever resumes it, has them. */
export function withGivenGrounds(model: Model, given: readonly string[] | undefined): Model {
  const pairs = [...readAssignments("--ground", given)];
  if (pairs.length === 0) return model;
  const grounds = Object.fromEntries(pairs.map(([name, text]) => [name, descriptionIn(name, text)]));
  try {
    return withDefaultGrounds(model, grounds);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { code, subject, value } = error;
    throw new UsageError({ code, subject, value, message: `--ground ${given?.join(" ")}: ${error.message}` });
  }
}

/** A kind, JSON, or a file with JSON. */
function descriptionIn(name: string, text: string): GroundDescription {
  // Numbers left out have the defaults of the kind.
  if (groundGenerators.some(({ kind }) => kind === text)) return { kind: text } as GroundDescription;
  const isInline = text.startsWith("{");
  if (!isInline && !text.endsWith(".json"))
    throw usage(
      "bad-ground",
      `--ground ${name}`,
      text,
      `--ground ${name}=${text} is neither a kind (${groundGenerators.map(({ kind }) => kind).join(", ")}), nor JSON, nor a file ` +
        '".json". Write one of these.',
    );
  try {
    return JSON.parse(isInline ? text : readText(text)) as GroundDescription;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = `--ground ${name}: ${isInline ? "the text" : text} is no JSON (${error.message}). Correct it.`;
    throw usage("bad-ground", `--ground ${name}`, text, message);
  }
}
