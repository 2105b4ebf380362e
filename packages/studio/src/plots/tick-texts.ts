/** Texts for the ticks of an axis: all of them plain, or all with an exponent, with no more digits than tell them apart. */
export function tickTexts(ticks: readonly number[]): string[] {
  const largest = Math.max(0, ...ticks.map(Math.abs));
  const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : largest;
  if (largest === 0 || step === 0) return ticks.map((tick) => withMinus(String(tick)));
  const stepPower = Math.floor(Math.log10(step * (1 + 1e-9)));
  const power = Math.floor(Math.log10(largest));
  // A step of 0.25 needs one digit more than its power of ten says.
  const isRound = Math.abs(step / 10 ** stepPower - Math.round(step / 10 ** stepPower)) < 1e-6;
  const digitsAfter = -stepPower + (isRound ? 0 : 1);
  if (power >= 6 || power < -3) {
    const decimals = Math.min(15, Math.max(0, power + digitsAfter));
    return ticks.map((tick) => (tick === 0 ? "0" : withMinus(trimmed(tick.toExponential(decimals)))));
  }
  const decimals = Math.min(15, Math.max(0, digitsAfter));
  return ticks.map((tick) => withMinus(zeroed(tick.toFixed(decimals))));
}

/** Texts for the ticks of a logarithmic axis; powers of ten alone have one. */
export const powerTexts = (ticks: readonly number[]): string[] =>
  ticks.map((tick) => {
    const power = Math.log10(tick);
    if (!(Math.abs(power - Math.round(power)) < 1e-6)) return "";
    return Math.abs(power) <= 3 ? String(Number(tick.toPrecision(6))) : withMinus(`1e${Math.round(power)}`);
  });

const trimmed = (text: string): string => text.replace("e+", "e");

const zeroed = (text: string): string => (Number(text) === 0 ? text.replace("-", "") : text);

const withMinus = (text: string): string => text.replaceAll("-", "−");
