import { classColours } from "./chart-colours.js";
import { classesOf } from "../data/column-facts.js";
import { bitsWithout } from "../data/filter-mask.js";
import { countClasses } from "../data/histogram.js";
import { setFilter } from "../data/study-actions.js";
import { useStudy } from "../data/study-store.js";
import type { StudyColumn } from "../data/study-table.js";
import { useColours } from "./use-charts.js";

export function ClassBars({ column }: { readonly column: StudyColumn }) {
  const mask = useStudy((state) => state.mask);
  const colourBy = useStudy((state) => state.colourBy);
  const filter = useStudy((state) => state.filters.find((each) => each.column === column.name));
  const colours = useColours();
  if (mask === null) return null;
  const classes = classesOf(column);
  const palette = classColours(colours, classes.labels);
  const { counts } = countClasses(classes, mask, bitsWithout(mask, column.name));
  const most = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const kept = filter?.kind === "classes" ? filter.labels : null;
  const press = (label: string): void => {
    // The first press keeps one class; further ones add and remove.
    const next =
      kept === null ? [label] : kept.includes(label) ? kept.filter((each) => each !== label) : [...kept, label];
    const isAll = next.length === 0 || next.length === classes.labels.length;
    setFilter(column.name, isAll ? null : { kind: "classes", column: column.name, labels: next });
  };
  return (
    <ul className="class-bars" aria-label={`Classes of ${column.name}`}>
      {classes.labels.map((label, i) => (
        <li key={label}>
          <button
            type="button"
            className="class-bars-row"
            aria-pressed={kept?.includes(label) ?? false}
            data-is-out={kept !== null && !kept.includes(label)}
            data-testid={`class-${column.name}-${label}`}
            onClick={() => press(label)}
          >
            <span className="class-bars-label">{label}</span>
            <span className="class-bars-track">
              <span
                className="class-bars-bar"
                style={{
                  width: `${(100 * counts[i]) / most}%`,
                  background: colourBy === column.name ? palette[i] : colours.accent,
                }}
              />
            </span>
            <span className="class-bars-count">
              {counts[i].toLocaleString("en")}
              <span className="class-bars-share">
                {total === 0 ? "" : `${((100 * counts[i]) / total).toFixed(1)} %`}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
