import { ChevronDown, X } from "lucide-react";
import { memo } from "react";
import { Button, Checkbox, IconButton, Popover, Select } from "../../ui/index.js";
import { shortNumber } from "../../ui/behaviour/number-text.js";
import { classesOf } from "../data/column-facts.js";
import type { Filter } from "../data/filter-mask.js";
import { setColourBy, setFilter, setFilters } from "../data/study-actions.js";
import { classColumns } from "../data/study-defaults.js";
import { useStudy } from "../data/study-store.js";
import { columnNamed, type StudyColumn, type StudyTable } from "../data/study-table.js";
import "./filter-bar.css";

const NONE = "(one colour)";

export function FilterBar() {
  const table = useStudy((state) => state.table);
  const mask = useStudy((state) => state.mask);
  const filters = useStudy((state) => state.filters);
  if (!table || !mask) return null;
  const chosen = table.columns.filter(
    (column) => (column.role === "case" || column.role === "factor") && classesOf(column).labels.length > 1,
  );
  return (
    <div className="filter-bar" role="group" aria-label="Filters">
      <span className="filter-bar-count" role="status" data-testid="passing">
        <strong>{mask.passing.toLocaleString("en")}</strong> of {table.rows.toLocaleString("en")} samples
      </span>
      {chosen.map((column) => (
        <ClassFilter key={column.name} column={column} />
      ))}
      <ul className="filter-bar-chips" aria-label="Active filters">
        {filters.map((filter) => (
          <li key={filter.column} className="filter-bar-chip" data-testid={`filter-${filter.column}`}>
            {filterText(filter, columnNamed(table, filter.column)?.unit ?? "")}
            <IconButton
              label={`Remove the filter of ${filter.column}`}
              icon={<X />}
              onPress={() => setFilter(filter.column, null)}
            />
          </li>
        ))}
      </ul>
      {filters.length > 0 && (
        <Button variant="quiet" onPress={() => setFilters([])} data-testid="clear-filters">
          Clear all
        </Button>
      )}
      <span className="filter-bar-space" />
      <Answered />
      <ColourBy table={table} />
    </div>
  );
}

function Answered() {
  const answered = useStudy((state) => state.answered);
  if (answered === null) return null;
  return (
    <span className="filter-bar-answered" data-testid="filter-time" data-ms={answered.toFixed(1)}>
      updated in {Math.max(1, Math.round(answered))} ms
    </span>
  );
}

/** Memoised, because filters do not change it. */
const ColourBy = memo(function ColourBy({ table }: { readonly table: StudyTable }) {
  const colourBy = useStudy((state) => state.colourBy);
  const choices = [NONE, ...classColumns(table).map(({ name }) => name)];
  return (
    <span className="filter-bar-colour">
      <span aria-hidden>Colour by</span>
      <Select
        label="Colour by"
        isLabelHidden
        value={colourBy ?? NONE}
        options={choices.map((id) => ({ id, label: id }))}
        onChange={(id) => setColourBy(id === NONE ? null : id)}
        data-testid="colour-by"
      />
    </span>
  );
});

function filterText(filter: Filter, unit: string): string {
  if (filter.kind === "range")
    return `${filter.column} ${shortNumber(filter.low)} to ${shortNumber(filter.high)}${unit === "" ? "" : ` ${unit}`}`;
  const { labels } = filter;
  if (labels.length === 0) return `${filter.column}: none`;
  return `${filter.column}: ${labels.slice(0, 3).join(", ")}${labels.length > 3 ? ` and ${labels.length - 3} more` : ""}`;
}

/** Chooses among the cases, or among the levels of a factor. */
const ClassFilter = memo(function ClassFilter({ column }: { readonly column: StudyColumn }) {
  const filter = useStudy((state) => state.filters.find((each) => each.column === column.name));
  const { labels } = classesOf(column);
  const kept = filter?.kind === "classes" ? filter.labels : labels;
  const keep = (next: readonly string[]): void =>
    setFilter(
      column.name,
      next.length === labels.length ? null : { kind: "classes", column: column.name, labels: next },
    );
  const toggle = (label: string, isOn: boolean): void =>
    keep(labels.filter((each) => (each === label ? isOn : kept.includes(each))));
  return (
    <Popover
      label={`Choose ${column.name}`}
      trigger={
        <Button icon={<ChevronDown />} data-testid={`choose-${column.name}`}>
          {column.name}: {kept.length === labels.length ? "all" : `${kept.length} of ${labels.length}`}
        </Button>
      }
    >
      <div className="filter-bar-choices">
        <div className="filter-bar-both">
          <Button variant="quiet" onPress={() => keep(labels)}>
            All
          </Button>
          <Button variant="quiet" onPress={() => keep([])}>
            None
          </Button>
        </div>
        {labels.map((label) => (
          <Checkbox
            key={label}
            label={label}
            isSelected={kept.includes(label)}
            onChange={(isOn) => toggle(label, isOn)}
          />
        ))}
      </div>
    </Popover>
  );
});
