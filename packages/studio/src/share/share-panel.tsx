import { Check, Copy, FileDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { download } from "../run/actions.js";
import { useStudio } from "../run/store.js";
import { Button, Checkbox } from "../ui/index.js";
import { lengthText, linkFileOf, shareLink, type ShareLink } from "./share-link.js";
import "./share-panel.css";

export function SharePanel() {
  const [runs, setRuns] = useState(true);
  const [link, setLink] = useState<ShareLink | null>(null);
  const version = useStudio((state) => (state.playing ? 0 : state.historyVersion));
  useEffect(() => {
    let isLate = false;
    void shareLink(runs).then((made) => {
      if (!isLate) setLink(made);
    });
    return () => {
      isLate = true;
    };
  }, [runs, version]);
  return (
    <div className="share-panel" data-testid="share-panel">
      <h2>Share</h2>
      {link !== null && <LinkPart link={link} />}
      {link?.run && (
        <Checkbox
          label={`Run to ${link.run.to.toFixed(3)} s when opened`}
          isSelected={runs}
          onChange={setRuns}
          data-testid="share-runs"
        />
      )}
      {link !== null && <p className="share-panel-note">Contains {listed(link.holds)}.</p>}
      {link?.lacks && <p className="share-panel-warning">{link.lacks}</p>}
      {link?.run && (
        <dl className="share-panel-hash">
          <dt>Result hash</dt>
          <dd data-testid="share-hash">{link.run.hash}</dd>
          <dd className="share-panel-note">
            {link.run.rows} rows, {link.run.from.toFixed(3)} to {link.run.to.toFixed(3)} s. An equal hash means
            bit-identical results.
          </dd>
        </dl>
      )}
    </div>
  );
}

function LinkPart({ link }: { link: ShareLink }) {
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState<"copied" | "by-hand" | null>(null);
  useEffect(() => setSaid(null), [link.url]);
  const saveFile = (
    <Button icon={<FileDown />} onPress={() => download(linkFileOf(link))} data-testid="share-save">
      Save as file
    </Button>
  );
  if (link.url === null)
    return (
      <>
        <p className="share-panel-warning" role="alert">
          No link: {link.trouble}
        </p>
        <div className="share-panel-buttons">{saveFile}</div>
      </>
    );
  const { url } = link;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setSaid("copied");
    } catch {
      // Not every browser lets a page write to the clipboard.
      field.current?.focus();
      field.current?.select();
      setSaid("by-hand");
    }
  };
  return (
    <>
      <input
        ref={field}
        className="share-panel-link"
        aria-label="Link"
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        data-testid="share-link"
      />
      <div className="share-panel-buttons">
        <Button
          variant="primary"
          icon={said === "copied" ? <Check /> : <Copy />}
          onPress={() => void copy()}
          data-testid="share-copy"
        >
          {said === "copied" ? "Copied" : "Copy link"}
        </Button>
        {saveFile}
        <span className="share-panel-length">{lengthText(url)}</span>
      </div>
      <span className="share-panel-said" role="status">
        {said === "by-hand" && "The browser blocks clipboard access. Press Ctrl+C to copy the selected link."}
      </span>
    </>
  );
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
