import { ChartScatter, FileChartLine, FlaskConical, Waypoints } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import type { FileEntry, HomeListing, StudyEntry } from "../api/types.js";
import { Badge, ProgressBar } from "../ui/index.js";
import { matches } from "./catalogue.js";
import { FileList, type FileLine } from "./file-list.js";
import { loadListing } from "./listing.js";
import { openEntry } from "./open-served.js";
import { sizeText } from "./size-text.js";

const icons: Readonly<Record<FileEntry["kind"], ReactNode>> = {
  model: <Waypoints aria-hidden />,
  result: <FileChartLine aria-hidden />,
  "study-description": <FlaskConical aria-hidden />,
};

/** Time between questions while a study runs [ms]. */
const PERIOD = 2000;

export function FolderSection({ listing, search }: { listing: HomeListing; search: string }) {
  const isRunning = listing.jobs.some(({ state }) => state === "running");
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void loadListing(), PERIOD);
    return () => clearInterval(timer);
  }, [isRunning]);

  const studies = listing.studies.filter(({ id }) => matches(search, id));
  const files = listing.files.filter(({ id }) => matches(search, id));
  const lines = [...studies.map((study) => studyLine(study, listing)), ...files.map(fileLine)];
  if (lines.length === 0 && listing.remarks.length === 0) return null;
  return (
    <section className="home-section" data-testid="folder-files">
      <h2>
        {listing.folders.length === 1 ? "Folder" : "Folders"}{" "}
        <span className="home-section-detail">{listing.folders.join(" · ")}</span>
      </h2>
      {lines.length > 0 && <FileList label="Files of the folder" lines={lines} />}
      {listing.remarks.map((remark) => (
        <p key={remark} className="home-remark">
          {remark}
        </p>
      ))}
    </section>
  );
}

function studyLine(study: StudyEntry, listing: HomeListing): FileLine {
  const { id, name, done, rows } = study;
  const job = listing.jobs.find((each) => each.study === id && (each.state === "running" || each.state === "paused"));
  const isDone = done >= rows;
  return {
    id: `study ${id}`,
    icon: <ChartScatter aria-hidden />,
    name: baseOf(id),
    place: placeOf(id),
    detail: (
      <>
        {!isDone && (
          <span className="file-list-bar">
            <ProgressBar label={`Progress of ${name}`} isLabelHidden value={rows > 0 ? done / rows : 0} />
          </span>
        )}
        <span>{isDone ? `${rows} samples` : `${done} of ${rows} samples`}</span>
        <Badge tone={isDone ? "success" : job?.state === "running" ? "accent" : "warning"}>
          {isDone ? "finished" : (job?.state ?? "unfinished")}
        </Badge>
      </>
    ),
    onOpen: () => void openEntry(study),
  };
}

function fileLine(file: FileEntry): FileLine {
  return {
    id: `file ${file.id}`,
    icon: icons[file.kind],
    name: baseOf(file.id),
    place: placeOf(file.id),
    detail: (
      <>
        {file.kind === "study-description" && <Badge>study to run</Badge>}
        <span>{sizeText(file.size)}</span>
      </>
    ),
    onOpen: () => void openEntry(file),
  };
}

const baseOf = (id: string): string => id.slice(id.lastIndexOf("/") + 1);

/** The folders above a file, without the number of the given folder in front. */
const placeOf = (id: string): string => id.split("/").slice(1, -1).join("/");
