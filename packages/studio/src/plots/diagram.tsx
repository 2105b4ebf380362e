import { Download, ListPlus, Logs, Table2, Trash2 } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { notify, scrub } from "../run/actions.js";
import { useStudio, type PlotSpec } from "../run/store.js";
import { IconButton, Menu, Popover } from "../ui/index.js";
import { valueText } from "../ui/behaviour/number-text.js";
import { ChannelPicker } from "./channel-picker.js";
import { lineStyle, slotsOf, type ChartInk } from "./chart-ink.js";
import { ChartView, type LineSpec } from "./chart-view.js";
import type { MarkedTimes } from "./cursor-lines.js";
import "./diagram.css";
import { saveCsv, savePng, saveSvg, type ShownDiagram } from "./export-diagram.js";
import { Legend } from "./legend.js";
import { axesOf, type LineChart } from "./line-chart.js";
import { MeasureTable, nearestRow } from "./measure-table.js";
import type { PlotSource } from "./plot-source.js";
import { plotTitle, withChannels, withoutChannel, type Channel } from "./plot-spec.js";
import { rangeFor, showRange, usePlotView } from "./plot-view.js";
import type { AxisRanges } from "./pointer-tools.js";
import { shownRange } from "./ranges.js";
import { publishDiagram } from "./test-hook.js";
import { ValueTable } from "./value-table.js";

export interface DiagramProps {
  readonly plot: PlotSpec;
  readonly source: PlotSource;
  readonly channels: readonly Channel[];
  readonly ink: ChartInk;
  readonly onChange: (plot: PlotSpec) => void;
  readonly onRemove: () => void;
}

export function Diagram({ plot, source, channels, ink, onChange, onRemove }: DiagramProps) {
  const [yRanges, setYRanges] = useState<AxisRanges>([]);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [isTable, setTable] = useState(false);
  const chart = useRef<LineChart>(null);
  const marks = usePlotView((view) => view.marks);
  const hasRows = useStudio(({ result, history }) => (result?.t.length ?? history?.length ?? 0) > 0);
  // The table has to be rendered when rows or ranges change; the chart follows by itself.
  useStudio(({ historyVersion }) => (isTable ? historyVersion : 0));
  usePlotView((view) => (isTable ? view.ranges : null));
  const title = plotTitle(plot);
  const isLogarithmic = plot.logarithmic === true;
  const slots = useSlots(plot);
  const lines = useLines(plot, hidden, ink, slots);
  const names = lines.map(({ name }) => name);
  const unitOf = useUnits(channels, source);
  const axisLabels = useMemo(() => labelsOf(plot, unitOf), [plot, unitOf]);
  const asked = useCallback(() => rangeFor(usePlotView.getState(), plot.id), [plot.id]);
  const shown = (): ShownDiagram => ({
    title,
    source,
    lines,
    axisLabels,
    isLogarithmic,
    x: shownRange(asked(), source.t),
    ranges: rangesOf(chart.current, lines),
    ink,
    aspect: chart.current === null ? 1.8 : chart.current.overlay.clientWidth / chart.current.overlay.clientHeight,
  });
  useEffect(
    () => publishDiagram(plot.id, { title, source, lines, range: asked, chart }),
    [plot.id, title, source, lines, asked],
  );
  return (
    <section className="diagram" aria-label={title} data-testid="diagram" data-plot={plot.id}>
      <Header
        plot={plot}
        title={title}
        channels={channels}
        isTable={isTable}
        onTable={setTable}
        onChange={onChange}
        onRemove={onRemove}
      >
        <ExportMenu title={title} shown={shown} isDisabled={lines.length === 0} />
      </Header>
      <div className="diagram-body">
        <div className="diagram-chart">
          {isTable ? (
            <ValueTable label={title} source={source} names={names} range={shownRange(asked(), source.t)} />
          ) : (
            <ChartView
              label={`Time in ${title}`}
              source={source}
              lines={lines}
              axisLabels={axisLabels}
              isLogarithmic={isLogarithmic}
              ink={ink}
              range={asked}
              times={markedTimes}
              tool={currentTool}
              onRange={(range) => showRange(plot.id, range)}
              yRanges={yRanges}
              onYRanges={setYRanges}
              onHover={hovered}
              onPick={scrub}
              onMark={(a, b) => mark(source, a, b)}
              describe={(t) => describe(source, names, unitOf, t)}
              chart={chart}
            />
          )}
          {!hasRows && <Note>Nothing recorded yet: run the model.</Note>}
          {plot.channels.length === 0 && hasRows && <Note>Choose channels to plot.</Note>}
        </div>
        {plot.channels.length > 0 && (
          <Legend
            plot={plot}
            source={source}
            ink={ink}
            unitOf={unitOf}
            slots={slots}
            hidden={hidden}
            onChange={onChange}
            onToggle={(name) => setHidden(toggled(hidden, name))}
          />
        )}
      </div>
      {marks !== null && lines.length > 0 && (
        <MeasureTable source={source} names={names} slots={slots} ink={ink} {...marks} />
      )}
    </section>
  );
}

