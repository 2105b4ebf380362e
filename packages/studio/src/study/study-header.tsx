import { FileText, Sheet } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { notify } from "../run/actions.js";
import { Badge, Button, Tooltip } from "../ui/index.js";
import { reportAddress } from "./data/api-client.js";
import { saveFilteredRows } from "./study-export.js";
import { textOf, versionRemark } from "./data/study-actions.js";
import { useStudy } from "./data/study-store.js";
import "./study-header.css";

export function StudyHeader() {
  const name = useStudy((state) => state.name);
  const info = useStudy((state) => state.info);
  const table = useStudy((state) => state.table);
  const noReplay = useStudy((state) => state.noReplay);
  const passing = useStudy((state) => state.mask?.passing ?? 0);
  const remark = versionRemark(info);
  return (
    <header className="study-header">
      <h1 className="study-header-name" data-testid="study-name">
        {name}
      </h1>
      {info && (
        <span className="study-header-facts">
          {info.cases.length > 1 && `${info.cases.length} cases · `}
          {info.samples.toLocaleString("en")} samples{info.cases.length > 1 && " each"} · seed {info.seed} · kinetree{" "}
          {info.version} ·{" "}
          <Tooltip text={`SHA-256 of the study: ${info.hash}`}>
            <code tabIndex={0}>{info.hash.slice(0, 10)}</code>
          </Tooltip>
        </span>
      )}
      {remark && <Badge tone="warning">{remark}</Badge>}
      {noReplay !== null && table && <Badge tone="warning">no replay: {noReplay}</Badge>}
      <span className="study-header-space" />
      {info && info.id !== "" && <ReportButton id={info.id} />}
      <Button icon={<Sheet />} isDisabled={passing === 0} onPress={saveFilteredRows} data-testid="save-rows">
        Save rows (CSV)
      </Button>
    </header>
  );
}

/** Has the report made and opens it; stays a link to it, because a browser may refuse a window that comes long after the click. */
function ReportButton({ id }: { readonly id: string }) {
  const [isWorking, setWorking] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.click(), [address]);
  const make = async (): Promise<void> => {
    setWorking(true);
    try {
      setAddress(await reportAddress(id));
    } catch (error) {
      notify("error", textOf(error));
    } finally {
      setWorking(false);
    }
  };
  return (
    <>
      {address !== null && (
        <a ref={link} href={address} target="_blank" rel="noopener" data-testid="report-link">
          Open the report
        </a>
      )}
      <Button icon={<FileText />} isDisabled={isWorking} onPress={() => void make()} data-testid="report">
        {isWorking ? "Generating the report…" : address === null ? "Report" : "Update the report"}
      </Button>
    </>
  );
}
