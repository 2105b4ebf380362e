import { classColours } from "./chart-colours.js";
import { classesOf } from "../data/column-facts.js";
import { bitsWithout } from "../data/filter-mask.js";
import { countClasses } from "../data/histogram.js";
import "./legend.css";
import { setFilter } from "../data/study-actions.js";
import { useStudy } from "../data/study-store.js";
import { columnNamed } from "../data/study-table.js";
import { useColours } from "./use-charts.js";

/** The classes with their colours and numbers; pressing one hides it everywhere, pressing it with Shift keeps it alone. */
export function Legend() {
  const table = useStudy((state) => state.table);
  const mask = useStudy((state) => state.mask);
  const colourBy = useStudy((state) => state.colourBy);
  const filters = useStudy((state) => state.filters);
  const colours = useColours();
  const column = table && columnNamed(table, colourBy);
  if (!table || !mask || !column || colourBy === null) return null;
  const classes = classesOf(column);
  const palette = classColours(colours, classes.labels);
  const { counts } = countClasses(classes, mask, bitsWithout(mask, colourBy));
  const filter = filters.find((each) => each.column === colourBy);
  const isKept = (label: string): boolean => filter?.kind !== "classes" || filter.labels.includes(label);
  const toggle = (label: string, isAlone: boolean): void => {
    const kept = isAlone ? [label] : classes.labels.filter((each) => isKept(each) !== (each === label));
    const isAll = kept.length === classes.labels.length;
    setFilter(colourBy, isAll ? null : { kind: "classes", column: colourBy, labels: kept });
  };
  return (
    <div className="study-legend" role="group" aria-label={`Classes of ${colourBy}`}>
      <span className="study-legend-title">{colourBy}</span>
      {classes.labels.map((label, i) => (
        <button
          key={label}
          type="button"
          className="study-legend-class"
          aria-pressed={isKept(label)}
          title={isKept(label) ? `Hide "${label}" (Shift: show it alone)` : `Show "${label}"`}
          data-testid={`legend-${label}`}
          onClick={(event) => toggle(label, event.shiftKey)}
        >
          <span className="study-legend-colour" style={{ background: palette[i] }} />
          <span className="study-legend-label">{label}</span>{" "}
          <span className="study-legend-count">{counts[i].toLocaleString("en")}</span>
        </button>
      ))}
    </div>
  );
}
