import { Search } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { Dialog as AriaDialog, Modal, ModalOverlay } from "react-aria-components";
import "./dialog.css";
import { Keys } from "../controls/keys.js";
import "./palette.css";
import { matchEntries, type PaletteEntry } from "./palette-match.js";

export interface PaletteProps {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly entries: readonly PaletteEntry[];
}

/** Everything that can be done, found by typing: arrows choose, Enter does it. */
export function Palette({ label, isOpen, onClose, entries }: PaletteProps) {
  return (
    <ModalOverlay className="dialog-backdrop" isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isDismissable>
      <Modal className="dialog-modal">
        <AriaDialog className="dialog" aria-label={label} data-testid="palette">
          <PaletteContent label={label} entries={entries} onClose={onClose} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function PaletteContent({ label, entries, onClose }: Pick<PaletteProps, "label" | "entries" | "onClose">) {
  const [search, setSearch] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const found = matchEntries(entries, search);
  const current = Math.min(at, found.length - 1);

  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [current, search]);

  const run = (entry: PaletteEntry | undefined): void => {
    if (!entry) return;
    onClose();
    entry.onAction();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = found.length - 1;
    if (event.key === "ArrowDown") setAt(current >= last ? 0 : current + 1);
    else if (event.key === "ArrowUp") setAt(current <= 0 ? last : current - 1);
    else if (event.key === "Enter") run(found[current]);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className="palette-box">
        <Search aria-hidden />
        <input
          className="palette-input"
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          {...(found.length > 0 && { "aria-activedescendant": `${id}-${current}` })}
          placeholder={label}
          value={search}
          // The palette was asked for in order to type into it.
          autoFocus
          onChange={(event) => {
            setSearch(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="palette-list" role="listbox" id={id} aria-label={label} ref={list}>
        {found.map((entry, i) => (
          <div key={entry.id} role="presentation">
            {search === "" && entry.group !== found[i - 1]?.group && (
              <div className="palette-group" role="presentation">
                {entry.group}
              </div>
            )}
            <div
              className="palette-entry"
              role="option"
              id={`${id}-${i}`}
              aria-selected={i === current}
              onPointerMove={() => i !== current && setAt(i)}
              onClick={() => run(entry)}
            >
              <span className="palette-label">{entry.label}</span>
              <span className="palette-detail">{entry.detail ?? (search === "" ? "" : entry.group)}</span>
              {entry.keys && <Keys keys={entry.keys} />}
            </div>
          </div>
        ))}
        {found.length === 0 && <p className="palette-none">No matches for “{search}”.</p>}
      </div>
    </>
  );
}
