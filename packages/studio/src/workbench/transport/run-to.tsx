import { FastForward } from "lucide-react";
import { useState } from "react";
import { pause, runTo, startFromCursor } from "../../run/actions.js";
import { useStudio } from "../../run/store.js";
import { Button, IconButton, NumberField, Popover } from "../../ui/index.js";
import "./run-to.css";

/** Runs up to a time as fast as possible, or begins a new run from the state shown. */
export function RunTo() {
  const [until, setUntil] = useState(10);
  const isRunning = useStudio(({ status }) => status?.state === "running");
  const hasRun = useStudio(({ history }) => history !== null);
  return (
    <Popover
      label="Run to a time"
      trigger={<IconButton label="Run to a time" icon={<FastForward />} data-testid="run-to" />}
    >
      <div className="run-to">
        <div className="run-to-line">
          <NumberField
            label="Run up to"
            value={until}
            unit="s"
            min={0}
            step={1}
            onChange={setUntil}
            data-testid="run-to-time"
          />
          {isRunning ? (
            <Button onPress={pause}>Stop</Button>
          ) : (
            <Button variant="primary" onPress={() => void runTo(until)} data-testid="run-to-start">
              Run
            </Button>
          )}
        </div>
        <p>Runs as fast as possible, then shows that time.</p>
        <Button isDisabled={!hasRun} onPress={() => void startFromCursor()} data-testid="start-here">
          New run from the time shown
        </Button>
      </div>
    </Popover>
  );
}
