import { CircleCheck } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { Button, EmptyState, Table } from "../../ui/index.js";
import { shortNumber } from "../../ui/behaviour/number-text.js";
import { failuresOf } from "../data/failures.js";
import { replayRow } from "../data/replay-actions.js";
import { nameAt } from "../data/sample-name.js";
import { setFilter } from "../data/study-actions.js";
import { useStudy } from "../data/study-store.js";
import "../study-tables.css";

const columns = [
  { id: "name", label: "sample", isSortable: true },
  { id: "cause", label: "cause", isSortable: true },
  { id: "t", label: "t [s]", align: "right" as const, isSortable: true },
  { id: "reason", label: "reason" },
];

/** Samples that have failed, with their causes; pressing one replays it up to its failure. */
export function FailuresView() {
  const table = useStudy((state) => state.table);
  const mask = useDeferredValue(useStudy((state) => state.mask));
  const failures = useMemo(
    () => (table && mask && mask.failing.length === table.rows ? failuresOf(table, mask) : []),
    [table, mask],
  );
  if (!table) return null;
  if (failures.length === 0)
    return (
      <EmptyState icon={<CircleCheck />} title="No failures" text="All samples that pass the filters completed." />
    );
  const causes = new Map<string, number>();
  for (const { cause } of failures) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  return (
    <div className="study-tables">
      <div className="study-tables-bar">
        {[...causes].map(([cause, count]) => (
          <Button
            key={cause}
            variant="quiet"
            onPress={() => setFilter("end", { kind: "classes", column: "end", labels: [cause] })}
          >
            {cause}: {count}
          </Button>
        ))}
      </div>
      <Table
        label="Failed samples"
        columns={columns}
        rows={failures.map(({ place, cause, t, reason }) => ({
          id: String(place),
          cells: { name: nameAt(table, place), cause, t: shortNumber(t), reason },
          sort: { t },
        }))}
        onSelectRow={(id) => replayRow(Number(id), false)}
        data-testid="failures"
      />
    </div>
  );
}
