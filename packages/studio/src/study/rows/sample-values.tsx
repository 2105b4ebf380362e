import type { ReplayedSample } from "../../engine/protocol.js";
import { numberText } from "../../ui/index.js";
import { shortNumber } from "../../ui/behaviour/number-text.js";
import { useStudy, type Replay } from "../data/study-store.js";
import type { StudyColumn } from "../data/study-table.js";

const groups = [
  { role: "output", title: "Outputs" },
  { role: "parameter", title: "Parameters" },
  { role: "end", title: "End" },
] as const;

export function SampleValues({ replay, sample }: { readonly replay: Replay; readonly sample: ReplayedSample }) {
  const columns = useStudy((state) => state.table?.columns) ?? [];
  const differing = replay.verdict?.differing ?? [];
  return (
    <div className="replay-values" tabIndex={0} role="group" aria-label="Values of the sample">
      {groups.map(({ role, title }) => {
        const own = columns.flatMap((column, i) =>
          column.role === role ? [{ column, cell: sample.cells[i] ?? null }] : [],
        );
        if (own.length === 0) return null;
        return (
          <table key={role} className="replay-table">
            <caption>{title}</caption>
            <tbody>
              {own.map(({ column, cell }) => (
                <tr key={column.name} data-differs={differing.includes(column.name)}>
                  <th scope="row">{column.name}</th>
                  <td title={typeof cell === "number" ? numberText(cell) : (cell ?? "")}>{textOf(column, cell)}</td>
                  <td className="replay-unit">{column.unit}</td>
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}

function textOf({ kind }: StudyColumn, cell: number | string | null): string {
  if (cell === null || Number.isNaN(cell)) return "–";
  if (typeof cell === "string") return cell;
  return kind === "boolean" ? (cell === 0 ? "false" : "true") : shortNumber(cell, 7);
}
