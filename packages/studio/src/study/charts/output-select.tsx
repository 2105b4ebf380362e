import { Select } from "../../ui/index.js";
import { setOutput } from "../data/study-actions.js";
import { useStudy } from "../data/study-store.js";
import { isNumeric, titleOf, type StudyTable } from "../data/study-table.js";

export function OutputSelect({ table }: { readonly table: StudyTable }) {
  const output = useStudy((state) => state.output);
  const options = table.columns
    .filter((column) => (column.role === "output" || column.role === "end") && isNumeric(column))
    .map((column) => ({ id: column.name, label: titleOf(column) }));
  return <Select label="Output" value={output} options={options} onChange={setOutput} data-testid="output" />;
}
