import { Pause, Play, RotateCw } from "lucide-react";
import { useEffect } from "react";
import { Badge, Button, ProgressBar } from "../../ui/index.js";
import { followJob, pause, resume } from "../data/job-actions.js";
import "./job-bar.css";
import { refreshRows } from "../data/study-actions.js";
import { useStudy } from "../data/study-store.js";

/** Progress of a running or unfinished study, with its actions. */
export function JobBar() {
  const info = useStudy((state) => state.info);
  const job = useStudy((state) => state.job);
  const there = useStudy((state) => state.table?.rows ?? 0);
  const trouble = useStudy((state) => state.jobTrouble);
  const id = job?.id ?? null;
  const isOver = job?.state === "finished" || job?.state === "failed";
  useEffect(() => (id === null || isOver ? undefined : followJob(id)), [id, isOver]);
  if (info === null || info.id === "") return null;
  const done = Math.max(job?.done ?? 0, there);
  const isUnfinished = done < info.rows;
  const isRunning = job?.state === "running";
  const said = trouble ?? job?.error?.message ?? null;
  if (!isRunning && !isUnfinished && said === null) return null;
  return (
    <div className="job-bar" data-testid="job" data-state={job?.state ?? "unfinished"}>
      <Badge tone={isRunning ? "accent" : job?.state === "failed" ? "danger" : "warning"}>
        {job?.state ?? "unfinished"}
      </Badge>
      <div className="job-bar-progress">
        <ProgressBar label="Completed samples" isLabelHidden value={info.rows === 0 ? null : done / info.rows} />
      </div>
      <span className="job-bar-facts" data-testid="job-progress">
        {done.toLocaleString("en")} of {info.rows.toLocaleString("en")}
        {isRunning && job.rate > 0 && ` · ${job.rate < 10 ? job.rate.toFixed(1) : Math.round(job.rate)} samples/s`}
        {isRunning && job.remaining !== null && ` · ${durationText(job.remaining)} left`}
        {(job?.failed ?? 0) > 0 && ` · ${job?.failed} failed`}
      </span>
      {isRunning && (
        <Button icon={<Pause />} onPress={() => void pause()} data-testid="job-pause">
          Pause
        </Button>
      )}
      {!isRunning && isUnfinished && (
        <Button variant="primary" icon={<Play />} onPress={() => void resume()} data-testid="job-resume">
          Resume
        </Button>
      )}
      {said !== null && (
        <span className="job-bar-trouble" role="alert">
          {said}
        </span>
      )}
      {trouble && (
        <Button icon={<RotateCw />} variant="quiet" onPress={() => void refreshRows()}>
          Try again
        </Button>
      )}
    </div>
  );
}

function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}
