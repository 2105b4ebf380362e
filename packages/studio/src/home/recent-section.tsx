import { ChartScatter, FileChartLine, Link, Waypoints, X } from "lucide-react";
import type { ReactNode } from "react";
import { forget, useRecent, type RecentFile } from "../recent/recent.js";
import { Badge, IconButton } from "../ui/index.js";
import { matches } from "./catalogue.js";
import { FileList } from "./file-list.js";
import { agoText, sizeText } from "./size-text.js";

const icons: Readonly<Record<RecentFile["kind"], ReactNode>> = {
  model: <Waypoints aria-hidden />,
  result: <FileChartLine aria-hidden />,
  study: <ChartScatter aria-hidden />,
  link: <Link aria-hidden />,
};

/** Recently dropped files, reopened from the browser's storage. */
export function RecentSection({ search }: { search: string }) {
  const files = useRecent((state) => state.files).filter(({ name }) => matches(search, name));
  if (files.length === 0) return null;
  return (
    <section className="home-section" data-testid="recent-files">
      <h2>Recent files</h2>
      <FileList
        label="Recent files"
        lines={files.map(({ id, name, kind, opened, size, isKept }) => ({
          id,
          icon: icons[kind],
          name,
          detail: (
            <>
              {!isKept && <Badge>drop again</Badge>}
              <span>{sizeText(size)}</span>
              <span>{agoText(Date.now() - opened)}</span>
            </>
          ),
          action: <IconButton label={`Forget ${name}`} icon={<X />} onPress={() => void forget(id)} />,
          onOpen: () => void open(id),
        }))}
      />
    </section>
  );
}

async function open(id: string): Promise<void> {
  const { openRecent } = await import("../files/open-files.js");
  await openRecent(id);
}
