import { ChevronRight } from "lucide-react";
import { useEffect, useId, useRef, useState, type CSSProperties, type KeyboardEvent } from "react";
import type { Target } from "../../engine/protocol.js";
import { NodeIcon } from "./node-icon.js";
import "./tree-list.css";
import { useWindow } from "./use-window.js";
import type { VisibleRow } from "./visible-rows.js";

const ROW = 26;

/** Deeper rows are not indented further: a chain of a thousand links has to stay in its panel. */
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

/** The rows of the tree that are in sight, walked with the arrow keys. The list has the focus and points at its current row. */
export function TreeList({ label, rows, cuts, selected, hovered, onSelect, onHover, onToggle }: TreeListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const [current, setCurrent] = useState<string | null>(null);
  const [first, end] = useWindow(frame, ROW, rows.length);
  const place = (id: string | null): number => (id === null ? -1 : rows.findIndex(({ node }) => node.id === id));
  const at = Math.max(0, place(current) >= 0 ? place(current) : place(selected));

  const reveal = (index: number): void => {
    const element = frame.current;
    if (!element || index < 0) return;
    if (index * ROW < element.scrollTop) element.scrollTop = index * ROW;
    else if ((index + 1) * ROW > element.scrollTop + element.clientHeight)
      element.scrollTop = (index + 1) * ROW - element.clientHeight;
  };
  // What was selected elsewhere is brought into sight, once, as soon as its row is there; scrolling away from it is allowed.
  const revealed = useRef<string | null>(null);
  const selectedAt = place(selected);
  useEffect(() => {
    if (revealed.current === selected) return;
    if (selected !== null && selectedAt < 0) return;
    revealed.current = selected;
    setCurrent(selected);
    reveal(selectedAt);
  }, [selected, selectedAt]);

  const go = (index: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    setCurrent(row.node.id);
    reveal(rows.indexOf(row));
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

  // The current row is always drawn, wherever it was scrolled to, because the list points at it.
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
          const { node, level, isOpen, position, siblings } = row;
          const index = rows.indexOf(row);
          const isParent = node.children.length > 0;
          const classes = [
            "tree-list-row",
            node.target === null && "tree-list-heading",
            node.id === selected && "tree-list-selected",
            node.id === hovered && "tree-list-hovered",
            index === at && "tree-list-current",
          ];
          return (
            <div
              key={node.id}
              id={`${prefix}${node.id}`}
              className={classes.filter(Boolean).join(" ")}
              role="treeitem"
              aria-level={level}
              aria-posinset={position}
              aria-setsize={siblings}
              aria-selected={node.id === selected}
              {...(isParent && { "aria-expanded": isOpen })}
              style={{ top: index * ROW, "--indent": Math.min(level - 1, DEEPEST_INDENT) } as CSSProperties}
              title={level - 1 > DEEPEST_INDENT ? `${level} levels down` : undefined}
              onPointerEnter={() => onHover(node.target)}
              onClick={() => {
                setCurrent(node.id);
                if (node.target) onSelect(node.target);
                else onToggle(node.id);
              }}
              data-testid={`tree-${node.id}`}
            >
              <span
                className="tree-list-toggle"
                onClick={(event) => {
                  if (!isParent) return;
                  event.stopPropagation();
                  onToggle(node.id);
                }}
              >
                {isParent && <ChevronRight aria-hidden />}
              </span>
              <NodeIcon kind={node.kind === "joint" && cuts.has(node.label) ? "loop" : node.kind} />
              <span className="tree-list-label">{node.label}</span>
              <span className="tree-list-detail">{node.detail}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
