import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { Finding, OpenedModel } from "../../engine/protocol.js";
import { select } from "../../run/actions.js";
import { Badge } from "../../ui/index.js";
import { formatCount, formatNumber } from "../../ui/behaviour/number-text.js";
import { CopyButton } from "../copy-button.js";
import "./checks-panel.css";

export function ChecksPanel({ opened }: { opened: OpenedModel }) {
  const { findings, counts, degreesOfFreedom, totalMass, hash, numbers, automatic, formulations } = opened;
  const facts: readonly (readonly [string, string])[] = [
    ["bodies", formatCount(counts.bodies)],
    ["joints", formatCount(counts.joints)],
    ["coordinates, speeds", `${formatCount(counts.nq)}, ${formatCount(counts.nv)}`],
    ["loops", formatCount(counts.loops)],
    ["loop constraints", formatCount(counts.constraints)],
    ["couplings", formatCount(counts.couplers)],
    ["degrees of freedom", formatCount(degreesOfFreedom)],
    ["contacts", formatCount(numbers.contacts.length)],
    ["tyres", formatCount(numbers.tyres.length)],
    ["total mass", `${formatNumber(totalMass)} kg`],
    ["gravity", `${numbers.gravity.map((part) => formatNumber(Number(part), 4)).join(", ")} m/s²`],
  ];
  return (
    <div className="checks-panel" data-testid="checks-panel">
      <section aria-label="Remarks">
        <h2>Remarks</h2>
        {findings.length === 0 ? (
          <p className="checks-panel-fine">
            <CircleCheck aria-hidden /> No remarks: the checks found no problems.
          </p>
        ) : (
          <ul>
            {findings.map((finding, i) => (
              <FindingItem key={i} finding={finding} />
            ))}
          </ul>
        )}
      </section>
      <section aria-label="Size">
        <h2>Size</h2>
        <dl className="checks-panel-facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt>hash</dt>
            <dd className="checks-panel-hash">
              <code title={hash}>{hash.slice(0, 16)}</code>
              <CopyButton label="Copy hash" text={() => hash} />
            </dd>
          </div>
        </dl>
      </section>
      <section aria-label="Formulations">
        <h2>Formulations</h2>
        {automatic && (
          <p className="checks-panel-reason">
            Automatic choice: <strong>{automatic.name}</strong>, {automatic.reason}
          </p>
        )}
        <ul className="checks-panel-formulations">
          {formulations.map(({ name, refusal }) => (
            <li key={name}>
              <span>{name}</span>
              <Badge tone={refusal === null ? "success" : "neutral"}>
                {refusal === null ? "supported" : "not supported"}
              </Badge>
              {refusal !== null && <p>{refusal}</p>}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function FindingItem({ finding }: { finding: Finding }) {
  const { severity, message, of, line } = finding;
  const Icon = severity === "warning" ? TriangleAlert : Info;
  const content = (
    <>
      <Icon aria-label={severity} className={`checks-panel-${severity}`} />
      <span>
        {message}
        {line !== null && <em> (line {line})</em>}
      </span>
    </>
  );
  return (
    <li>
      {of ? (
        <button type="button" className="checks-panel-finding" onClick={() => select(of)} data-testid="finding">
          {content}
        </button>
      ) : (
        <div className="checks-panel-finding" data-testid="finding">
          {content}
        </div>
      )}
    </li>
  );
}
