import { Undo2 } from "lucide-react";
import { useMemo, useState } from "react";
import type { OpenedModel } from "../../engine/protocol.js";
import { resetPose } from "../../run/actions.js";
import { useStudio } from "../../run/store.js";
import { Button, EmptyState, IconButton, SearchField, Select, useStored } from "../../ui/index.js";
import { useCursorValues } from "../cursor-values.js";
import { JointPose } from "./joint-pose.js";
import { movedJoints, posedJoints } from "./posed-joints.js";
import "./pose-panel.css";

/** Joints shown at once; the rest on demand, because a thousand sliders take a browser seconds. */
const PAGE = 30;

/** Sliders for every coordinate. Loops are kept closed, and joints that moved with it are listed. */
export function PosePanel({ opened }: { opened: OpenedModel }) {
  const [angles, setAngles] = useStored<string>("workbench.angles", "deg");
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState(PAGE);
  const [last, setLast] = useState<string | null>(null);
  const posed = useStudio((state) => state.posed);
  const trouble = useStudio((state) => state.poseTrouble);
  const isRun = useStudio((state) => state.history !== null);
  const read = useCursorValues();
  const joints = useMemo(() => posedJoints(opened), [opened]);
  const wanted = search.trim().toLowerCase();
  const matches = wanted === "" ? joints : joints.filter(({ joint }) => joint.name.toLowerCase().includes(wanted));
  const moved = useMemo(() => new Set(isRun ? [] : movedJoints(posed?.moved ?? [])), [posed, isRun]);

  if (joints.length === 0) return <EmptyState title="Nothing to move" text="No joint of this model has coordinates." />;
  return (
    <div className="pose-panel" data-testid="pose-panel">
      <div className="pose-panel-tools">
        <SearchField label="Search joints" value={search} onChange={setSearch} />
        <Select
          label="Angle unit"
          isLabelHidden
          value={angles}
          options={[
            { id: "deg", label: "deg" },
            { id: "rad", label: "rad" },
          ]}
          onChange={setAngles}
          data-testid="angle-unit"
        />
        <IconButton label="Reset pose" icon={<Undo2 />} onPress={() => void resetPose()} data-testid="reset-pose" />
      </div>
      {isRun && (
        <p className="pose-panel-hint">Values at the time shown. Changing one ends the run and sets a new pose.</p>
      )}
      {trouble && last === null && (
        <p className="pose-panel-trouble" role="alert">
          {trouble.message}
        </p>
      )}
      {moved.size > 0 && (
        <p className="pose-panel-hint" role="status" data-testid="moved-joints">
          Moved to keep loops closed: {listed([...moved])}.
        </p>
      )}
      {matches.slice(0, shown).map((entry) => (
        <JointPose
          key={entry.joint.name}
          entry={entry}
          read={read}
          inDegrees={angles === "deg"}
          isMoved={moved.has(entry.joint.name)}
          answer={posed}
          refusal={last === entry.joint.name ? (trouble?.message ?? null) : null}
          onMoved={() => setLast(entry.joint.name)}
        />
      ))}
      {matches.length === 0 && <p className="pose-panel-hint">No joints match “{search.trim()}”.</p>}
      {matches.length > shown && (
        <div className="pose-panel-more">
          <Button onPress={() => setShown(shown + PAGE)}>
            Show {Math.min(PAGE, matches.length - shown)} more of {matches.length - shown}
          </Button>
        </div>
      )}
    </div>
  );
}

function listed(names: readonly string[]): string {
  const few = names.slice(0, 6).join(", ");
  return names.length > 6 ? `${few} and ${names.length - 6} more` : few;
}
