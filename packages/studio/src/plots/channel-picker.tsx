import { Check } from "lucide-react";
import { useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { SearchField } from "../ui/index.js";
import { groupsOf } from "./channel-groups.js";
import "./channel-picker.css";
import type { Channel } from "./plot-spec.js";

/** Channels in the list at most; a search brings the others. */
const MOST_SHOWN = 400;

export interface ChannelPickerProps {
  readonly channels: readonly Channel[];
  readonly chosen: ReadonlySet<string>;
  /** Channels that are to come in or to go. */
  readonly onChange: (added: readonly Channel[], removed: readonly string[]) => void;
}

/** A list of all channels by family, to search and to choose several from; works by keyboard alone. */
export function ChannelPicker({ channels, chosen, onChange }: ChannelPickerProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState("");
  const [active, setActive] = useState(0);
  const groups = useMemo(() => groupsOf(channels, search), [channels, search]);
  const found = useMemo(() => groups.flatMap((group) => group.channels), [groups]);
  const shown = found.slice(0, MOST_SHOWN);
  const optionId = (at: number): string => `${id}-${at}`;

  const toggle = ({ name, unit }: Channel): void =>
    chosen.has(name) ? onChange([], [name]) : onChange([{ name, unit }], []);
  const moveTo = (at: number): void => {
    const next = Math.min(shown.length - 1, Math.max(0, at));
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
  };
  const onListKey = (event: KeyboardEvent): void => {
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => moveTo(active + 1),
      ArrowUp: () => moveTo(active - 1),
      PageDown: () => moveTo(active + 10),
      PageUp: () => moveTo(active - 10),
      Home: () => moveTo(0),
      End: () => moveTo(shown.length - 1),
      " ": () => shown[active] && toggle(shown[active]),
      Enter: () => shown[active] && toggle(shown[active]),
    };
    const action = keys[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  const onSearchKey = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    list.current?.focus();
  };

  let at = -1;
  return (
    <div className="channel-picker">
      <div onKeyDownCapture={onSearchKey}>
        <SearchField
          label="Search channels"
          autoFocus
          onSubmit={() => shown[active] && toggle(shown[active])}
          value={search}
          onChange={(text) => {
            setSearch(text);
            setActive(0);
          }}
        />
      </div>
      <div
        ref={list}
        className="channel-picker-list"
        role="listbox"
        tabIndex={0}
        aria-label="Channels"
        aria-multiselectable
        aria-activedescendant={shown.length > 0 ? optionId(active) : undefined}
        onKeyDown={onListKey}
        data-testid="channel-list"
      >
        {groups.map((group) => {
          const room = MOST_SHOWN - at - 1;
          if (room <= 0) return null;
          const members = group.channels.slice(0, room);
          return (
            <div key={group.id} role="group" aria-labelledby={`${id}-group-${group.id}`}>
              <div className="channel-picker-group" role="presentation">
                <span id={`${id}-group-${group.id}`}>{group.label}</span>
                <span className="channel-picker-count">{group.channels.length}</span>
              </div>
              {members.map((channel) => {
                at++;
                const place = at;
                const isChosen = chosen.has(channel.name);
                return (
                  <div
                    key={channel.name}
                    id={optionId(place)}
                    role="option"
                    aria-selected={isChosen}
                    className={
                      place === active ? "channel-picker-option channel-picker-active" : "channel-picker-option"
                    }
                    onClick={() => {
                      setActive(place);
                      toggle(channel);
                    }}
                  >
                    <span className="channel-picker-check">{isChosen && <Check aria-hidden />}</span>
                    <span className="channel-picker-name">{channel.name}</span>
                    <span className="channel-picker-unit">{channel.unit}</span>
                  </div>
                );
              })}
            </div>
          );
        })}
        {shown.length === 0 && (
          <div className="channel-picker-note" role="option" aria-selected={false} aria-disabled>
            {channels.length === 0 ? "Nothing to plot is open." : `No channel has "${search}" in its name.`}
          </div>
        )}
      </div>
      <p className="channel-picker-note" aria-live="polite">
        {found.length > shown.length
          ? `${shown.length} of ${found.length} channels; search for the others.`
          : `${found.length} of ${channels.length} channels, ${chosen.size} in the diagram.`}
      </p>
    </div>
  );
}
