import { X } from "lucide-react";
import { Button, IconButton, Menu } from "../ui/index.js";
import { useStudio, type PlotSpec } from "../run/store.js";
import { lineStyle, type ChartInk } from "./chart-ink.js";
import "./legend.css";
import { valueText } from "../ui/behaviour/number-text.js";
import { MOST_AXES, withAxis, withoutChannel } from "./plot-spec.js";
import type { PlotSource } from "./plot-source.js";
import { usePlotView } from "./plot-view.js";
import { useThrottled } from "./use-throttled.js";

export interface LegendProps {
  readonly plot: PlotSpec;
  readonly source: PlotSource;
  readonly unitOf: (name: string) => string;
  readonly ink: ChartInk;
  readonly slots: ReadonlyMap<string, number>;
  readonly hidden: ReadonlySet<string>;
  readonly onChange: (plot: PlotSpec) => void;
  readonly onToggle: (name: string) => void;
}

export function Legend({ plot, source, unitOf, ink, slots, hidden, onChange, onToggle }: LegendProps) {
  const axisName = (axis: number): string => `Axis ${axis + 1}`;
  return (
    <div className="legend" tabIndex={0} role="group" aria-label="Lines">
      <table className="legend-table">
        <colgroup>
          <col />
          <col className="legend-value-column" />
          <col className="legend-unit-column" />
          <col className="legend-action-column" />
          <col className="legend-action-column" />
        </colgroup>
        <thead>
          <tr className="legend-head">
            {["Channel", "Value at the cursor", "Unit", "Axis", "Remove"].map((title) => (
              <th key={title} scope="col">
                <span className="visually-hidden">{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plot.channels.map(({ name, axis }) => (
            <tr key={name} className="legend-row" data-channel={name}>
              <th scope="row" className="legend-name">
                <button
                  type="button"
                  className="legend-toggle"
                  aria-pressed={!hidden.has(name)}
                  title={hidden.has(name) ? `Show ${name}` : `Hide ${name}`}
                  onClick={() => onToggle(name)}
                >
                  <Swatch ink={ink} slot={slots.get(name) ?? 0} />
                  <span className="legend-text">{name}</span>
                </button>
              </th>
              <td className="legend-value" data-testid="legend-value">
                <ValueNow source={source} name={name} />
              </td>
              <td className="legend-unit">{unitOf(name)}</td>
              <td className="legend-action">
                <Menu
                  label={`Axis of ${name}`}
                  trigger={
                    <Button variant="quiet" label={`${axisName(axis)}: choose the axis of ${name}`}>
                      {axis + 1}
                    </Button>
                  }
                  items={Array.from({ length: MOST_AXES }, (_, i) => ({
                    id: String(i),
                    label: axisName(i),
                    detail: unitsOn(plot, unitOf, i),
                    onAction: () => onChange(withAxis(plot, name, i)),
                  }))}
                />
              </td>
              <td className="legend-action">
                <IconButton
                  label={`Remove ${name}`}
                  icon={<X />}
                  onPress={() => onChange(withoutChannel(plot, name))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The value at the cursor; apart, so that buttons are not rendered ten times a second. */
function ValueNow({ source, name }: { readonly source: PlotSource; readonly name: string }) {
  const now = useInstant();
  return valueText(source.column(name)?.at(source.rowAt(now)) ?? NaN);
}

export function Swatch({ ink, slot }: { readonly ink: ChartInk; readonly slot: number }) {
  const { colour, dash } = lineStyle(ink, slot);
  return (
    <svg className="legend-swatch" viewBox="0 0 16 8" aria-hidden>
      <path d="M1 4H15" stroke={colour} strokeWidth="2.5" strokeDasharray={dash.join(" ")} strokeLinecap="round" />
    </svg>
  );
}

function unitsOn(plot: PlotSpec, unitOf: (name: string) => string, axis: number): string {
  const units = new Set(plot.channels.filter((line) => line.axis === axis).map(({ name }) => unitOf(name)));
  if (units.size === 0) return "empty";
  return [...units].map((unit) => unit || "no unit").join(", ");
}

const read = (): number => usePlotView.getState().hover ?? useStudio.getState().cursor;

function subscribe(changed: () => void): () => void {
  const stops = [
    usePlotView.subscribe((now, before) => now.hover !== before.hover && changed()),
    useStudio.subscribe(
      (now, before) => (now.cursor !== before.cursor || now.historyVersion !== before.historyVersion) && changed(),
    ),
  ];
  return () => stops.forEach((stop) => stop());
}

/** The time whose values stand in the legends: under the pointer, or else the one that the picture shows [s]. */
const useInstant = (): number => useThrottled(read, subscribe);
