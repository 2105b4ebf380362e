import { FileChartLine } from "lucide-react";
import { useStudio } from "../../run/store.js";
import { posedBodies } from "../../engine/row-columns.js";
import { Button } from "../../ui/index.js";
import "./result-strip.css";

/** Says that a result file is shown in place of a run, and takes it away again. */
export function ResultStrip() {
  const result = useStudio((state) => state.result);
  const isOpen = useStudio((state) => state.opened !== null);
  // Without a model, the result panel describes the file.
  if (!result || !isOpen) return null;
  const close = (): void =>
    useStudio.setState(({ history, posed }) => ({
      result: null,
      playing: false,
      plots: [],
      cursor: history?.first ?? posed?.start.t ?? 0,
    }));
  return (
    <div className="result-strip" role="status" data-testid="result-strip">
      <FileChartLine aria-hidden />
      <span>
        Showing <strong>{result.name}</strong> instead of a run: {result.t.length} rows, {result.names.length} columns
        {posedBodies(result.names).length === 0 && ". No 3D motion: it has no pos and quat columns."}
      </span>
      <Button variant="quiet" onPress={close} data-testid="close-result">
        Back to the model
      </Button>
    </div>
  );
}
