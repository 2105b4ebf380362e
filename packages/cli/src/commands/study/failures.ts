/** Failed samples by their causes. */
type Failures = Readonly<Record<string, number>>;

/** Of all causes together. */
export const totalOf = (failures: Failures): number => Object.values(failures).reduce((sum, n) => sum + n, 0);

/** "none", or "3 (step-too-small 2, not-finite 1)". */
export function failureText(failures: Failures): string {
  const total = totalOf(failures);
  if (total === 0) return "none";
  return `${total} (${Object.entries(failures)
    .map(([cause, n]) => `${cause} ${n}`)
    .join(", ")})`;
}
