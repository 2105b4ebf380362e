import type { Interval } from "@kinetree/study";
import { useDeferredValue, useMemo, useState } from "react";
import { Select, Table, type TableRow } from "../../ui/index.js";
import { shortNumber } from "../../ui/behaviour/number-text.js";
import { OutputSelect } from "../charts/output-select.js";
import { rates, summarise, type NumberSummary } from "../data/case-statistics.js";
import { classesOf } from "../data/column-facts.js";
import type { FilterMask } from "../data/filter-mask.js";
import { classColumns } from "../data/study-defaults.js";
import { useStudy } from "../data/study-store.js";
import { columnNamed, isMeasured, isNumeric, titleOf, type StudyColumn, type StudyTable } from "../data/study-table.js";
import "../study-tables.css";

const ALL = "(all cases)";

/** Numbers and rates of the samples that pass, case by case, with 95 % confidence intervals. */
export function CaseTable() {
  const table = useStudy((state) => state.table);
  const mask = useDeferredValue(useStudy((state) => state.mask));
  const output = useStudy((state) => state.output);
  const [groupBy, setGroupBy] = useState("case");
  if (!table || !mask || mask.failing.length !== table.rows) return null;
  const groups = [ALL, ...classColumns(table).map(({ name }) => name)];
  const group = columnNamed(table, groupBy);
  const column = columnNamed(table, output);
  return (
    <div className="study-tables">
      <div className="study-tables-bar">
        <OutputSelect table={table} />
        <Select
          label="by"
          value={groups.includes(groupBy) ? groupBy : ALL}
          options={groups.map((id) => ({ id, label: id }))}
          onChange={setGroupBy}
          data-testid="group-by"
        />
      </div>
      {column && isMeasured(column) && <Numbers mask={mask} column={column} group={group} />}
      <Rates table={table} mask={mask} group={group} />
    </div>
  );
}

const groupsOf = (column: StudyColumn, group: StudyColumn | undefined): ReturnType<typeof classesOf> =>
  group
    ? classesOf(group)
    : { codes: new Uint32Array(isNumeric(column) ? column.values.length : column.indices.length), labels: ["all"] };

const fields = ["mean", "std", "min", "q05", "q25", "median", "q75", "q95", "max"] as const;
const titles: Readonly<Record<(typeof fields)[number], string>> = {
  mean: "mean",
  std: "std",
  min: "min",
  q05: "5 %",
  q25: "25 %",
  median: "median",
  q75: "75 %",
  q95: "95 %",
  max: "max",
};

interface NumbersProps {
  readonly mask: FilterMask;
  readonly column: Extract<StudyColumn, { values: Float64Array }>;
  readonly group: StudyColumn | undefined;
}

function Numbers({ mask, column, group }: NumbersProps) {
  const summaries = useMemo(() => summarise(column, groupsOf(column, group), mask), [column, group, mask]);
  const columns = [
    { id: "label", label: group?.name ?? "", isSortable: true },
    { id: "count", label: "n", align: "right" as const, isSortable: true },
    ...fields.flatMap((id) => [
      { id, label: titles[id], align: "right" as const, isSortable: true },
      ...(id === "mean" ? [{ id: "interval", label: "95 % interval", align: "right" as const }] : []),
    ]),
  ];
  return (
    <>
      <h3 className="study-tables-title">{titleOf(column)}</h3>
      <Table
        label={`Statistics of ${column.name}`}
        columns={columns}
        rows={summaries.map(numberRow)}
        data-testid="case-numbers"
      />
    </>
  );
}

const numberRow = (summary: NumberSummary): TableRow => ({
  id: summary.label,
  cells: {
    label: summary.label,
    count: summary.count.toLocaleString("en"),
    interval: intervalText(summary.meanInterval),
    ...Object.fromEntries(fields.map((field) => [field, shortNumber(summary[field])])),
  },
  sort: {
    label: summary.label,
    count: summary.count,
    ...Object.fromEntries(fields.map((field) => [field, summary[field]])),
  },
});

function Rates({
  table,
  mask,
  group,
}: {
  readonly table: StudyTable;
  readonly mask: FilterMask;
  readonly group: StudyColumn | undefined;
}) {
  const happened = useMemo(
    () => table.columns.flatMap((column) => (isNumeric(column) && column.kind === "boolean" ? [column] : [])),
    [table],
  );
  const all = useMemo(
    () => happened.map((column) => rates(column, groupsOf(column, group), mask)),
    [happened, group, mask],
  );
  if (happened.length === 0) return null;
  const rows = (all[0] ?? []).map(({ label }, i): TableRow => ({
    id: label,
    cells: {
      label,
      count: Math.max(...all.map((each) => each[i].count)).toLocaleString("en"),
      ...Object.fromEntries(happened.map(({ name }, k) => [name, <RateCell key={name} {...all[k][i]} />])),
    },
    sort: {
      label,
      count: all[0][i].count,
      ...Object.fromEntries(happened.map(({ name }, k) => [name, all[k][i].rate])),
    },
  }));
  const columns = [
    { id: "label", label: group?.name ?? "", isSortable: true },
    { id: "count", label: "n", align: "right" as const, isSortable: true },
    ...happened.map(({ name }) => ({ id: name, label: name, align: "right" as const, isSortable: true })),
  ];
  return (
    <>
      <h3 className="study-tables-title">Rates with 95 % confidence intervals</h3>
      <Table label="Rates" columns={columns} rows={rows} data-testid="case-rates" />
    </>
  );
}

function RateCell({ rate, interval }: { readonly rate: number; readonly interval: Interval }) {
  return (
    <span>
      {Number.isNaN(rate) ? "–" : percent(rate)}{" "}
      <span className="study-tables-interval">
        {percent(interval.low)} to {percent(interval.high)}
      </span>
    </span>
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const intervalText = ({ low, high }: Interval): string =>
  Number.isNaN(low) ? "–" : `${shortNumber(low)} to ${shortNumber(high)}`;
