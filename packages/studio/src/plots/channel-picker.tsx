import { Check } from "lucide-react";
import { useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { SearchField } from "../ui/index.js";
import "./channel-picker.css";
import { groupLabel, type Channel } from "./plot-spec.js";

/** Longest list that is rendered; a search narrows longer ones. */
const MOST_SHOWN = 400;

export interface ChannelPickerProps {
  readonly channels: readonly Channel[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (added: readonly Channel[], removed: readonly string[]) => void;
}

/** A searchable multiple-choice list of all channels by group, fully usable by keyboard. */
export function ChannelPicker({ channels, chosen, onChange }: ChannelPickerProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState("");
  const [active, setActive] = useState(0);
  const all = useMemo(() => groupsOf(channels, search), [channels, search]);
  const found = useMemo(() => all.flatMap((group) => group.channels), [all]);
  const shown = found.slice(0, MOST_SHOWN);
  const starts = all.map((_, i) => all.slice(0, i).reduce((sum, group) => sum + group.channels.length, 0));
  const groups = all.filter((_, i) => starts[i] < MOST_SHOWN);
  const optionId = (at: number): string => `${id}-${at}`;

  const toggle = ({ name, unit }: Channel): void =>
    chosen.has(name) ? onChange([], [name]) : onChange([{ name, unit }], []);
  const moveTo = (at: number): void => {
    const next = Math.min(shown.length - 1, Math.max(0, at));
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
  };
  const onListKey = (event: KeyboardEvent): void => {
    const isToggle = event.key === " " || event.key === "Enter";
    const to = stepTo(event.key, active, shown.length - 1);
    if ((!isToggle && to === null) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (to !== null) moveTo(to);
    else if (shown[active]) toggle(shown[active]);
  };
  const onSearchKey = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    list.current?.focus();
  };

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
        {groups.map(({ id: group, label, channels: members }, i) => (
          <div key={group} role="group" aria-labelledby={`${id}-group-${group}`}>
            <div className="channel-picker-group" role="presentation">
              <span id={`${id}-group-${group}`}>{label}</span>
              <span className="channel-picker-count">{members.length}</span>
            </div>
            {members.slice(0, MOST_SHOWN - starts[i]).map((channel, j) => (
              <Option
                key={channel.name}
                id={optionId(starts[i] + j)}
                channel={channel}
                isChosen={chosen.has(channel.name)}
                isActive={starts[i] + j === active}
                onPick={() => {
                  setActive(starts[i] + j);
                  toggle(channel);
                }}
              />
            ))}
          </div>
        ))}
        {shown.length === 0 && (
          <div className="channel-picker-note" role="option" aria-selected={false} aria-disabled>
            {channels.length === 0 ? "Nothing is open." : `No channel has "${search}" in its name.`}
          </div>
        )}
      </div>
      <p className="channel-picker-note" aria-live="polite">
        {found.length > shown.length
          ? `${shown.length} of ${found.length} channels; search to narrow them down.`
          : `${found.length} of ${channels.length} channels, ${chosen.size} plotted.`}
      </p>
    </div>
  );
}

/** The option that a key leads to from another; null if the key does not move. */
function stepTo(key: string, from: number, last: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + 10,
    PageUp: from - 10,
    Home: 0,
    End: last,
  };
  return steps[key] ?? null;
}

interface OptionProps {
  readonly id: string;
  readonly channel: Channel;
  readonly isChosen: boolean;
  readonly isActive: boolean;
  readonly onPick: () => void;
}

function Option({ id, channel, isChosen, isActive, onPick }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={isActive ? "channel-picker-option channel-picker-active" : "channel-picker-option"}
      onClick={onPick}
    >
      <span className="channel-picker-check">{isChosen && <Check aria-hidden />}</span>
      <span className="channel-picker-name">{channel.name}</span>
      <span className="channel-picker-unit">{channel.unit}</span>
    </div>
  );
}

interface ChannelGroup {
  readonly id: string;
  readonly label: string;
  readonly channels: readonly Channel[];
}

/** Families that are looked for most, in this order before the others. */
const FIRST = ["energy", "closure", "q", "v", "pos", "contact", "tyre"];

/** Channels by family, without those that the search does not mean: every word has to be part of the name or the family's. */
export function groupsOf(channels: readonly Channel[], search: string): ChannelGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, Channel[]>();
  for (const channel of channels) {
    const id = channel.name.split(".")[0];
    const text = `${channel.name} ${groupLabel(id)}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const group = groups.get(id);
    if (group) group.push(channel);
    else groups.set(id, [channel]);
  }
  const rank = (id: string): number => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);
  return [...groups]
    .map(([id, members]) => ({ id, label: groupLabel(id), channels: members }))
    .sort((a, b) => rank(a.id) - rank(b.id));
}
