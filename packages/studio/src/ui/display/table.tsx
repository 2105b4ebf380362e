import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { useMemo, useState, type KeyboardEvent, type ReactNode, type UIEvent } from "react";
import "./table.css";
import type { Testable } from "../behaviour/testable.js";

export interface TableColumn {
  readonly id: string;
  readonly label: ReactNode;
  readonly align?: "left" | "right" | "centre" | undefined;
  readonly isSortable?: boolean | undefined;
}

export interface TableRow {
  readonly id: string;
  readonly cells: Readonly<Record<string, ReactNode>>;
  /** Sort key of a cell; text and numbers are their own. */
  readonly sort?: Readonly<Record<string, number | string>> | undefined;
}

export interface TableProps extends Testable {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly selected?: string | null | undefined;
  readonly onSelectRow?: ((id: string) => void) | undefined;
}

interface Order {
  readonly column: string;
  readonly isDown: boolean;
}

/** Beyond this many, only the rows in sight are in the document. */
const MOST_AT_ONCE = 200;
/** As `--row` in tokens.css, with its border. */
const ROW = 29;

/** Rows and columns; long tables draw the rows in sight alone. */
export function Table({ label, columns, rows, selected, onSelectRow, ...rest }: TableProps) {
  const [order, setOrder] = useState<Order | null>(null);
  const [sight, setSight] = useState({ top: 0, height: 800 });
  const sorted = useMemo(() => sortRows(rows, order), [rows, order]);
  const isLong = sorted.length > MOST_AT_ONCE;
  const first = isLong ? Math.max(0, Math.floor(sight.top / ROW) - 20) : 0;
  const last = isLong ? Math.min(sorted.length, first + Math.ceil(sight.height / ROW) + 40) : sorted.length;

  const onScroll = ({ currentTarget }: UIEvent): void => {
    if (isLong) setSight({ top: currentTarget.scrollTop, height: currentTarget.clientHeight });
  };
  const press = (event: KeyboardEvent<HTMLElement>, id: string): void => {
    const { currentTarget: row, key } = event;
    const sibling =
      key === "ArrowDown" ? row.nextElementSibling : key === "ArrowUp" ? row.previousElementSibling : null;
    if (key === "Enter" || key === " ") onSelectRow?.(id);
    else if (sibling instanceof HTMLElement && sibling.tabIndex >= 0) sibling.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const gap = (count: number): ReactNode =>
    count > 0 && (
      <tr className="table-gap" aria-hidden>
        <td colSpan={columns.length} style={{ height: count * ROW }} />
      </tr>
    );

  return (
    <div
      className="table-frame"
      onScroll={onScroll}
      {...(isLong && { tabIndex: 0, role: "group", "aria-label": label })}
    >
      <table className="table" aria-label={label} aria-rowcount={sorted.length + 1} data-testid={rest["data-testid"]}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={`table-${column.align ?? "left"}`}
                {...(order?.column === column.id && { "aria-sort": order.isDown ? "descending" : "ascending" })}
              >
                {column.isSortable ? (
                  <button type="button" className="table-sort" onClick={() => setOrder(nextOrder(order, column.id))}>
                    {column.label}
                    {order?.column !== column.id ? <ArrowUpDown /> : order.isDown ? <ArrowDown /> : <ArrowUp />}
                  </button>
                ) : (
                  column.label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {gap(first)}
          {sorted.slice(first, last).map((row, i) => (
            <tr
              key={row.id}
              aria-rowindex={first + i + 2}
              className={rowClass(onSelectRow !== undefined, row.id === selected)}
              data-id={row.id}
              {...(onSelectRow && {
                tabIndex: 0,
                onClick: () => onSelectRow(row.id),
                onKeyDown: (event: KeyboardEvent<HTMLElement>) => press(event, row.id),
              })}
            >
              {columns.map(({ id, align }) => (
                <td key={id} className={`table-${align ?? "left"}`}>
                  {row.cells[id]}
                </td>
              ))}
            </tr>
          ))}
          {gap(sorted.length - last)}
        </tbody>
      </table>
    </div>
  );
}

const rowClass = (isSelectable: boolean, isSelected: boolean): string =>
  `table-row${isSelectable ? " table-row-selectable" : ""}${isSelected ? " table-row-selected" : ""}`;

function nextOrder(order: Order | null, column: string): Order | null {
  if (order?.column !== column) return { column, isDown: false };
  return order.isDown ? null : { column, isDown: true };
}

function sortRows(rows: readonly TableRow[], order: Order | null): readonly TableRow[] {
  if (!order) return rows;
  const keyOf = ({ sort, cells }: TableRow): unknown => sort?.[order.column] ?? cells[order.column];
  const sign = order.isDown ? -1 : 1;
  return [...rows].sort((a, b) => sign * compare(keyOf(a), keyOf(b)));
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}
