import { ArrowDown, ArrowUp, ArrowUpDown, Play } from "lucide-react";
import {
  memo,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from "react";
import { numberText, SearchField, useWindow } from "../../ui/index.js";
import { shortNumber } from "../../ui/behaviour/number-text.js";
import type { FilterMask } from "../data/filter-mask.js";
import { replayRow } from "../data/replay-actions.js";
import { sortedRows, type RowSort } from "../data/rows-order.js";
import { findSample, nameAt } from "../data/sample-name.js";
import { hoverRow } from "../data/study-actions.js";
import { useStudy } from "../data/study-store.js";
import { cellOf, isNumeric, titleOf, type StudyColumn, type StudyTable } from "../data/study-table.js";
import "./rows-table.css";

/** Height of a row, as in the style sheet [px]. */
const ROW = 28;

/** All samples that pass the filters, with every column: the plots' alternative for keyboards and screen readers. */
export function RowsTable() {
  const table = useStudy((state) => state.table);
  const mask = useDeferredValue(useStudy((state) => state.mask));
  return table && mask && <PassingRows table={table} mask={mask} />;
}

function PassingRows({ table, mask }: { readonly table: StudyTable; readonly mask: FilterMask }) {
  const [sort, setSort] = useState<RowSort | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isCurrent = mask.failing.length === table.rows;
  const rows = useMemo(
    () => (isCurrent ? sortedRows(table, mask, sort) : new Uint32Array()),
    [isCurrent, table, mask, sort],
  );
  const columns = useMemo(() => table.columns.filter(({ role }) => role !== "sample" && role !== "case"), [table]);
  const { active, setActive, show } = useActiveRow(frame);
  const [first, end] = useWindow(frame, ROW, rows.length);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / ROW) - 2);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const last = rows.length - 1;
    if (event.key === "Enter" || event.key === " ") replayRow(rows[active], event.shiftKey || event.ctrlKey);
    else if (event.key in steps) show(Math.min(last, Math.max(0, active + steps[event.key])));
    else if (event.key === "Home") show(0);
    else if (event.key === "End") show(last);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="rows">
      <FindBar table={table} rows={rows} onFound={show} />
      <div ref={frame} className="rows-frame">
        <table className="rows-table" aria-label="Samples" aria-rowcount={rows.length + 1} data-testid="rows-table">
          <thead>
            <tr>
              <HeaderCell name="sample" title="sample" sort={sort} onSort={setSort} isText />
              {columns.map((column) => (
                <HeaderCell
                  key={column.name}
                  name={column.name}
                  title={titleOf(column)}
                  sort={sort}
                  onSort={setSort}
                  isText={!isNumeric(column)}
                />
              ))}
            </tr>
          </thead>
          <tbody onKeyDown={onKeyDown} onMouseLeave={() => hoverRow(-1)}>
            <Gap count={first} columns={columns.length + 1} />
            {Array.from(rows.subarray(first, end), (place, i) => (
              <Row
                key={place}
                table={table}
                columns={columns}
                place={place}
                index={first + i}
                isActive={first + i === Math.min(active, rows.length - 1)}
                onActive={setActive}
              />
            ))}
            <Gap count={rows.length - end} columns={columns.length + 1} />
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** The row that keys act on. `show` scrolls to a row and focuses it as soon as it is rendered. */
function useActiveRow(frame: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState(0);
  /** Counts requests, so that going to the row that is active already renders too. */
  const [, setRequests] = useState(0);
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const row = frame.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus();
  });
  const show = (index: number): void => {
    const { current } = frame;
    setActive(index);
    if (!current) return;
    const [from, to] = [index * ROW, (index + 2) * ROW];
    if (from < current.scrollTop) current.scrollTop = from;
    else if (to > current.scrollTop + current.clientHeight) current.scrollTop = to - current.clientHeight;
    wanted.current = index;
    setRequests((count) => count + 1);
  };
  return { active, setActive, show };
}

interface FindBarProps {
  readonly table: StudyTable;
  readonly rows: Uint32Array;
  readonly onFound: (index: number) => void;
}

