import type { FormulationName } from "kinetree";
import { createEngine } from "../engine/client.js";
import { troubleIn } from "../run/actions.js";
import { useStudio } from "../run/store.js";
import { useCompare } from "./compare-store.js";

/** Formulations that will run: those that were chosen, as far as the model lets them. */
export function chosenFormulations(): readonly FormulationName[] {
  const { opened } = useStudio.getState();
  const { chosen } = useCompare.getState();
  const able = (opened?.formulations ?? []).filter(({ refusal }) => refusal === null).map(({ name }) => name);
  return chosen === null ? able : able.filter((name) => chosen.includes(name));
}

export async function startComparison(): Promise<void> {
  const { opened, posed, setup: runSetup } = useStudio.getState();
  const { span, tolerance, engine: running } = useCompare.getState();
  if (!opened || running) return;
  const setup = { ...runSetup, tolerance: tolerance ?? runSetup.tolerance };
  const start = (posed ?? opened.posed).start;
  // The refused ones too: the table says why.
  const refused = opened.formulations.filter(({ refusal }) => refusal !== null).map(({ name }) => name);
  const names = [...chosenFormulations(), ...refused];
  const own = createEngine();
  const isRunning = (): boolean => useCompare.getState().engine === own;
  useCompare.setState({ engine: own, work: { part: 0, of: "" }, trouble: null, playing: false });
  own.listen((event) => {
    if (event.type === "progress" && isRunning()) useCompare.setState({ work: { part: event.part, of: event.of } });
  });
  try {
    await own.open(opened.source, opened.parameters, start);
    const found = await own.compare(setup, start, opened.parameters, start.t + span, names);
    useCompare.setState({ found: { opened, setup, ...found }, t: start.t });
  } catch (error) {
    // An engine that was cancelled on purpose is no trouble.
    if (isRunning()) useCompare.setState({ trouble: troubleIn(error) });
  } finally {
    if (isRunning()) useCompare.setState({ engine: null, work: null });
    own.close();
  }
}

/** Stops the current comparison; earlier results stay. */
export function cancelComparison(): void {
  const own = useCompare.getState().engine;
  useCompare.setState({ engine: null, work: null });
  own?.kill("the comparison was cancelled");
}
