import { Activity, Pause, Play, Undo2 } from "lucide-react";
import { useEffect } from "react";
import type { HeldJoints, ModeInfo, OpenedModel } from "../../engine/protocol.js";
import { chooseMode, findModes, setModeSize, settleAndFind, toggleMode } from "../../run/actions.js";
import { useModes } from "../../run/modes-store.js";
import { useStudio } from "../../run/store.js";
import { Button, EmptyState, ErrorCard, Select, Slider, Table } from "../../ui/index.js";
import "./modes-panel.css";
import { formatNumber } from "../../ui/behaviour/number-text.js";

/** Natural motions of the model in the pose shown: a table, and one of them swinging in the picture. */
export function ModesPanel({ opened }: { opened: OpenedModel }) {
  const { found, trouble, isAsking, selected } = useModes();
  const isPlaying = useStudio((state) => state.playing);
  // Computed once when the panel opens; for later poses on request.
  useEffect(() => {
    const { found: known, trouble: refusal, isAsking: isAsked } = useModes.getState();
    if (known === null && refusal === null && !isAsked && !useStudio.getState().playing) void findModes(null);
  }, []);
  if (isAsking)
    return (
      <p className="modes-panel-hint" role="status">
        Computing the modes…
      </p>
    );
  if (trouble !== null) return <Refused opened={opened} message={trouble.message} code={trouble.code} />;
  if (found === null)
    return (
      <EmptyState
        icon={<Activity />}
        title="Modes"
        text={
          isPlaying
            ? "Natural frequencies, damping and mode shapes. Pause the run to compute them for the pose that it has reached."
            : "Natural frequencies, damping and mode shapes about the pose shown."
        }
        action={
          <Button variant="primary" onPress={() => void findModes(null)} data-testid="find-modes">
            Compute the modes of this pose
          </Button>
        }
      />
    );
  return (
    <div className="modes-panel" data-testid="modes-panel">
      {opened.flexible !== null && <Held held={found.held} />}
      {found.warnings.map((warning) => (
        <p key={warning} className="modes-panel-hint">
          {warning}
        </p>
      ))}
      {found.modes.length === 0 ? (
        <EmptyState
          title="No modes"
          text="There is nothing to oscillate: all joints are locked, and no body is flexible."
        />
      ) : (
        <>
          <p className="modes-panel-hint">Small oscillations about the pose shown. Select a mode to animate it.</p>
          <Table
            label="Natural motions"
            columns={[
              { id: "number", label: "No.", align: "right" },
              { id: "frequency", label: "Frequency [Hz]", align: "right" },
              { id: "damping", label: "Damping [%]", align: "right" },
              { id: "period", label: "Period [s]", align: "right" },
            ]}
            rows={found.modes.map((mode, i) => ({ id: String(i), cells: modeCells(mode, i) }))}
            selected={selected === null ? null : String(selected)}
            onSelectRow={(id) => chooseMode(Number(id) === selected ? null : Number(id))}
            data-testid="modes-table"
          />
          {selected !== null && <Swing mode={found.modes[selected]} number={selected + 1} />}
        </>
      )}
    </div>
  );
}

function Held({ held }: { held: HeldJoints }) {
  return (
    <Select
      label="Joints"
      value={held}
      options={[
        { id: "none", label: "free", detail: "free to move" },
        { id: "joints", label: "locked", detail: "bodies oscillate about their deflection under load" },
      ]}
      onChange={(id) => void findModes(id as HeldJoints)}
      data-testid="modes-held"
    />
  );
}

function Swing({ mode, number }: { mode: ModeInfo; number: number }) {
  const size = useModes((state) => state.size);
  const isPlaying = useModes((state) => state.isPlaying);
  return (
    <section className="modes-panel-swing" aria-label={`Animation of mode ${number}`} data-testid="mode-swing">
      <h2>Mode {number}</h2>
      {mode.joints.length > 0 && <p className="modes-panel-hint">Largest motion: {mode.joints.join(", ")}</p>}
      <Slider
        label="Amplitude"
        value={Math.log10(size)}
        min={-3}
        max={-0.3}
        step={0.05}
        format={(value) => `${Number((100 * 10 ** value).toPrecision(2))} % of the model`}
        onChange={(value) => setModeSize(Number((10 ** value).toPrecision(3)))}
        data-testid="mode-size"
      />
      <div className="modes-panel-buttons">
        <Button icon={isPlaying ? <Pause /> : <Play />} onPress={toggleMode} data-testid="mode-play">
          {isPlaying ? "Pause" : "Animate"}
        </Button>
        <Button variant="quiet" icon={<Undo2 />} onPress={() => chooseMode(null)} data-testid="mode-leave">
          Back to the pose
        </Button>
      </div>
      <p className="modes-panel-hint">One cycle is shown in two seconds, whatever its period.</p>
    </section>
  );
}

/** Why there are no modes, and remedies. */
function Refused({ opened, message, code }: { opened: OpenedModel; message: string; code: string }) {
  const isUnbalanced = code === "modes-without-equilibrium";
  return (
    <div className="modes-panel" data-testid="modes-refused">
      <ErrorCard
        title={isUnbalanced ? "The pose is not in equilibrium" : "No modes"}
        message={message}
        actions={
          <>
            {isUnbalanced && (
              <Button variant="primary" onPress={() => void settleAndFind()} data-testid="modes-settle">
                Find an equilibrium, then compute
              </Button>
            )}
            {opened.flexible !== null && (
              <Button onPress={() => void findModes("joints")} data-testid="modes-hold">
                Lock the joints
              </Button>
            )}
            <Button variant="quiet" onPress={() => void findModes("none")}>
              Try again
            </Button>
          </>
        }
      />
    </div>
  );
}

function modeCells(mode: ModeInfo, index: number): Readonly<Record<string, string>> {
  const { frequency, dampingRatio, period, isRigid, isUnstable } = mode;
  return {
    number: String(index + 1),
    frequency: isRigid ? "0" : formatNumber(frequency, 5),
    damping: isRigid ? "free" : isUnstable ? `${formatNumber(100 * dampingRatio, 3)}, grows` : percent(dampingRatio),
    period: period === null ? "none" : formatNumber(period, 4),
  };
}

/** Rounding of the eigenvalues is no damping. */
const percent = (ratio: number): string => (Math.abs(ratio) < 1e-9 ? "0" : formatNumber(100 * ratio, 3));
