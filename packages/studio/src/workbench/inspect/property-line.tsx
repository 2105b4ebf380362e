import { ChartLine } from "lucide-react";
import type { Target } from "../../engine/protocol.js";
import { select } from "../../run/actions.js";
import { IconButton } from "../../ui/index.js";
import { CopyButton } from "../copy-button.js";
import type { ReadColumn } from "../cursor-values.js";
import { formatLive, formatNumber } from "../../ui/behaviour/number-text.js";
import { showPanel } from "../panels.js";
import { plotColumns } from "../plot-columns.js";
import type { Property } from "./property-sheet.js";
import "./property-line.css";

export interface PropertyLineProps {
  readonly property: Property;
  readonly read: ReadColumn;
}

export function PropertyLine({ property, read }: PropertyLineProps) {
  const isWide = property.kind === "live" && property.columns.length > 3;
  return (
    <div className={isWide ? "property-line property-line-wide" : "property-line"}>
      <dt title={property.label}>{property.label}</dt>
      <dd>
        <Value property={property} read={read} />
      </dd>
    </div>
  );
}

function Value({ property, read }: PropertyLineProps) {
  switch (property.kind) {
    case "text":
      return <span className="property-line-text">{property.text}</span>;
    case "links":
      return (
        <span className="property-line-links">
          {property.targets.map((target) => (
            <TargetLink key={`${target.kind} ${target.name}`} target={target} />
          ))}
        </span>
      );
    case "turn":
      return <Turn property={property} />;
    case "derived":
      return <DerivedValue property={property} read={read} />;
    case "live":
      return <LiveValue property={property} read={read} />;
    default:
      return <Numbers property={property} />;
  }
}

function Numbers({ property }: { property: Extract<Property, { kind: "numbers" }> }) {
  const { label, values, unit, expression, parameters } = property;
  return (
    <>
      <span className="property-line-numbers">
        {values.map((value, i) => (
          <span key={i} title={String(value)}>
            {formatNumber(value)}
          </span>
        ))}
        {unit && <span className="property-line-unit">{unit}</span>}
      </span>
      <span className="property-line-tools">
        <CopyButton label={`Copy ${label}`} text={() => values.join(", ")} />
      </span>
      {expression !== null && (
        <span className="property-line-expression">
          = <Expression text={expression} parameters={parameters} />
        </span>
      )}
    </>
  );
}

/** An expression whose parameters lead to their fields. */
function Expression({ text, parameters }: { text: string; parameters: readonly string[] }) {
  return (
    <code>
      {text
        .split(/([A-Za-z_]\w*)/)
        .map((part, i) =>
          parameters.includes(part) ? <ParameterLink key={i} name={part} /> : <span key={i}>{part}</span>,
        )}
    </code>
  );
}

function ParameterLink({ name }: { name: string }) {
  return (
    <button type="button" className="property-line-link" onClick={() => showParameter(name)}>
      {name}
    </button>
  );
}

function Turn({ property }: { property: Extract<Property, { kind: "turn" }> }) {
  const { label, angle, axis, quaternion, parameters } = property;
  return (
    <>
      <span className="property-line-numbers">
        <span>{formatNumber((180 * angle) / Math.PI)}</span>
        <span className="property-line-unit">deg about</span>
        {axis.map((part, i) => (
          <span key={i}>{formatNumber(part, 4)}</span>
        ))}
      </span>
      <span className="property-line-tools">
        <CopyButton label={`Copy ${label} as a quaternion`} text={() => quaternion.join(", ")} />
      </span>
      {parameters.length > 0 && (
        <span className="property-line-expression">
          from
          {parameters.map((name) => (
            <code key={name}>
              <ParameterLink name={name} />
            </code>
          ))}
        </span>
      )}
    </>
  );
}

function LiveValue({ property, read }: { property: Extract<Property, { kind: "live" }>; read: ReadColumn }) {
  const { label, columns, unit } = property;
  const values = columns.map(read);
  const isKnown = values.every((value) => value !== null);
  return (
    <>
      <span className={`property-line-numbers property-line-live${columns.length > 1 ? " property-line-many" : ""}`}>
        {isKnown ? (
          values.map((value, i) => <span key={columns[i]}>{formatLive(value ?? 0, columns.length > 1 ? 4 : 6)}</span>)
        ) : (
          <span className="property-line-unknown">not recorded</span>
        )}
        {unit && <span className="property-line-unit">{unit}</span>}
      </span>
      <span className="property-line-tools">
        <IconButton label={`Plot ${label}`} icon={<ChartLine />} onPress={() => plotColumns(columns)} />
        {isKnown && <CopyButton label={`Copy ${label}`} text={() => columns.map(read).join(", ")} />}
      </span>
    </>
  );
}

function DerivedValue({ property, read }: { property: Extract<Property, { kind: "derived" }>; read: ReadColumn }) {
  const { label, unit, columns, value } = property;
  const values = columns.flatMap((column) => read(column) ?? []);
  const known = values.length === columns.length ? value(values) : null;
  return (
    <>
      <span className="property-line-numbers property-line-live">
        {known === null ? (
          <span className="property-line-unknown">not recorded</span>
        ) : (
          <span title={String(known)}>{formatLive(known, 6)}</span>
        )}
        {unit && <span className="property-line-unit">{unit}</span>}
      </span>
      {known !== null && (
        <span className="property-line-tools">
          <CopyButton label={`Copy ${label}`} text={() => String(known)} />
        </span>
      )}
    </>
  );
}

function TargetLink({ target }: { target: Target }) {
  return (
    <button type="button" className="property-line-link" onClick={() => select(target)}>
      {target.name}
    </button>
  );
}

function showParameter(name: string): void {
  showPanel("parameters");
  // After the tab was drawn.
  setTimeout(() => document.querySelector<HTMLElement>(`[data-testid="parameter-${CSS.escape(name)}"]`)?.focus(), 60);
}
