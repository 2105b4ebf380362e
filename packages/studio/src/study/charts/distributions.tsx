import { BarChart3, Ellipsis, ListPlus, SlidersHorizontal, X } from "lucide-react";
import { memo, useState } from "react";
import {
  Button,
  Checkbox,
  EmptyState,
  IconButton,
  Menu,
  NumberField,
  Popover,
  SearchField,
  Select,
} from "../../ui/index.js";
import { savePicture } from "./chart-export.js";
import { ClassBars } from "./class-bars.js";
import { extentOf } from "../data/column-facts.js";
import "./distributions.css";
import type { HistogramStyle } from "./histogram-draw.js";
import { histogramPng, histogramSvg } from "./histogram-export.js";
import { HistogramPlot } from "./histogram-plot.js";
import { setDistributions, setFilter } from "../data/study-actions.js";
import { shownColumns } from "../data/study-defaults.js";
import { useStudy } from "../data/study-store.js";
import { columnNamed, isNumeric, titleOf, type StudyColumn, type StudyTable } from "../data/study-table.js";
import type { NumberColumn } from "../../api/columns.js";

const styles = [
  { id: "counts", label: "Counts" },
  { id: "densities", label: "Densities" },
];

export function Distributions() {
  const table = useStudy((state) => state.table);
  const chosen = useStudy((state) => state.distributions);
  const [style, setStyle] = useState<HistogramStyle>("counts");
  if (!table) return null;
  const columns = chosen.flatMap((name) => columnNamed(table, name) ?? []);
  return (
    <section className="distributions" aria-label="Distributions">
      <header className="distributions-bar">
        <h2 className="distributions-title">Distributions</h2>
        <Select
          label="Histogram scale"
          isLabelHidden
          value={style}
          options={styles}
          onChange={(id) => setStyle(id === "densities" ? "densities" : "counts")}
          data-testid="histogram-style"
        />
        <ColumnChooser table={table} chosen={chosen} />
      </header>
      <div className="distributions-list">
        {columns.length === 0 && <EmptyState icon={<BarChart3 />} title="No distributions selected" />}
        {columns.map((column) => (
          <Distribution key={column.name} table={table} column={column} style={style} />
        ))}
      </div>
    </section>
  );
}

interface DistributionProps {
  readonly table: StudyTable;
  readonly column: StudyColumn;
  readonly style: HistogramStyle;
}

/** One distribution; its heading is not rendered again while filters change. */
const Distribution = memo(function Distribution({ table, column, style }: DistributionProps) {
  const hasFilter = useStudy((state) => state.filters.some((each) => each.column === column.name));
  const isMeasured = isNumeric(column) && column.kind !== "boolean";
  const save = (format: "png" | "svg"): void => {
    if (!isNumeric(column)) return;
    void savePicture(`distribution of ${column.name}`, format, () =>
      format === "png" ? histogramPng(column, style) : Promise.resolve(histogramSvg(column, style)),
    );
  };
  return (
    <article className="distribution" aria-label={titleOf(column)}>
      <header className="distribution-bar">
        <h3 className="distribution-title" title={titleOf(column)}>
          {column.name}
          {column.unit && <span className="distribution-unit">{column.unit}</span>}
        </h3>
        {hasFilter && (
          <IconButton
            label={`Remove the filter of ${column.name}`}
            icon={<X />}
            onPress={() => setFilter(column.name, null)}
          />
        )}
        {isMeasured && <RangePopover column={column} />}
        <Menu
          label={`More about ${column.name}`}
          trigger={<IconButton label={`More about ${column.name}`} icon={<Ellipsis />} />}
          items={[
            ...(isMeasured
              ? [
                  { id: "png", label: "Save as PNG", onAction: () => save("png") },
                  { id: "svg", label: "Save as SVG", onAction: () => save("svg") },
                ]
              : []),
            {
              id: "hide",
              label: "Hide this distribution",
              onAction: () =>
                setDistributions(useStudy.getState().distributions.filter((name) => name !== column.name)),
            },
          ]}
        />
      </header>
      {isMeasured ? <HistogramPlot table={table} column={column} style={style} /> : <ClassBars column={column} />}
    </article>
  );
});

/** The filter of a column as numbers, for keyboards and exact limits. */
function RangePopover({ column }: { readonly column: NumberColumn }) {
  const label = `Filter ${column.name} by numbers`;
  return (
    <Popover label={label} trigger={<IconButton label={label} icon={<SlidersHorizontal />} />}>
      <RangeFields column={column} />
    </Popover>
  );
}

function RangeFields({ column }: { readonly column: NumberColumn }) {
  const filter = useStudy((state) => state.filters.find((each) => each.column === column.name));
  const { low, high } = filter?.kind === "range" ? filter : extentOf(column);
  const set = (change: { low?: number; high?: number }): void =>
    setFilter(column.name, { kind: "range", column: column.name, low, high, ...change });
  return (
    <div className="distribution-range">
      <NumberField label="From" value={low} unit={column.unit} onChange={(value) => set({ low: value })} />
      <NumberField label="To" value={high} unit={column.unit} onChange={(value) => set({ high: value })} />
      <Button variant="quiet" isDisabled={!filter} onPress={() => setFilter(column.name, null)}>
        Remove the filter
      </Button>
    </div>
  );
}

function ColumnChooser({ table, chosen }: { readonly table: StudyTable; readonly chosen: readonly string[] }) {
  const [search, setSearch] = useState("");
  const columns = shownColumns(table).filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  const toggle = (name: string, isOn: boolean): void =>
    setDistributions(isOn ? [...chosen, name] : chosen.filter((each) => each !== name));
  return (
    <Popover
      label="Choose distributions"
      trigger={<IconButton label="Choose distributions" icon={<ListPlus />} data-testid="choose-distributions" />}
    >
      <div className="distributions-chooser">
        <SearchField label="Search columns" value={search} onChange={setSearch} />
        <div className="distributions-choices">
          {columns.map((column) => (
            <Checkbox
              key={column.name}
              label={titleOf(column)}
              isSelected={chosen.includes(column.name)}
              onChange={(isOn) => toggle(column.name, isOn)}
            />
          ))}
        </div>
      </div>
    </Popover>
  );
}
