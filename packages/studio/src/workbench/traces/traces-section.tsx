import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { OpenedModel, Target } from "../../engine/protocol.js";
import { addTrace, removeTrace } from "../../run/actions.js";
import { useStudio } from "../../run/store.js";
import { Button, IconButton, NumberField } from "../../ui/index.js";
import { formatNumber } from "../../ui/behaviour/number-text.js";
import "./traces-section.css";

type Point = readonly [number, number, number];

/** Paths of points: new ones of the body that is selected, and the list of all. */
export function TracesSection({ opened, selected }: { opened: OpenedModel; selected: Target | null }) {
  const traces = useStudio((state) => state.traces);
  const body = selected?.kind === "body" ? opened.numbers.bodies.find(({ name }) => name === selected.name) : undefined;
  if (!body && traces.length === 0) return null;
  const [x, y, z] = (body?.com ?? [0, 0, 0]).map(Number);
  return (
    <section className="inspector-section traces-section" aria-label="Traces">
      <h3>Traces</h3>
      {body && (
        <div className="traces-section-add">
          <Button onPress={() => addTrace({ body: body.name, point: [0, 0, 0] })} data-testid="trace-origin">
            Origin
          </Button>
          <Button onPress={() => addTrace({ body: body.name, point: [x, y, z] })} data-testid="trace-com">
            Mass centre
          </Button>
          <PointTrace body={body.name} />
        </div>
      )}
      <ul>
        {traces.map(({ body: of, point }, i) => (
          <li key={i} className="traces-section-item" data-testid="trace">
            <span className="traces-section-name">{of}</span>
            <span className="traces-section-point">{point.map((part) => formatNumber(part, 4)).join(", ")} m</span>
            <IconButton label={`Remove trace ${i + 1} of ${of}`} icon={<Trash2 />} onPress={() => removeTrace(i)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PointTrace({ body }: { body: string }) {
  const [point, setPoint] = useState<Point>([0, 0, 0]);
  const set = (at: number, value: number): void => {
    const [x, y, z] = point.map((part, i) => (i === at ? value : part));
    setPoint([x, y, z]);
  };
  return (
    <div className="traces-section-point-form">
      {(["x", "y", "z"] as const).map((axis, i) => (
        <NumberField
          key={axis}
          label={`Point ${axis} in the body frame`}
          isLabelHidden
          value={point[i]}
          step={0.01}
          onChange={(value) => set(i, value)}
          data-testid={`trace-${axis}`}
        />
      ))}
      <Button onPress={() => addTrace({ body, point })} data-testid="trace-point">
        Point
      </Button>
    </div>
  );
}
