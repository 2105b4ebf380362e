/** Points of a line; a NaN in `y` is a gap. */
export interface Line {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Below this many points a line is drawn as it is. */
const FEW = 5000;

/**
 * The line with so few points that no eye sees the difference at a width of so many pixels: first, least, greatest and
 * last value of every pixel where x grows; otherwise without points that lie within a quarter of a pixel of the one
 * before. Numbers that are not finite become gaps and stay so.
 */
export function decimate({ x, y }: Line, pixels: number): Line {
  const kept: number[] = [];
  if (x.length <= FEW) for (let i = 0; i < x.length; i++) kept.push(i);
  else if (isAscending(x)) keepExtremes(kept, x, y, pixels);
  else keepDistant(kept, x, y, pixels);
  const finite = (i: number): boolean => Number.isFinite(x[i]) && Number.isFinite(y[i]);
  return {
    x: Float64Array.from(kept, (i) => (Number.isFinite(x[i]) ? x[i] : NaN)),
    y: Float64Array.from(kept, (i) => (finite(i) ? y[i] : NaN)),
  };
}

function isAscending(x: Float64Array): boolean {
  for (let i = 1; i < x.length; i++) if (!(x[i] >= x[i - 1])) return false;
  return true;
}

function keepExtremes(kept: number[], x: Float64Array, y: Float64Array, pixels: number): void {
  const [left, right] = extentOf([x]);
  const perPixel = (right - left) / pixels || 1;
  const pixelOf = (i: number): number => Math.floor((x[i] - left) / perPixel);
  for (let start = 0; start < x.length;) {
    let end = start;
    let least = start;
    let most = start;
    let gap = -1;
    const pixel = pixelOf(start);
    // At least one point: where the range is too large for a number, a pixel is NaN and equals nothing.
    do {
      if (!Number.isFinite(y[end])) gap = end;
      if (!(y[end] >= y[least])) least = end;
      if (!(y[end] <= y[most])) most = end;
      end++;
    } while (end < x.length && pixelOf(end) === pixel);
    const inOrder = [start, least, most, gap, end - 1].filter((i) => i >= 0).sort((a, b) => a - b);
    for (const i of inOrder) if (kept[kept.length - 1] !== i) kept.push(i);
    start = end;
  }
}

function keepDistant(kept: number[], x: Float64Array, y: Float64Array, pixels: number): void {
  const [left, right] = extentOf([x]);
  const [bottom, top] = extentOf([y]);
  const nearX = (right - left) / pixels / 4;
  const nearY = (top - bottom) / pixels / 4;
  let last = -1;
  for (let i = 0; i < x.length; i++) {
    const near = last >= 0 && Math.abs(x[i] - x[last]) < nearX && Math.abs(y[i] - y[last]) < nearY;
    if (near && i < x.length - 1) continue;
    kept.push(i);
    last = i;
  }
}

/** Least and greatest finite number; [0, 1] if there is none. */
export function extentOf(lists: readonly Float64Array[]): [number, number] {
  let least = Infinity;
  let most = -Infinity;
  for (const list of lists) {
    for (const value of list) {
      if (!Number.isFinite(value)) continue;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  return least <= most ? [least, most] : [0, 1];
}
