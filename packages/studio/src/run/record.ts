import { engine } from "./engine.js";
import { RunHistory } from "./history.js";
import { notify, withWork } from "./notices.js";
import { useStudio, type PlotSpec } from "./store.js";
import { troubleIn } from "./trouble-in.js";

/** Records more channels; the run so far is computed again for them, bit-identical with more columns. */
export async function record(channels: readonly string[]): Promise<void> {
  const { channels: known, history, playing, speed, opened } = useStudio.getState();
  const missing = channels.filter(
    (name) => !known.includes(name) && (history === null || history.indexOf(name) < 0) && name !== "closure",
  );
  const all = [...known, ...missing.filter((name) => !isUsual(name))];
  if (!opened || all.length === known.length) return;
  useStudio.setState({ channels: all });
  if (!history) return;
  try {
    await engine().pause();
    const { columns, rows } = await withWork("Computing the added channels", () => engine().record(all));
    const fresh = new RunHistory(columns);
    fresh.push(rows);
    useStudio.setState(({ historyVersion }) => ({ history: fresh, historyVersion: historyVersion + 1 }));
    if (playing) await engine().play(speed);
  } catch (error) {
    useStudio.setState({ channels: known });
    notify("error", troubleIn(error).message);
  }
}

/** Groups that every run records. */
const isUsual = (name: string): boolean => /^(q|v|pos|quat|energy|contact|tyre)\./.test(name);

export function setPlots(plots: readonly PlotSpec[]): void {
  useStudio.setState({ plots });
  void record([...new Set(plots.flatMap(({ channels }) => channels.map(({ name }) => name)))]);
}
