import type { ModeInfo } from "../../engine/protocol.js";
import { formatNumber } from "../../ui/number-text.js";

/** What the table says of a mode. */
export function modeCells(mode: ModeInfo, index: number): Readonly<Record<string, string>> {
  const { frequency, dampingRatio, period, isRigid, isUnstable } = mode;
  return {
    number: String(index + 1),
    frequency: isRigid ? "0" : formatNumber(frequency, 5),
    damping: isRigid ? "free" : isUnstable ? `${formatNumber(100 * dampingRatio, 3)}, grows` : percent(dampingRatio),
    period: period === null ? "none" : formatNumber(period, 4),
  };
}

/** Rounding of the eigenvalues is no damping. */
const percent = (ratio: number): string => (Math.abs(ratio) < 1e-9 ? "0" : formatNumber(100 * ratio, 3));
