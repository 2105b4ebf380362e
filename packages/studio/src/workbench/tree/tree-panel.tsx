import { ChevronsDownUp, ChevronsUpDown } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { OpenedModel } from "../../engine/protocol.js";
import { hover, select } from "../../run/actions.js";
import { useStudio } from "../../run/store.js";
import { IconButton, SearchField } from "../../ui/index.js";
import { modelTree, nodeId } from "./model-tree.js";
import { TreeList } from "./tree-list.js";
import "./tree-panel.css";
import { ancestorsOf, matchingRows, openAtFirst, parentsOf, visibleRows } from "./visible-rows.js";

export function TreePanel({ opened }: { opened: OpenedModel }) {
  const { numbers, cuts } = opened;
  // Keyed by names, so that nodes stay expanded when parameters change the numbers.
  const shape = [...numbers.bodies, ...numbers.joints, ...numbers.loads, ...numbers.contacts, ...numbers.tyres]
    .map(({ name }) => name)
    .join("\n");
  const roots = useMemo(() => modelTree({ numbers, cuts }), [shape]);
  const parents = useMemo(() => parentsOf(roots), [roots]);
  const cutNames = useMemo(() => new Set(cuts), [cuts]);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => openAtFirst(roots));
  const [search, setSearch] = useState("");
  const selected = useStudio((state) => state.selected);
  const hovered = useStudio((state) => state.hovered);
  const selectedId = selected && nodeId(selected);

  useEffect(() => setOpen(openAtFirst(roots)), [roots]);
  useEffect(() => {
    if (selectedId === null) return;
    setOpen((before) => {
      const folded = ancestorsOf(parents, selectedId).filter((id) => !before.has(id));
      return folded.length === 0 ? before : new Set([...before, ...folded]);
    });
  }, [selectedId, parents]);

  const isSearching = search.trim() !== "";
  const rows = useMemo(
    () => (isSearching ? matchingRows(roots, search) : visibleRows(roots, open)),
    [roots, open, search, isSearching],
  );
  const toggle = (id: string): void => {
    const after = new Set(open);
    if (!after.delete(id)) after.add(id);
    setOpen(after);
  };
  const isUnfolded = [...parents.values()].every((id) => open.has(id));
  return (
    <section className="tree-panel" aria-label="Model tree">
      <div className="tree-panel-tools">
        <SearchField label="Search the model" value={search} onChange={setSearch} data-testid="tree-search" />
        <IconButton
          label={isUnfolded ? "Collapse all" : "Expand all"}
          icon={isUnfolded ? <ChevronsDownUp /> : <ChevronsUpDown />}
          isDisabled={isSearching}
          onPress={() => setOpen(isUnfolded ? new Set(roots.map(({ id }) => id)) : new Set(parents.values()))}
        />
      </div>
      {rows.length === 0 ? (
        <p className="tree-panel-none">No matches for “{search.trim()}”.</p>
      ) : (
        <TreeList
          // Two lists, so that the full tree starts at the selection when it returns.
          key={isSearching ? "found" : "all"}
          label={`Model ${numbers.name}`}
          rows={rows}
          cuts={cutNames}
          selected={selectedId}
          hovered={hovered && nodeId(hovered)}
          onSelect={select}
          onHover={hover}
          onToggle={toggle}
        />
      )}
    </section>
  );
}
