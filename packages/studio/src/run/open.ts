import type { OpenedModel } from "../engine/protocol.js";
import { setupDefaults, type Drag, type ModelSource, type RunSetup, type Start } from "../experiment/types.js";
import { engine } from "./engine.js";
import { connect } from "./live.js";
import { Tickets } from "./pending.js";
import { useStudio } from "./store.js";
import { troubleIn } from "./trouble-in.js";

export interface OpenOptions {
  readonly parameters?: Readonly<Record<string, number>>;
  readonly start?: Start | null;
  readonly setup?: Partial<RunSetup>;
  /** Mouse drags that the next run repeats. */
  readonly drags?: readonly Drag[];
}

const tickets = new Tickets();

/** Opens a model instead of the current one; returns false and sets `openTrouble` on failure. */
export async function openSource(source: ModelSource, options: OpenOptions = {}): Promise<boolean> {
  connect();
  const ticket = tickets.take();
  useStudio.setState({ opening: source.name, openTrouble: null });
  try {
    const opened = await engine().open(source, options.parameters ?? {}, options.start ?? null);
    if (!tickets.isLatest(ticket)) return false; // something else was opened meanwhile
    show(opened, { ...setupDefaults, ...options.setup }, options.drags ?? []);
    return true;
  } catch (error) {
    if (!tickets.isLatest(ticket)) return false;
    const text = source.kind === "file" ? source.text : null;
    useStudio.setState({ opening: null, openTrouble: { name: source.name, trouble: troubleIn(error), text } });
    return false;
  }
}

function show(opened: OpenedModel, setup: RunSetup, drags: readonly Drag[]): void {
  useStudio.setState({
    opening: null,
    opened,
    openTrouble: null,
    setup,
    experiment: null,
    script: drags.length > 0 ? { posed: opened.posed, setup, drags } : null,
    posed: opened.posed,
    poseTrouble: null,
    selected: null,
    hovered: null,
    traces: [],
    status: null,
    history: null,
    cursor: opened.posed.start.t,
    playing: false,
    channels: [],
    plots: [],
    result: null,
  });
}

/** Shows a result file instead of a run; false if it cannot be read. `sidecar` is the text of a CSV file's JSON file. */
export async function openResult(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  sidecar: string | null = null,
): Promise<boolean> {
  useStudio.setState({ opening: name, openTrouble: null });
  try {
    const result = await engine().readResult(name, bytes, sidecar);
    useStudio.setState({ opening: null, result, cursor: result.t[0] ?? 0, playing: false, plots: [] });
    return true;
  } catch (error) {
    useStudio.setState({ opening: null, openTrouble: { name, trouble: troubleIn(error), text: null } });
    return false;
  }
}

export function closeAll(): void {
  tickets.take();
  void engine().pause();
  useStudio.setState({
    opening: null,
    opened: null,
    openTrouble: null,
    experiment: null,
    script: null,
    posed: null,
    poseTrouble: null,
    selected: null,
    hovered: null,
    traces: [],
    status: null,
    history: null,
    cursor: 0,
    playing: false,
    channels: [],
    plots: [],
    result: null,
  });
}
