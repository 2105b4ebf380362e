import { setPlots } from "../run/actions.js";
import { useStudio, type PlotSpec } from "../run/store.js";
import { closurePlot, energyPlot, isClosurePlot, isEnergyPlot, nextPlotId, withChannels } from "../plots/plot-spec.js";
import { showPlots } from "./panels.js";

/** Brings a diagram into sight, or makes it if there is none like it. */
function showPlot(isIt: (plot: PlotSpec) => boolean, make: (id: number) => PlotSpec): void {
  const { plots } = useStudio.getState();
  const id = plots.find(isIt)?.id ?? nextPlotId(plots);
  if (!plots.some(isIt)) setPlots([...plots, make(id)]);
  showPlots();
  // After the dock was drawn with it.
  setTimeout(() => document.querySelector(`[data-plot="${id}"]`)?.scrollIntoView({ block: "nearest" }), 60);
}

/** Shows the diagram of the energy balance. */
export const showEnergyPlot = (): void => showPlot(isEnergyPlot, energyPlot);

/** Shows the diagram of the closure error. */
export const showClosurePlot = (): void => showPlot(isClosurePlot, closurePlot);

/** Shows a diagram of these columns. */
export function plotColumns(columns: readonly string[]): void {
  const { opened } = useStudio.getState();
  const known = opened?.channels ?? [];
  const wanted = known.filter(({ name }) => columns.includes(name));
  const isIt = ({ channels }: PlotSpec): boolean =>
    channels.length === columns.length && channels.every(({ name }) => columns.includes(name));
  showPlot(isIt, (id) => withChannels({ id, channels: [] }, wanted, known));
}