function FindBar({ table, rows, onFound }: FindBarProps) {
  const [search, setSearch] = useState("");
  const [answer, setAnswer] = useState("");
  const find = (): void => {
    const found = findSample(table, search);
    const index = typeof found === "number" ? rows.indexOf(found) : -1;
    if (typeof found === "string") setAnswer(found);
    else if (index < 0) setAnswer(`${nameAt(table, found)} does not pass the filters.`);
    else {
      setAnswer("");
      onFound(index);
    }
  };
  return (
    <div className="rows-bar">
      <SearchField
        label="Row, or case/sample"
        value={search}
        onChange={setSearch}
        onSubmit={find}
        data-testid="find-sample"
      />
      <span role="status" className="rows-answer">
        {answer || `${rows.length.toLocaleString("en")} samples; Enter replays one, Shift+Enter adds it`}
      </span>
    </div>
  );
}

/** Takes the height of rows that are not rendered. */
function Gap({ count, columns }: { readonly count: number; readonly columns: number }) {
  if (count <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height: count * ROW, padding: 0 }} />
    </tr>
  );
}

interface HeaderProps {
  readonly name: string;
  readonly title: string;
  readonly sort: RowSort | null;
  readonly onSort: (sort: RowSort | null) => void;
  readonly isText: boolean;
}

function HeaderCell({ name, title, sort, onSort, isText }: HeaderProps) {
  const own = sort?.column === name ? sort : null;
  const next =
    own === null ? { column: name, isFalling: false } : own.isFalling ? null : { column: name, isFalling: true };
  return (
    <th
      scope="col"
      className={isText ? "rows-text" : "rows-number"}
      {...(own && { "aria-sort": own.isFalling ? "descending" : "ascending" })}
    >
      <button type="button" className="rows-sort" onClick={() => onSort(next)}>
        {title}
        {own === null ? (
          <ArrowUpDown aria-hidden />
        ) : own.isFalling ? (
          <ArrowDown aria-hidden />
        ) : (
          <ArrowUp aria-hidden />
        )}
      </button>
    </th>
  );
}

interface RowProps {
  readonly table: StudyTable;
  readonly columns: readonly StudyColumn[];
  readonly place: number;
  readonly index: number;
  readonly isActive: boolean;
  readonly onActive: (index: number) => void;
}

/** Memoised, so that scrolling renders new rows only. */
const Row = memo(function Row({ table, columns, place, index, isActive, onActive }: RowProps) {
  const isHovered = useStudy((state) => state.hovered === place);
  const colour = useStudy((state) => state.replays.find(({ row }) => row === table.numbers[place])?.colour);
  const onClick = (event: MouseEvent): void => {
    onActive(index);
    replayRow(place, event.shiftKey || event.ctrlKey || event.metaKey);
  };
  return (
    <tr
      className="rows-row"
      aria-rowindex={index + 2}
      data-index={index}
      data-row={table.numbers[place]}
      data-is-hovered={isHovered}
      data-is-shown={colour !== undefined}
      tabIndex={isActive ? 0 : -1}
      onClick={onClick}
      onFocus={() => hoverRow(place)}
      onMouseEnter={() => hoverRow(place)}
    >
      <th scope="row" className="rows-text">
        <span className="rows-mark">
          {colour !== undefined && <Play aria-label="replayed" style={{ color: `var(--series-${colour + 1})` }} />}
        </span>
        {nameAt(table, place)}
      </th>
      {columns.map((column) => (
        <td
          key={column.name}
          className={isNumeric(column) ? "rows-number" : "rows-text"}
          title={fullText(column, place)}
        >
          {shortText(column, place)}
        </td>
      ))}
    </tr>
  );
});

function shortText(column: StudyColumn, place: number): string {
  const cell = cellOf(column, place);
  if (cell === null) return "–";
  if (typeof cell === "string") return cell;
  if (column.kind === "boolean") return Number.isNaN(cell) ? "–" : cell === 0 ? "false" : "true";
  return shortNumber(cell, 6);
}

/** With all digits. */
function fullText(column: StudyColumn, place: number): string {
  const cell = cellOf(column, place);
  return typeof cell === "number" && column.kind !== "boolean" ? numberText(cell) : shortText(column, place);
}
