import { closeAll, openSource } from "../run/actions.js";
import type { ResultFile } from "../engine/protocol.js";
import { positionColumns } from "../engine/row-columns.js";
import { useStudio } from "../run/store.js";
import { readAddress } from "../share/address.js";
import { setupDefaults, type Experiment } from "../experiment/types.js";

/**
 * Opens the model that a result is of, where the file tells it, so that the result is drawn with the model's shapes. What is open
 * stays if it is that model; a result that tells nothing is drawn as bodies without shapes.
 */
export async function openModelOfResult(result: ResultFile): Promise<void> {
  const { opened } = useStudio.getState();
  if (opened !== null && opened.hash === textIn(result, "modelHash")) return;
  const experiment = await experimentOf(result);
  if (experiment === null) return;
  const { source, parameters, start, setup } = experiment;
  await openSource(source, { parameters, start, setup });
  const { opened: found } = useStudio.getState();
  const names = new Set(result.names);
  const isIt = found?.numbers.bodies.every(({ name }) => names.has(positionColumns(name)[0])) ?? false;
  // The same name with other sizes is another mechanism.
  if (!isIt) closeAll();
  useStudio.setState({ openTrouble: null, result, cursor: result.t[0] ?? 0 });
}

/** The studio writes a link into its files; the command line writes the name of a built-in system. */
async function experimentOf(result: ResultFile): Promise<Experiment | null> {
  const link = textIn(result, "link");
  if (link !== null) {
    const read = await readAddress(link).catch(() => null);
    if (read !== null) return read.shared.experiment;
  }
  const name = textIn(result, "source");
  if (name === null || !/^[a-z][a-z0-9-]*$/.test(name)) return null;
  return {
    source: { kind: "system", name, options: {} },
    parameters: numbersIn(result, "parameters"),
    start: null,
    setup: setupDefaults,
  };
}

function textIn({ metadata }: ResultFile, key: string): string | null {
  const value = parsed(metadata[key]);
  return typeof value === "string" ? value : null;
}

function numbersIn({ metadata }: ResultFile, key: string): Record<string, number> {
  const value = parsed(metadata[key]);
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
  );
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
