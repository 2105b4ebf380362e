import { ProgressBar as AriaProgressBar } from "react-aria-components";
import "./progress-bar.css";

export interface ProgressBarProps {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  readonly value: number | null;
}

export function ProgressBar({ label, isLabelHidden, value }: ProgressBarProps) {
  const part = Math.min(1, Math.max(0, value ?? 0));
  return (
    <AriaProgressBar
      className={value === null ? "progress-bar progress-bar-unknown" : "progress-bar"}
      aria-label={label}
      value={part * 100}
      isIndeterminate={value === null}
    >
      {!isLabelHidden && (
        <span className="progress-bar-text" aria-hidden>
          <span>{label}</span>
          {value !== null && <span>{Math.floor(part * 100)} %</span>}
        </span>
      )}
      <div className="progress-bar-track">
        <div className="progress-bar-fill" {...(value !== null && { style: { width: `${part * 100}%` } })} />
      </div>
    </AriaProgressBar>
  );
}
