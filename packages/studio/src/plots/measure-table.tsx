import { valueText } from "../ui/behaviour/number-text.js";
import type { ChartInk } from "./chart-ink.js";
import { Swatch } from "./legend.js";
import "./measure-table.css";
import type { PlotSource } from "./plot-source.js";
import { measure, type Measured } from "./statistics.js";

export interface MeasureTableProps {
  readonly source: PlotSource;
  readonly names: readonly string[];
  readonly slots: ReadonlyMap<string, number>;
  readonly ink: ChartInk;
  /** The two cursors [s]. */
  readonly a: number;
  readonly b: number;
}

const columns: readonly { readonly id: keyof Measured; readonly label: string }[] = [
  { id: "atA", label: "A" },
  { id: "atB", label: "B" },
  { id: "change", label: "B − A" },
  { id: "slope", label: "Slope" },
  { id: "least", label: "Min" },
  { id: "most", label: "Max" },
  { id: "mean", label: "Mean" },
  { id: "rms", label: "RMS" },
];

export function MeasureTable({ source, names, slots, ink, a, b }: MeasureTableProps) {
  const [rowA, rowB] = [nearestRow(source, a), nearestRow(source, b)];
  return (
    <div className="measure-table" tabIndex={0} role="group" aria-label="Measured between A and B">
      <table>
        <thead>
          <tr>
            <th scope="col">Channel</th>
            {columns.map(({ id, label }) => (
              <th key={id} scope="col" className="measure-number">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const column = source.column(name);
            const found = column === null || rowA < 0 || rowB < 0 ? null : measure(source.t, column, rowA, rowB);
            return (
              <tr key={name} data-channel={name}>
                <th scope="row" title={name}>
                  <Swatch ink={ink} slot={slots.get(name) ?? 0} />
                  {name}
                </th>
                {columns.map(({ id }) => (
                  <td key={id} className="measure-number" data-measure={id}>
                    {valueText(found?.[id] ?? NaN, 5)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The row whose time is nearest; -1 if there is none. */
export function nearestRow({ t, rowAt }: PlotSource, time: number): number {
  const before = rowAt(time);
  if (before < 0) return t.length > 0 ? 0 : -1;
  return before + 1 < t.length && t[before + 1] - time < time - t[before] ? before + 1 : before;
}
