import { ChartLine, Hand, Link2, Maximize2, Plus, Ruler, TimerReset, X, ZoomIn } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { notify, setPlots } from "../run/actions.js";
import { useStudio, type PlotSpec } from "../run/store.js";
import { Button, EmptyState, IconButton, Menu } from "../ui/index.js";
import { valueText } from "../ui/behaviour/number-text.js";
import { Diagram } from "./diagram.js";
import "./plot-dock.css";
import { sourceOf, sourceOfColumns } from "./plot-source.js";
import {
  isClosurePlot,
  isEnergyPlot,
  nextPlotId,
  presetPlot,
  presets,
  type Channel,
  type Preset,
} from "./plot-spec.js";
import { linkRanges, resetPlotView, usePlotView, type PlotTool } from "./plot-view.js";
import { useInk } from "./use-ink.js";

const none = new Float64Array(0);

export function PlotDock() {
  const plots = useStudio((state) => state.plots);
  const recorded = useStudio((state) => state.result ?? state.history);
  const channels = useChannels();
  const dock = useRef<HTMLDivElement>(null);
  const ink = useInk(dock);
  const unrecorded = useMemo(
    () =>
      sourceOfColumns(
        none,
        channels.map((each) => ({ ...each, values: none })),
      ),
    [channels],
  );
  const source = recorded === null ? unrecorded : sourceOf(recorded);
  useFreshView();
  const change = (plot: PlotSpec): void => setPlots(plots.map((each) => (each.id === plot.id ? plot : each)));
  const remove = ({ id }: PlotSpec): void => setPlots(plots.filter((each) => each.id !== id));
  return (
    <section className="plot-dock" aria-label="Plots" data-testid="plot-dock" ref={dock}>
      <PlotToolbar channels={channels} />
      {plots.length === 0 ? (
        <EmptyState
          icon={<ChartLine />}
          title="No plots yet"
          text="Any quantity of the run can be plotted over time. Start with the energy balance, or add a plot of your own."
          action={<Button onPress={() => openPreset(presets[0], channels)}>Energy balance</Button>}
        />
      ) : (
        <div className="plot-dock-diagrams">
          {plots.map((plot) => (
            <Diagram
              key={plot.id}
              plot={plot}
              source={source}
              channels={channels}
              ink={ink}
              onChange={change}
              onRemove={() => remove(plot)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

const tools: readonly { readonly id: PlotTool; readonly label: string; readonly icon: typeof ZoomIn }[] = [
  { id: "zoom", label: "Zoom: drag horizontally; with Shift, vertically", icon: ZoomIn },
  { id: "pan", label: "Pan: drag, or hold Alt with any tool", icon: Hand },
  { id: "measure", label: "Measure between two cursors: drag from A to B", icon: Ruler },
];

function PlotToolbar({ channels }: { readonly channels: readonly Channel[] }) {
  const { tool, isLinked, isFollowed } = usePlotView();
  return (
    <div className="plot-dock-toolbar" role="toolbar" aria-label="Plots">
      {tools.map(({ id, label, icon: Icon }) => (
        <IconButton
          key={id}
          label={label}
          icon={<Icon />}
          isPressed={tool === id}
          onPress={() => usePlotView.setState({ tool: id })}
          data-testid={`plot-tool-${id}`}
        />
      ))}
      <IconButton
        label="Show the full time range"
        icon={<Maximize2 />}
        onPress={() => usePlotView.setState({ ranges: {} })}
        data-testid="plot-show-all"
      />
      <span className="plot-dock-gap" />
      <IconButton
        label="Same time range in all diagrams"
        icon={<Link2 />}
        isPressed={isLinked}
        onPress={() => linkRanges(!isLinked)}
      />
      <IconButton
        label="3D view follows the pointer in the diagrams"
        icon={<TimerReset />}
        isPressed={isFollowed}
        onPress={() => usePlotView.setState({ isFollowed: !isFollowed })}
        data-testid="plot-link-time"
      />
      <Measurement />
      <span className="plot-dock-space" />
      <Menu
        label="Add diagram"
        trigger={
          <Button icon={<Plus />} data-testid="add-diagram">
            Diagram
          </Button>
        }
        items={[
          { id: "empty", label: "Empty diagram", detail: "choose its channels", onAction: addEmpty },
          ...presets.map((preset) => ({
            id: preset.id,
            label: preset.label,
            isDisabled: !channels.some(({ name }) => preset.matches(name)),
            onAction: () => openPreset(preset, channels),
          })),
        ]}
      />
    </div>
  );
}

function Measurement() {
  const marks = usePlotView((view) => view.marks);
  if (marks === null) return null;
  const length = Math.abs(marks.b - marks.a);
  return (
    <p className="plot-dock-measurement" data-testid="measurement">
      <span>A {valueText(marks.a)} s</span>
      <span>B {valueText(marks.b)} s</span>
      <span>Δt {valueText(marks.b - marks.a)} s</span>
      <span>1/Δt {valueText(length > 0 ? 1 / length : Infinity)} Hz</span>
      <IconButton label="End the measurement" icon={<X />} onPress={() => usePlotView.setState({ marks: null })} />
    </p>
  );
}

function addEmpty(): void {
  const { plots } = useStudio.getState();
  setPlots([...plots, { id: nextPlotId(plots), channels: [] }]);
}

function openPreset(preset: Preset, channels: readonly Channel[]): void {
  const { plots } = useStudio.getState();
  const is = preset.id === "energy" ? isEnergyPlot : preset.id === "closure" ? isClosurePlot : () => false;
  const there = plots.find(is);
  const plot = there ?? presetPlot(nextPlotId(plots), preset, channels);
  if (plot === null) {
    notify("info", missing[preset.id] ?? `There are no channels for "${preset.label}".`);
    return;
  }
  if (there === undefined) setPlots([...plots, plot]);
  requestAnimationFrame(() => {
    document.querySelector(`[data-plot="${plot.id}"]`)?.scrollIntoView({ block: "nearest" });
  });
}

const missing: Readonly<Record<string, string>> = {
  closure: "This model has no loops, so there is no closure error.",
  energy: "There are no energy channels.",
};

function useChannels(): readonly Channel[] {
  const result = useStudio((state) => state.result);
  const opened = useStudio((state) => state.opened);
  return useMemo(() => {
    if (result !== null) return result.names.map((name, i) => ({ name, unit: result.units[i] ?? "" }));
    return opened?.channels ?? [];
  }, [result, opened]);
}

/** Resets zoom and measurement when another model or file is opened. */
function useFreshView(): void {
  const about = useStudio((state) => state.result ?? state.opened?.source ?? null);
  const before = useRef(about);
  useEffect(() => {
    if (before.current !== about) resetPlotView();
    before.current = about;
  }, [about]);
}