interface HeaderProps extends Pick<DiagramProps, "plot" | "channels" | "onChange" | "onRemove"> {
  readonly title: string;
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
  readonly children: ReactNode;
}

function Header({ plot, title, channels, isTable, onTable, onChange, onRemove, children }: HeaderProps) {
  const isLogarithmic = plot.logarithmic === true;
  return (
    <header className="diagram-header">
      <h3 className="diagram-title" title={title}>
        {title}
      </h3>
      <Popover
        label={`Channels of ${title}`}
        trigger={<IconButton label="Choose channels" icon={<ListPlus />} data-testid="choose-channels" />}
      >
        <ChannelPicker
          channels={channels}
          chosen={new Set(namesOf(plot))}
          onChange={(added, removed) => onChange(removed.reduce(withoutChannel, withChannels(plot, added, channels)))}
        />
      </Popover>
      <IconButton
        label="Logarithmic axes"
        icon={<Logs />}
        isPressed={isLogarithmic}
        onPress={() => onChange({ ...plot, logarithmic: !isLogarithmic })}
      />
      <IconButton
        label="Values as a table"
        icon={<Table2 />}
        isPressed={isTable}
        onPress={() => onTable(!isTable)}
        data-testid="show-table"
      />
      {children}
      <IconButton label={`Remove diagram ${title}`} icon={<Trash2 />} onPress={onRemove} />
    </header>
  );
}

const Note = ({ children }: { readonly children: string }) => (
  <p className="diagram-note">
    <span>{children}</span>
  </p>
);

interface ExportMenuProps {
  readonly title: string;
  readonly shown: () => ShownDiagram;
  readonly isDisabled: boolean;
}

function ExportMenu({ title, shown, isDisabled }: ExportMenuProps) {
  const save = (what: string, work: () => Promise<void> | void) => () => {
    // In a promise, so that synchronous errors are reported in the same way.
    void Promise.resolve()
      .then(work)
      .catch((error: unknown) => {
        notify("error", `${what} of "${title}": ${error instanceof Error ? error.message : String(error)}`);
      });
  };
  return (
    <Menu
      label={`Export ${title}`}
      trigger={<IconButton label="Export" icon={<Download />} isDisabled={isDisabled} data-testid="export-diagram" />}
      items={[
        {
          id: "png",
          label: "PNG on white",
          detail: "image at double resolution",
          onAction: save("PNG", () => savePng(shown(), "white")),
        },
        {
          id: "png-page",
          label: "PNG in the colours shown",
          detail: "on the current background",
          onAction: save("PNG", () => savePng(shown(), "page")),
        },
        { id: "svg", label: "SVG", detail: "vector graphics", onAction: save("SVG", () => saveSvg(shown())) },
        {
          id: "csv",
          label: "CSV of the visible range",
          detail: "all digits",
          onAction: save("CSV", () => saveCsv(shown(), "visible")),
        },
        {
          id: "csv-all",
          label: "CSV of all rows",
          detail: "all digits",
          onAction: save("CSV", () => saveCsv(shown(), "all")),
        },
      ]}
    />
  );
}

