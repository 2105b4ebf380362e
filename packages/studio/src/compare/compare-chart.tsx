import { useMemo, useState, type ReactNode } from "react";
import type { ChartInk } from "../plots/chart-ink.js";
import { ChartView, type LineSpec } from "../plots/chart-view.js";
import type { TimeRange } from "../plots/decimate.js";
import { sourceOfColumns } from "../plots/plot-source.js";
import type { AxisRanges } from "../plots/pointer-tools.js";
import { valueText } from "../ui/behaviour/number-text.js";
import "./compare-chart.css";
import { useCompare } from "./compare-store.js";

export interface ComparedLine {
  readonly name: string;
  readonly values: Float64Array;
  readonly colour: string;
  /** A tolerance: dashed, with the area below it tinted. */
  readonly isAllowed?: boolean;
}

export interface CompareChartProps {
  readonly title: string;
  readonly unit: string;
  readonly t: Float64Array;
  readonly lines: readonly ComparedLine[];
  readonly ink: ChartInk;
  /** Next to the title, such as a select. */
  readonly actions?: ReactNode;
  readonly empty: string;
}

export function CompareChart({ title, unit, t, lines, ink, actions, empty }: CompareChartProps) {
  const [range, setRange] = useState<TimeRange | null>(null);
  const [yRanges, setYRanges] = useState<AxisRanges>([]);
  const [hover, setHover] = useState<number | null>(null);
  const cursor = useCompare((state) => state.t);
  const source = useMemo(
    () =>
      sourceOfColumns(
        t,
        lines.map(({ name, values }) => ({ name, unit, values })),
      ),
    [t, lines, unit],
  );
  const specs = useMemo(
    () =>
      lines.map(({ name, colour, isAllowed }): LineSpec => ({
        name,
        axis: 0,
        style: { colour, dash: isAllowed ? [5, 4] : [], width: isAllowed ? 1.2 : 1.6 },
        ...(isAllowed && { fill: faint(colour) }),
      })),
    [lines],
  );
  const labels = useMemo(() => [unit], [unit]);
  const now = hover ?? cursor;
  const row = source.rowAt(now);
  const valueOf = (name: string): string => valueText(source.column(name)?.at(row) ?? NaN, 4);
  const describe = (time: number): string => {
    const at = source.rowAt(time);
    const values = lines.map(({ name }) => `${name} ${valueText(source.column(name)?.at(at) ?? NaN, 4)} ${unit}`);
    return [`${valueText(time, 4)} s`, ...values].join(", ");
  };
  return (
    <section className="compare-chart" aria-label={title}>
      <header className="compare-chart-header">
        <h2>{title}</h2>
        {actions}
      </header>
      <ul className="compare-chart-legend" aria-label="Lines">
        {lines.map(({ name, colour, isAllowed }) => (
          <li key={name}>
            <span
              className={isAllowed ? "compare-chart-swatch compare-chart-dashed" : "compare-chart-swatch"}
              style={{ borderColor: colour }}
            />
            {name}
            <span className="compare-chart-value">{valueOf(name)}</span>
          </li>
        ))}
      </ul>
      <div className="compare-chart-body">
        <ChartView
          label={`Time in ${title}`}
          source={source}
          lines={specs}
          axisLabels={labels}
          isLogarithmic
          ink={ink}
          range={() => range}
          times={() => ({ cursor: useCompare.getState().t, hover, a: null, b: null })}
          tool={() => "zoom"}
          onRange={setRange}
          yRanges={yRanges}
          onYRanges={setYRanges}
          onHover={setHover}
          onPick={(time) => useCompare.setState({ t: time, playing: false })}
          describe={describe}
        />
        {lines.length === 0 && <p className="compare-chart-note">{empty}</p>}
      </div>
    </section>
  );
}

const faint = (colour: string): string => (/^#[0-9a-f]{6}$/i.test(colour) ? `${colour}18` : "transparent");
