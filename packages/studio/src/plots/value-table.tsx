import "./value-table.css";
import type { TimeRange } from "./decimate.js";
import { valueText } from "../ui/behaviour/number-text.js";
import { rowBefore } from "../engine/row-columns.js";
import type { PlotSource } from "./plot-source.js";

/** Rows of the table at most: more would be no table to read. */
const MOST_ROWS = 200;

export interface ValueTableProps {
  readonly label: string;
  readonly source: PlotSource;
  readonly names: readonly string[];
  readonly range: TimeRange;
}

/** The numbers of a diagram, for those who read better than they see: rows of the stretch of time that shows. */
export function ValueTable({ label, source, names, range: [from, to] }: ValueTableProps) {
  const { t } = source;
  const before = rowBefore(t, from);
  const first = before >= 0 && t[before] === from ? before : before + 1;
  const count = Math.max(0, rowBefore(t, to) + 1 - first);
  const every = Math.max(1, Math.ceil(count / MOST_ROWS));
  const rows = Array.from({ length: Math.ceil(count / every) }, (_, i) => first + i * every);
  const columns = names.map((name) => ({ name, unit: source.unitOf(name), values: source.column(name) }));
  return (
    <div className="value-table" tabIndex={0} role="group" aria-label={`Values of ${label}`}>
      <table>
        <caption>
          {count === 0
            ? "Nothing is recorded in this time range."
            : every === 1
              ? `All ${count} rows of this time range.`
              : `One row in ${every} of the ${count} in this time range; export CSV for all of them.`}
        </caption>
        <thead>
          <tr>
            <th scope="col">time [s]</th>
            {columns.map(({ name, unit }) => (
              <th key={name} scope="col">
                {unit === "" ? name : `${name} [${unit}]`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{valueText(t[row], 8)}</th>
              {columns.map(({ name, values }) => (
                <td key={name}>{valueText(values?.at(row) ?? NaN, 9)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
