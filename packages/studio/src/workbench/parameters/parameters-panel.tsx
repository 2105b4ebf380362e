import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { OpenedModel } from "../../engine/protocol.js";
import { resetParameters, setParameter } from "../../run/actions.js";
import { useStudio } from "../../run/store.js";
import { Button, EmptyState, IconButton, SearchField } from "../../ui/index.js";
import { formatNumber } from "../../ui/behaviour/number-text.js";
import { ValueSlider } from "../value-slider.js";
import "./parameters-panel.css";
import { SystemOptions } from "./system-options.js";

/** More than this many parameters get a search field. */
const MANY = 8;

/** Parameters of the model with immediate effect, and the options that a named system is built with. */
export function ParametersPanel({ opened }: { opened: OpenedModel }) {
  const { parameters } = opened.model;
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const matches = parameters.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted));
  const isChanged = parameters.some(({ name, value }) => !Object.is(opened.parameters[name], value));
  const { source } = opened;
  return (
    <div className="parameters-panel" data-testid="parameters-panel">
      {parameters.length > 0 && (
        <div className="parameters-panel-tools">
          {parameters.length > MANY ? (
            <SearchField label="Search parameters" value={search} onChange={setSearch} />
          ) : (
            <span>Changes apply at once</span>
          )}
          <Button
            variant="quiet"
            icon={<Undo2 aria-hidden />}
            isDisabled={!isChanged}
            onPress={() => void resetParameters()}
            data-testid="reset-parameters"
          >
            Reset all
          </Button>
        </div>
      )}
      <ParameterList opened={opened} shown={matches} />
      {parameters.length > 0 && matches.length === 0 && (
        <p className="parameters-panel-none">No parameters match “{search.trim()}”.</p>
      )}
      {parameters.length === 0 && source.kind !== "system" && (
        <EmptyState
          title="No parameters"
          text="The model has no parameters. In a JSON model, numbers can be expressions of named parameters."
        />
      )}
      {source.kind === "system" && <SystemOptions key={source.name} source={source} />}
    </div>
  );
}

function ParameterList({ opened, shown }: { opened: OpenedModel; shown: OpenedModel["model"]["parameters"] }) {
  const trouble = useStudio((state) => state.poseTrouble);
  const [last, setLast] = useState<string | null>(null);
  return shown.map(({ name, value, unit, min, max, description }) => {
    const current = opened.parameters[name] ?? value;
    const set = (next: number): void => {
      setLast(name);
      void setParameter(name, next);
    };
    return (
      <div key={name} className="parameters-panel-item">
        <ValueSlider
          label={name}
          title={
            <span className="parameters-panel-name">
              {name}
              {!Object.is(current, value) && (
                <IconButton
                  label={`Reset ${name} to ${formatNumber(value)}`}
                  icon={<Undo2 />}
                  onPress={() => set(value)}
                />
              )}
            </span>
          }
          value={current}
          unit={unit}
          min={min}
          max={max}
          isStrict
          onChange={set}
          answer={opened}
          refusal={last === name ? (trouble?.message ?? null) : null}
          note={[description, rangeText(min, max)].filter(Boolean).join(" · ")}
          testId={`parameter-${name}`}
        />
      </div>
    );
  });
}

/** The range in words; a slider does not show its limits. */
function rangeText(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `${formatNumber(min)} to ${formatNumber(max)}`;
  if (min !== null) return `from ${formatNumber(min)}`;
  return max === null ? "" : `up to ${formatNumber(max)}`;
}
