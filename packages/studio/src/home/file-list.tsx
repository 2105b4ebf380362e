import { useState, type ReactNode } from "react";
import { Button } from "../ui/index.js";
import "./file-list.css";

export interface FileLine {
  readonly id: string;
  readonly icon: ReactNode;
  readonly name: string;
  /** Where it lies, if the name alone does not tell. */
  readonly place?: string;
  readonly detail?: ReactNode;
  readonly action?: ReactNode;
  readonly onOpen: () => void;
}

/** Lines that are shown before "Show all". */
const FEW = 8;

export function FileList({ label, lines }: { label: string; lines: readonly FileLine[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? lines : lines.slice(0, FEW);
  return (
    <>
      <ul className="file-list" aria-label={label}>
        {shown.map(({ id, icon, name, place, detail, action, onOpen }) => (
          <li key={id}>
            <button type="button" className="file-list-open" onClick={onOpen} data-testid={`file-${name}`}>
              {icon}
              <span className="file-list-name">
                <b>{name}</b>
                {place && <span>{place}</span>}
              </span>
              <span className="file-list-detail">{detail}</span>
            </button>
            {action}
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <div className="file-list-more">
          <Button variant="quiet" onPress={() => setShowsAll(true)}>
            Show all {lines.length}
          </Button>
        </div>
      )}
    </>
  );
}
