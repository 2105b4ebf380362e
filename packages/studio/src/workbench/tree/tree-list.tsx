import { ChevronRight } from "lucide-react";
import { useEffect, useId, useRef, useState, type CSSProperties, type KeyboardEvent } from "react";
import type { Target } from "../../engine/protocol.js";
import { useWindow } from "../../ui/index.js";
import { NodeIcon } from "./node-icon.js";
import "./tree-list.css";
import type { VisibleRow } from "./visible-rows.js";

const ROW = 26;

/** Deeper rows are not indented further, so that a chain of a thousand links stays in its panel. */
const DEEPEST_INDENT = 8;

export interface TreeListProps {
  readonly label: string;
  readonly rows: readonly VisibleRow[];
  readonly cuts: ReadonlySet<string>;
  readonly selected: string | null;
  readonly hovered: string | null;
  readonly onSelect: (target: Target | null) => void;
  readonly onHover: (target: Target | null) => void;
  readonly onToggle: (id: string) => void;
}

/** The visible rows of the tree. The list has the focus and refers to its current row, which the arrow keys move. */
export function TreeList({ label, rows, cuts, selected, hovered, onSelect, onHover, onToggle }: TreeListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const [current, setCurrent] = useState<string | null>(null);
  const [first, end] = useWindow(frame, ROW, rows.length);
  const place = (id: string | null): number => (id === null ? -1 : rows.findIndex(({ node }) => node.id === id));
  const at = Math.max(0, place(current) >= 0 ? place(current) : place(selected));

  // Scrolls once to what was selected elsewhere, as soon as its row exists; the user may then scroll away.
  const revealed = useRef<string | null>(null);
  const selectedAt = place(selected);
  useEffect(() => {
    if (revealed.current === selected) return;
    if (selected !== null && selectedAt < 0) return;
    revealed.current = selected;
    setCurrent(selected);
    reveal(frame.current, selectedAt);
  }, [selected, selectedAt]);

  const go = (index: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    setCurrent(row.node.id);
    reveal(frame.current, rows.indexOf(row));
    onHover(row.node.target);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || rows.length === 0) return;
    const { node, parent, isOpen } = rows[at];
    const isParent = node.children.length > 0;
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? ROW) / ROW) - 1);
    const steps: Partial<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      PageDown: () => go(at + page),
      PageUp: () => go(at - page),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (isParent && !isOpen ? onToggle(node.id) : go(isParent ? at + 1 : at)),
      ArrowLeft: () => (isOpen ? onToggle(node.id) : go(parent === null ? at : place(parent))),
      Enter: () => (node.target ? onSelect(node.target) : onToggle(node.id)),
      " ": () => (node.target ? onSelect(node.target) : onToggle(node.id)),
      Escape: () => onSelect(null),
    };
    const step = steps[event.key];
    if (!step) return;
    step();
    event.preventDefault();
    event.stopPropagation();
  };

  // The current row is always rendered, because aria-activedescendant refers to it.
  const drawn = rows.slice(first, end);
  if (rows.length > 0 && (at < first || at >= end)) drawn.push(rows[at]);
  return (
    <div
      ref={frame}
      className="tree-list"
      role="tree"
      aria-label={label}
      tabIndex={0}
      {...(rows.length > 0 && { "aria-activedescendant": `${prefix}${rows[at].node.id}` })}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onHover(null)}
      onBlur={() => onHover(null)}
      data-testid="model-tree"
    >
      <div role="presentation" className="tree-list-extent" style={{ height: rows.length * ROW }}>
        {drawn.map((row) => {
          const { node } = row;
          const index = rows.indexOf(row);
          return (
            <TreeRow
              key={node.id}
              id={`${prefix}${node.id}`}
              row={row}
              top={index * ROW}
              isCut={cuts.has(node.label)}
              marks={[
                node.id === selected && "tree-list-selected",
                node.id === hovered && "tree-list-hovered",
                index === at && "tree-list-current",
              ]}
              isSelected={node.id === selected}
              onHover={() => onHover(node.target)}
              onToggle={() => onToggle(node.id)}
              onPick={() => {
                setCurrent(node.id);
                if (node.target) onSelect(node.target);
                else onToggle(node.id);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

function reveal(frame: HTMLElement | null, index: number): void {
  if (!frame || index < 0) return;
  const [top, bottom] = [index * ROW, (index + 1) * ROW];
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (bottom > frame.scrollTop + frame.clientHeight) frame.scrollTop = bottom - frame.clientHeight;
}

interface TreeRowProps {
  readonly id: string;
  readonly row: VisibleRow;
  /** Place in the list [px]. */
  readonly top: number;
  readonly isCut: boolean;
  readonly isSelected: boolean;
  readonly marks: readonly (string | false)[];
  readonly onHover: () => void;
  readonly onPick: () => void;
  readonly onToggle: () => void;
}

function TreeRow({ id, row, top, isCut, isSelected, marks, onHover, onPick, onToggle }: TreeRowProps) {
  const { node, level, isOpen, position, siblings } = row;
  const isParent = node.children.length > 0;
  const classes = ["tree-list-row", node.target === null && "tree-list-heading", ...marks];
  return (
    <div
      id={id}
      className={classes.filter(Boolean).join(" ")}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isSelected}
      {...(isParent && { "aria-expanded": isOpen })}
      style={{ top, "--indent": Math.min(level - 1, DEEPEST_INDENT) } as CSSProperties}
      title={level - 1 > DEEPEST_INDENT ? `Level ${level}` : undefined}
      onPointerEnter={onHover}
      onClick={onPick}
      data-testid={`tree-${node.id}`}
    >
      <span
        className="tree-list-toggle"
        onClick={(event) => {
          if (!isParent) return;
          event.stopPropagation();
          onToggle();
        }}
      >
        {isParent && <ChevronRight aria-hidden />}
      </span>
      <NodeIcon kind={node.kind === "joint" && isCut ? "loop" : node.kind} />
      <span className="tree-list-label">{node.label}</span>
      <span className="tree-list-detail">{node.detail}</span>
    </div>
  );
}
