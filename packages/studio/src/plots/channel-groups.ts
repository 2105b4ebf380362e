import { groupLabel, type Channel } from "./plot-spec.js";

export interface ChannelGroup {
  readonly id: string;
  readonly label: string;
  readonly channels: readonly Channel[];
}

/** Families that are looked for most, in this order before the others. */
const FIRST = ["energy", "closure", "q", "v", "pos", "contact"];

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