function useLines(
  plot: PlotSpec,
  hidden: ReadonlySet<string>,
  ink: ChartInk,
  slots: ReadonlyMap<string, number>,
): readonly LineSpec[] {
  return useMemo(
    () =>
      plot.channels
        .filter(({ name }) => !hidden.has(name))
        .map(({ name, axis }) => ({ name, axis, style: lineStyle(ink, slots.get(name) ?? 0) })),
    [plot, hidden, ink, slots],
  );
}

/** Units by column: of the recording, or of the model for channels that are not recorded yet. */
function useUnits(channels: readonly Channel[], source: PlotSource): (name: string) => string {
  return useMemo(() => {
    const units = new Map(channels.map(({ name, unit }) => [name, unit]));
    return (name) => source.unitOf(name) || (units.get(name) ?? "");
  }, [channels, source]);
}

/** Puts the measurement cursors on recorded rows. */
function mark(source: PlotSource, a: number, b: number): void {
  const [rowA, rowB] = [nearestRow(source, a), nearestRow(source, b)];
  if (rowA >= 0 && rowB >= 0) usePlotView.setState({ marks: { a: source.t[rowA], b: source.t[rowB] } });
}

/** The values at a time in words, for screen readers. */
function describe(source: PlotSource, names: readonly string[], unitOf: (name: string) => string, t: number): string {
  const row = source.rowAt(t);
  const values = names.map((name) => `${name} ${valueText(source.column(name)?.at(row) ?? NaN)} ${unitOf(name)}`);
  return [`${valueText(t)} s`, ...values].join(", ");
}

const currentTool = () => usePlotView.getState().tool;

function markedTimes(): MarkedTimes {
  const { hover, marks } = usePlotView.getState();
  return { cursor: useStudio.getState().cursor, hover, a: marks?.a ?? null, b: marks?.b ?? null };
}

function hovered(t: number | null): void {
  const view = usePlotView.getState();
  if (t === view.hover) return;
  usePlotView.setState({ hover: t });
  if (view.isFollowed && t !== null) scrub(t);
}

function useSlots(plot: PlotSpec): ReadonlyMap<string, number> {
  const [slots, setSlots] = useState(() => slotsOf(new Map(), namesOf(plot)));
  const names = namesOf(plot);
  const isCurrent = names.length === slots.size && names.every((name) => slots.has(name));
  const next = isCurrent ? slots : slotsOf(slots, names);
  // Set during rendering, as React recommends for state derived from props.
  if (!isCurrent) setSlots(next);
  return next;
}

const namesOf = ({ channels }: PlotSpec): string[] => channels.map(({ name }) => name);

function toggled(set: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(name)) next.add(name);
  return next;
}

/** Labels of the axes: their units, with a number where there are several axes. */
function labelsOf({ channels }: PlotSpec, unitOf: (name: string) => string): string[] {
  const axes = axesOf(channels);
  const labels: string[] = [];
  for (const axis of axes) {
    const names = channels.filter((line) => line.axis === axis).map(({ name }) => name);
    const units = [...new Set(names.map(unitOf))].filter(Boolean).join(", ");
    labels[axis] = axes.length > 1 ? `${axis + 1}: ${units || "1"}` : units;
  }
  return Array.from(labels, (label) => label ?? "");
}

function rangesOf(chart: LineChart | null, lines: readonly LineSpec[]): AxisRanges {
  const ranges: AxisRanges[number][] = [];
  for (const axis of axesOf(lines)) ranges[axis] = chart?.rangeOf(axis) ?? null;
  return Array.from(ranges, (range) => range ?? null);
}
