import {
  Link2,
  PanelBottom,
  PanelLeft,
  PanelRight,
  Pause,
  Play,
  Repeat,
  RotateCcw,
  StepBack,
  StepForward,
  Zap,
} from "lucide-react";
import { reset, setLooping, setSpeed, stepBack, stepForward, togglePlay } from "../../run/actions.js";
import { useStudio } from "../../run/store.js";
import { Button, IconButton, Select } from "../../ui/index.js";
import { togglePart, usePanels } from "../panels.js";
import { showClosurePlot, showEnergyPlot } from "../plot-columns.js";
import { ExportMenu } from "./export-menu.js";
import { FailureCard } from "./failure-card.js";
import { ResultStrip } from "./result-strip.js";
import { RunReadout } from "./run-readout.js";
import { RunTo } from "./run-to.js";
import { TimeField } from "./time-field.js";
import { Timeline } from "./timeline.js";
import "./transport.css";

const speeds = [0.1, 0.25, 0.5, 1, 2, 5];

/** Playback controls and figures of the run. `hasPanels`: offers to hide panels. */
export function Transport({ hasPanels }: { hasPanels: boolean }) {
  const isResult = useStudio((state) => state.result !== null);
  return (
    <div className="transport-frame">
      <h2 className="visually-hidden">Run</h2>
      <FailureCard />
      <ResultStrip />
      <section className="transport" aria-label="Run">
        <div className="transport-row">
          <Timeline />
          <RunReadout />
          {hasPanels && <PanelButtons />}
        </div>
        <div className="transport-row">
          <PlayButtons />
          <TimeField />
          <Speed />
          {!isResult && <RunTo />}
          <span className="transport-space" />
          <DiagnosticButtons />
          <ExportMenu />
        </div>
      </section>
    </div>
  );
}

function PlayButtons() {
  const playing = useStudio((state) => state.playing);
  const looping = useStudio((state) => state.looping);
  const isEmpty = useStudio(({ history, result }) => history === null && result === null);
  const isCompiling = useStudio(({ status }) => status?.state === "compiling");
  return (
    <div className="transport-buttons" role="group" aria-label="Playback">
      <IconButton
        label="Reset"
        icon={<RotateCcw />}
        shortcut="R"
        isDisabled={isEmpty}
        onPress={reset}
        data-testid="reset"
      />
      <IconButton
        label="Step back"
        icon={<StepBack />}
        shortcut="←"
        isDisabled={isEmpty}
        onPress={stepBack}
        data-testid="step-back"
      />
      <span className={playing ? "transport-play" : "transport-play transport-play-idle"}>
        <IconButton
          label={playing ? "Pause" : "Play"}
          icon={playing ? <Pause /> : <Play />}
          shortcut="Space"
          isDisabled={isCompiling && !playing}
          onPress={togglePlay}
          data-testid="play"
        />
      </span>
      <IconButton
        label="Step forward"
        icon={<StepForward />}
        shortcut="→"
        onPress={stepForward}
        data-testid="step-forward"
      />
      <IconButton
        label="Loop the recording"
        icon={<Repeat />}
        isPressed={looping}
        onPress={() => setLooping(!looping)}
        data-testid="loop"
      />
    </div>
  );
}

function Speed() {
  const speed = useStudio((state) => state.speed);
  // A link may have brought another pace than those listed.
  const listed = speeds.includes(speed) || speed === Infinity ? speeds : [...speeds, speed].toSorted((a, b) => a - b);
  return (
    <div className="transport-speed">
      <Select
        label="Speed"
        isLabelHidden
        value={String(speed)}
        options={[
          ...listed.map((each) => ({
            id: String(each),
            label: `${each}×`,
            detail: each === 1 ? "real time" : undefined,
          })),
          { id: "Infinity", label: "fastest", detail: "as fast as possible" },
        ]}
        onChange={(id) => setSpeed(Number(id))}
        data-testid="speed"
      />
    </div>
  );
}

function DiagnosticButtons() {
  const opened = useStudio((state) => state.opened);
  if (!opened) return null;
  const hasClosure = opened.channels.some(({ name }) => name === "closure");
  return (
    <>
      <Button
        variant="quiet"
        label="Energy balance"
        icon={<Zap aria-hidden />}
        onPress={showEnergyPlot}
        data-testid="show-energy"
      >
        <span className="transport-word">Energy</span>
      </Button>
      <Button
        variant="quiet"
        label={hasClosure ? "Closure error" : "Closure error: this model has no loops"}
        icon={<Link2 aria-hidden />}
        isDisabled={!hasClosure}
        onPress={showClosurePlot}
        data-testid="show-closure"
      >
        <span className="transport-word">Closure</span>
      </Button>
    </>
  );
}

function PanelButtons() {
  const { left, right, plots } = usePanels();
  return (
    <div className="transport-buttons" role="group" aria-label="Panels">
      <IconButton label="Model panel" icon={<PanelLeft />} isPressed={left} onPress={() => togglePart("left")} />
      <IconButton label="Plots panel" icon={<PanelBottom />} isPressed={plots} onPress={() => togglePart("plots")} />
      <IconButton
        label="Properties panel"
        icon={<PanelRight />}
        isPressed={right}
        onPress={() => togglePart("right")}
      />
    </div>
  );
}
