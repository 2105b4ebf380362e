import { CircleCheck, CirclePlay, Loader, TriangleAlert, X } from "lucide-react";
import { useMemo, useState } from "react";
import { RunHistory } from "../../run/history.js";
import type { ReplayedSample } from "../../engine/protocol.js";
import { MotionView } from "../../scene/motion-view.js";
import type { Track } from "../../scene/motion/track.js";
import { Button, EmptyState, ErrorCard, IconButton } from "../../ui/index.js";
import { cancelReplay, openOnWorkbench, removeReplay } from "../data/replay-actions.js";
import "./replay-panel.css";
import { ReplayTransport } from "./replay-transport.js";
import { sampleName } from "../data/sample-name.js";
import { SampleValues } from "../rows/sample-values.js";
import { versionRemark } from "../data/study-actions.js";
import { useStudy, type Replay } from "../data/study-store.js";
import { useColours } from "../charts/use-charts.js";

export function ReplayPanel() {
  const replays = useStudy((state) => state.replays);
  const noReplay = useStudy((state) => state.noReplay);
  const current = replays.at(-1);
  return (
    <section className="replay" aria-label="Replay" data-testid="replay">
      <header className="replay-bar">
        <h2>Replay</h2>
        {replays.length > 0 && <ReplayChips replays={replays} />}
      </header>
      {current === undefined ? (
        <EmptyState
          icon={<CirclePlay />}
          title={noReplay === null ? "Click a dot to replay its sample" : "Samples cannot be replayed"}
          text={
            noReplay ??
            "The sample is computed again in this page, bit-identical to the study. Shift-click or Ctrl-click overlays several samples."
          }
        />
      ) : (
        <ReplayView replays={replays} current={current} />
      )}
    </section>
  );
}

function ReplayChips({ replays }: { readonly replays: readonly Replay[] }) {
  const table = useStudy((state) => state.table);
  return (
    <ul className="replay-chips" aria-label="Replayed samples">
      {replays.map(({ row, colour, state }) => {
        const name = sampleName(table, row);
        return (
          <li key={row} className="replay-chip">
            <span className="replay-colour" style={{ background: `var(--series-${colour + 1})` }} />
            <span className="replay-name">{name}</span>
            {(state === "waiting" || state === "running") && <Loader className="replay-spin" aria-label="running" />}
            <IconButton label={`Remove ${name}`} icon={<X />} onPress={() => removeReplay(row)} />
          </li>
        );
      })}
    </ul>
  );
}

function ReplayView({ replays, current }: { readonly replays: readonly Replay[]; readonly current: Replay }) {
  const tracks = useTracks(replays);
  const table = useStudy((state) => state.table);
  const [t, setT] = useState(0);
  const end = Math.max(0, ...replays.map(({ sample }) => sample?.rows.t.at(-1) ?? 0));
  const isWorking = current.state === "waiting" || current.state === "running";
  const isStill = current.state === "done" && current.sample?.rows.t.length === 0;
  return (
    <>
      <div className="replay-view">
        {tracks.length > 0 && (
          <MotionView
            tracks={tracks}
            t={t}
            hasLegend
            label={`Replay of ${replays.map(({ row }) => sampleName(table, row)).join(", ")}`}
          />
        )}
        {isWorking && (
          <div className="replay-wait" role="status">
            <Loader className="replay-spin" aria-hidden />
            Running {sampleName(table, current.row)} again…
            <Button variant="quiet" onPress={cancelReplay}>
              Cancel
            </Button>
          </div>
        )}
        {isStill && (
          <EmptyState
            icon={<TriangleAlert />}
            title="This sample did not start"
            text={current.sample?.failure ?? "Its parameters give no valid model or initial state."}
          />
        )}
      </div>
      {tracks.length > 0 && <ReplayTransport key={current.row} t={t} end={end} onTime={setT} />}
      {current.state === "failed" ? (
        <ErrorCard title={`${sampleName(table, current.row)} could not be replayed`} message={current.trouble ?? ""} />
      ) : (
        <ReplayVerdict replay={current} />
      )}
      {current.sample && <SampleValues replay={current} sample={current.sample} />}
    </>
  );
}

const histories = new WeakMap<ReplayedSample, RunHistory>();

function historyOf(sample: ReplayedSample): RunHistory {
  const known = histories.get(sample);
  if (known) return known;
  const history = new RunHistory(sample.columns);
  history.push(sample.rows);
  histories.set(sample, history);
  return history;
}

/** The newest sample is solid, those before it are ghosts; alone it has the colours of the model. */
function useTracks(replays: readonly Replay[]): readonly Track[] {
  const table = useStudy((state) => state.table);
  const { series } = useColours();
  // Remade when a sample has come, not when another one is waiting.
  const done = replays.filter(({ sample }) => sample !== null && sample.rows.t.length > 0);
  const key = done.map(({ row, colour }) => `${row}.${colour}`).join(" ");
  return useMemo(
    () =>
      done
        .flatMap(({ sample, colour, row }, i): Track[] =>
          sample === null
            ? []
            : [
                {
                  numbers: sample.numbers,
                  flexible: sample.flexible,
                  motion: historyOf(sample),
                  colour: done.length === 1 ? null : series[colour],
                  opacity: i === done.length - 1 ? 1 : 0.5,
                  label: sampleName(table, row),
                },
              ],
        )
        .reverse(),
    // `key` says all that matters about `done`.
    [key, series],
  );
}

/** Whether the replayed row is the stored one, to the last bit. */
function ReplayVerdict({ replay }: { readonly replay: Replay }) {
  const remark = useStudy((state) => versionRemark(state.info));
  const { verdict, sample, took } = replay;
  if (sample === null) return null;
  return (
    <div className="replay-verdict">
      {verdict && (
        <p className={verdict.isSame ? "replay-same" : "replay-other"} role="status" data-testid="replay-verdict">
          {verdict.isSame ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
          {verdict.isSame ? (
            <span>
              bit-identical, hash <code>{verdict.hash}</code>
            </span>
          ) : (
            <span>
              differs from the study in {verdict.differing.slice(0, 6).join(", ")}
              {verdict.differing.length > 6 && ` and ${verdict.differing.length - 6} more`}: hash{" "}
              <code>{verdict.hash}</code> instead of <code>{verdict.storedHash}</code>
            </span>
          )}
        </p>
      )}
      {remark && <p className="replay-remark">{remark}</p>}
      {sample.failure && <p className="replay-remark">Failed: {sample.failure}</p>}
      <div className="replay-actions">
        <span className="replay-took" data-testid="replay-took">
          replayed in {took < 1000 ? `${Math.round(took)} ms` : `${(took / 1000).toFixed(1)} s`}
        </span>
        <Button
          isDisabled={sample.experiment === null}
          onPress={() => void openOnWorkbench(sample)}
          data-testid="open-in-workbench"
        >
          Open in workbench
        </Button>
      </div>
    </div>
  );
}
