import { TriangleAlert } from "lucide-react";
import type { ResultFile } from "../engine/protocol.js";
import { posedBodies } from "../engine/row-columns.js";
import { formatCount, formatNumber } from "../ui/behaviour/number-text.js";
import "./result-info.css";

export function ResultInfo({ result }: { result: ResultFile }) {
  const { name, names, t, metadata, warnings } = result;
  const facts: readonly (readonly [string, string])[] = [
    ["rows", formatCount(t.length)],
    ["columns", formatCount(names.length)],
    ["from", `${formatNumber(t[0] ?? 0)} s`],
    ["to", `${formatNumber(t.at(-1) ?? 0)} s`],
    ...Object.entries(metadata),
  ];
  return (
    <section className="result-info" aria-label="Result file" data-testid="result-info">
      <h2>{name}</h2>
      {warnings.map((warning) => (
        <p key={warning} className="result-info-warning">
          <TriangleAlert aria-hidden /> {warning}
        </p>
      ))}
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="result-info-hint">
        {posedBodies(names).length > 0
          ? "Open the model of this result to see its motion in 3D."
          : "It has no pos and quat columns, so there is no motion in 3D. Record them to see it."}
      </p>
    </section>
  );
}
