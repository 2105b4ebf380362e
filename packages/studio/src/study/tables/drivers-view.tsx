import { useDeferredValue, useMemo } from "react";
import { EmptyState } from "../../ui/index.js";
import { driversOf } from "../data/drivers.js";
import { OutputSelect } from "../charts/output-select.js";
import "../study-tables.css";
import { setAxes } from "../data/study-actions.js";
import { useStudy } from "../data/study-store.js";
import { columnNamed, isNumeric, titleOf } from "../data/study-table.js";

/** Rank correlation of an output with each parameter, over the samples that pass. */
export function DriversView() {
  const table = useStudy((state) => state.table);
  const mask = useDeferredValue(useStudy((state) => state.mask));
  const output = useStudy((state) => state.output);
  const column = table ? columnNamed(table, output) : undefined;
  const drivers = useMemo(
    () =>
      table && mask && mask.failing.length === table.rows && column && isNumeric(column)
        ? driversOf(table, column, mask)
        : [],
    [table, mask, column],
  );
  if (!table || !mask) return null;
  return (
    <div className="study-tables">
      <div className="study-tables-bar">
        <OutputSelect table={table} />
        <p className="study-tables-note">
          Spearman's rank correlation within cases, over {(drivers[0]?.count ?? 0).toLocaleString("en")} samples: 1 is
          strictly increasing, −1 strictly decreasing. Select one to plot it.
        </p>
      </div>
      {drivers.length === 0 && (
        <EmptyState title="No varied parameters" text="The rows do not tell which columns were sampled." />
      )}
      <ul className="drivers" aria-label={`Drivers of ${output}`} data-testid="drivers">
        {drivers.map(({ parameter, correlation }) => (
          <li key={parameter.name}>
            <button
              type="button"
              className="drivers-row"
              onClick={() => setAxes({ x: parameter.name, ...(column ? { y: column.name } : {}) })}
            >
              <span className="drivers-name">{titleOf(parameter)}</span>
              <span className="drivers-track">
                <span
                  className={correlation < 0 ? "drivers-bar drivers-falls" : "drivers-bar drivers-grows"}
                  style={{
                    width: `${50 * Math.abs(correlation || 0)}%`,
                    [correlation < 0 ? "right" : "left"]: "50%",
                  }}
                />
              </span>
              <span className="drivers-value">
                {Number.isNaN(correlation) ? "–" : correlation.toFixed(3).replace("-", "−")}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
