import { setPlots } from "../run/actions.js";
import { useStudio, type PlotSpec } from "../run/store.js";
import { closurePlot, energyPlot, isClosurePlot, isEnergyPlot, nextPlotId, withChannels } from "../plots/plot-spec.js";
import { showPanel } from "./panels.js";

/** Scrolls to a diagram; adds it if there is none like it. */
function showPlot(isIt: (plot: PlotSpec) => boolean, make: (id: number) => PlotSpec): void {
  const { plots } = useStudio.getState();
  const id = plots.find(isIt)?.id ?? nextPlotId(plots);
  if (!plots.some(isIt)) setPlots([...plots, make(id)]);
  showPanel("plots");
  // Once the dock has been rendered with it.
  setTimeout(() => document.querySelector(`[data-plot="${id}"]`)?.scrollIntoView({ block: "nearest" }), 60);
}

export const showEnergyPlot = (): void => showPlot(isEnergyPlot, energyPlot);

export const showClosurePlot = (): void => showPlot(isClosurePlot, closurePlot);

export function plotColumns(columns: readonly string[]): void {
  const { opened } = useStudio.getState();
  const known = opened?.channels ?? [];
  const wanted = known.filter(({ name }) => columns.includes(name));
  const isIt = ({ channels }: PlotSpec): boolean =>
    channels.length === columns.length && channels.every(({ name }) => columns.includes(name));
  showPlot(isIt, (id) => withChannels({ id, channels: [] }, wanted, known));
}
