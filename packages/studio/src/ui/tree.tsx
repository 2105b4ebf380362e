import { ChevronRight } from "lucide-react";
import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from "react";
import type { Testable } from "./testable.js";
import "./tree.css";

/** One line of a tree, with those below it. */
export interface TreeItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly detail?: ReactNode;
  readonly children?: readonly TreeItem[] | undefined;
}

export interface TreeProps extends Testable {
  readonly label: string;
  readonly items: readonly TreeItem[];
  readonly selected?: string | null | undefined;
  readonly onSelect?: ((id: string) => void) | undefined;
  readonly hovered?: string | null | undefined;
  readonly onHover?: ((id: string | null) => void) | undefined;
}

interface Line {
  readonly item: TreeItem;
  readonly depth: number;
  readonly parent: string | null;
}

/** Things within things, open at first; arrows walk, open and close, Enter selects. */
export function Tree({ label, items, selected, onSelect, hovered, onHover, ...rest }: TreeProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const lines = visibleLines(items, closed);
  const focusable = lines.find(({ item }) => item.id === (current ?? selected))?.item.id ?? lines[0]?.item.id;

  // Whatever was selected elsewhere is brought into sight.
  useEffect(() => {
    if (selected === null || selected === undefined) return;
    setCurrent(selected);
    setClosed((before) => {
      const within = pathTo(items, selected).filter((id) => before.has(id));
      return within.length === 0 ? before : new Set([...before].filter((id) => !within.includes(id)));
    });
    root.current?.querySelector(`[data-id="${CSS.escape(selected)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [selected, items]);

  const toggle = (id: string): void =>
    setClosed((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const focus = (id: string | undefined): void => {
    if (id === undefined) return;
    setCurrent(id);
    root.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = lines.findIndex(({ item }) => item.id === focusable);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const { item, parent } = lines[at];
    const isParent = (item.children?.length ?? 0) > 0;
    if (event.key === "ArrowDown") focus(lines[at + 1]?.item.id);
    else if (event.key === "ArrowUp") focus(lines[at - 1]?.item.id);
    else if (event.key === "Home") focus(lines[0].item.id);
    else if (event.key === "End") focus(lines[lines.length - 1].item.id);
    else if (event.key === "ArrowRight" && isParent && closed.has(item.id)) toggle(item.id);
    else if (event.key === "ArrowRight" && isParent) focus(lines[at + 1]?.item.id);
    else if (event.key === "ArrowLeft" && isParent && !closed.has(item.id)) toggle(item.id);
    else if (event.key === "ArrowLeft") focus(parent ?? undefined);
    else if (event.key === "Enter" || event.key === " ") onSelect?.(item.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={root}
      className="tree"
      role="tree"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onHover?.(null)}
      data-testid={rest["data-testid"]}
    >
      {lines.map(({ item, depth }) => {
        const isParent = (item.children?.length ?? 0) > 0;
        const tone = item.id === selected ? " tree-row-selected" : item.id === hovered ? " tree-row-hovered" : "";
        return (
          <div
            key={item.id}
            className="tree-item"
            role="treeitem"
            aria-level={depth + 1}
            aria-selected={item.id === selected}
            {...(isParent && { "aria-expanded": !closed.has(item.id) })}
            tabIndex={item.id === focusable ? 0 : -1}
            data-id={item.id}
            onFocus={() => setCurrent(item.id)}
            onPointerEnter={() => onHover?.(item.id)}
            onClick={() => onSelect?.(item.id)}
          >
            <div className={`tree-row${tone}`} style={{ "--tree-depth": depth } as CSSProperties}>
              <span
                className="tree-toggle"
                onClick={(event) => {
                  if (!isParent) return;
                  event.stopPropagation();
                  toggle(item.id);
                }}
              >
                {isParent && <ChevronRight aria-hidden />}
              </span>
              {item.icon && <span className="tree-icon">{item.icon}</span>}
              <span className="tree-label">{item.label}</span>
              {item.detail !== undefined && <span className="tree-detail">{item.detail}</span>}
            </div>
          </div>
        );
      })}
    </div>
  );
}

function visibleLines(items: readonly TreeItem[], closed: ReadonlySet<string>): Line[] {
  const lines: Line[] = [];
  const walk = (list: readonly TreeItem[], depth: number, parent: string | null): void => {
    for (const item of list) {
      lines.push({ item, depth, parent });
      if (item.children && !closed.has(item.id)) walk(item.children, depth + 1, item.id);
    }
  };
  walk(items, 0, null);
  return lines;
}

/** Ids of the lines above one, itself left out. */
function pathTo(items: readonly TreeItem[], id: string): string[] {
  for (const item of items) {
    if (item.id === id) return [];
    if (!item.children) continue;
    const below = pathTo(item.children, id);
    if (below.length > 0 || item.children.some((child) => child.id === id)) return [item.id, ...below];
  }
  return [];
}
