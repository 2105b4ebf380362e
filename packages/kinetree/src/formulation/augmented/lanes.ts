/* Numbers of a record in memory: entry i of a lane is f64[start + 2 i], with start the place of its first entry in the lane. */

/** out ← a record; several numbers a turn, since a turn of one is mostly counting. */
export function gather(out: Float64Array, f64: Float64Array, start: number): void {
  const turns = out.length - (out.length % 4);
  let from = start;
  for (let i = 0; i < turns; i += 4) {
    out[i] = f64[from];
    out[i + 1] = f64[from + 2];
    out[i + 2] = f64[from + 4];
    out[i + 3] = f64[from + 6];
    from += 8;
  }
  for (let i = turns; i < out.length; i++) out[i] = f64[start + 2 * i];
}

/** out ← the entries of a record that `places` lists. */
export function gatherFrom(out: Float64Array, f64: Float64Array, start: number, places: Int32Array): void {
  for (let i = 0; i < places.length; i++) out[i] = f64[start + 2 * places[i]];
}

/** The entries of a record that `places` lists ← values. */
export function scatterTo(f64: Float64Array, start: number, values: Float64Array, places: Int32Array): void {
  for (let i = 0; i < places.length; i++) f64[start + 2 * places[i]] = values[i];
}

/** Second lane of a record ← first; `start` is that of the first. */
export function copyLane(f64: Float64Array, start: number, count: number): void {
  for (let i = 0; i < count; i++) f64[start + 2 * i + 1] = f64[start + 2 * i];
}

export function lanesAgree(f64: Float64Array, start: number, count: number): boolean {
  for (let i = start, end = start + 2 * count; i < end; i += 2) if (f64[i] !== f64[i + 1]) return false;
  return true;
}
