import { MousePointerClick } from "lucide-react";
import { useMemo } from "react";
import type { OpenedModel } from "../../engine/protocol.js";
import { record } from "../../run/actions.js";
import { useStudio } from "../../run/store.js";
import { Button, EmptyState } from "../../ui/index.js";
import { useCursorValues } from "../cursor-values.js";
import { TracesSection } from "../traces/traces-section.js";
import { NodeIcon } from "../tree/node-icon.js";
import "./inspector.css";
import { PropertyLine } from "./property-line.js";
import type { Section } from "./property-sheet.js";
import { sheetOf } from "./sheet-of.js";

export function Inspector({ opened }: { opened: OpenedModel }) {
  const selected = useStudio((state) => state.selected);
  const sheet = useMemo(() => selected && sheetOf(opened, selected), [opened, selected]);
  const read = useCursorValues();
  return (
    <div className="inspector" data-testid="inspector">
      {sheet && selected ? (
        <>
          <header className="inspector-header">
            <NodeIcon kind={sheet.icon ?? selected.kind} />
            <h2>{sheet.title}</h2>
            <span>{sheet.subtitle}</span>
          </header>
          {sheet.sections.map((section) => (
            <section key={section.title} className="inspector-section" aria-label={section.title}>
              <h3>{section.title}</h3>
              <dl>
                {section.properties.map((property, i) => (
                  <PropertyLine key={`${i} ${property.label}`} property={property} read={read} />
                ))}
              </dl>
              <RecordButton section={section} isKnown={(name) => read(name) !== null} />
            </section>
          ))}
        </>
      ) : (
        <EmptyState
          icon={<MousePointerClick />}
          title="Nothing selected"
          text="Click an object in the 3D view or the tree to see its properties."
        />
      )}
      <TracesSection opened={opened} selected={selected} />
    </div>
  );
}

function RecordButton({ section, isKnown }: { section: Section; isKnown: (name: string) => boolean }) {
  const channels = useStudio((state) => state.channels);
  const { recordable } = section;
  if (!recordable || recordable.channels.every(isKnown)) return null;
  const isAsked = recordable.channels.every((name) => channels.includes(name));
  return (
    <div className="inspector-record">
      <Button isDisabled={isAsked} onPress={() => void record(recordable.channels)} data-testid="record-loads">
        {isAsked ? "Recorded from the next run" : recordable.label}
      </Button>
    </div>
  );
}
