import type { ModelNode } from "./model-tree.js";

export interface VisibleRow {
  readonly node: ModelNode;
  readonly level: number;
  readonly parent: string | null;
  readonly isOpen: boolean;
  readonly position: number;
  readonly siblings: number;
}

/** Most rows that an opened tree shows at first. */
const OPEN_AT_FIRST = 120;

/** The rows of the expanded nodes, top to bottom. Without recursion: a chain may be thousands deep. */
export function visibleRows(roots: readonly ModelNode[], open: ReadonlySet<string>): readonly VisibleRow[] {
  const rows: VisibleRow[] = [];
  const waiting = stacked(roots, 1, null);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, level } = next;
    const isOpen = node.children.length > 0 && open.has(node.id);
    rows.push({ ...next, isOpen });
    if (isOpen) waiting.push(...stacked(node.children, level + 1, node.id));
  }
  return rows;
}

type Waiting = Omit<VisibleRow, "isOpen">;

const stacked = (nodes: readonly ModelNode[], level: number, parent: string | null): Waiting[] =>
  nodes.map((node, i) => ({ node, level, parent, position: i + 1, siblings: nodes.length })).toReversed();

/** Matches of a search as a flat list: the path from the root to a match may be a thousand rows long. */
export function matchingRows(roots: readonly ModelNode[], search: string): readonly VisibleRow[] {
  const wanted = search.trim().toLowerCase();
  const nodes: ModelNode[] = [];
  const waiting = roots.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    waiting.push(...node.children.toReversed());
    if (node.target !== null && `${node.label} ${node.kind} ${node.detail}`.toLowerCase().includes(wanted))
      nodes.push(node);
  }
  return nodes.map((node, i) => ({
    node: { ...node, children: [] },
    level: 1,
    parent: null,
    isOpen: false,
    position: i + 1,
    siblings: nodes.length,
  }));
}

/** Nodes expanded at first: level by level, up to a limit. */
export function openAtFirst(roots: readonly ModelNode[]): ReadonlySet<string> {
  const open = new Set<string>();
  let shown = roots.length;
  const waiting = [...roots];
  for (let i = 0; i < waiting.length; i++) {
    const { id, children } = waiting[i];
    if (children.length === 0 || shown + children.length > OPEN_AT_FIRST) continue;
    open.add(id);
    shown += children.length;
    waiting.push(...children);
  }
  return open;
}

/** Ancestors of a row, which have to be expanded for it to show. */
export function ancestorsOf(parents: ReadonlyMap<string, string>, id: string): readonly string[] {
  const out: string[] = [];
  for (let at = parents.get(id); at !== undefined; at = parents.get(at)) out.push(at);
  return out;
}

export function parentsOf(roots: readonly ModelNode[]): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  const waiting = [...roots];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const child of node.children) parents.set(child.id, node.id);
    waiting.push(...node.children);
  }
  return parents;
}
