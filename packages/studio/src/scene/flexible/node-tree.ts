/** Pairs of points whose lines join all of them with the least length: a skeleton for points that come without one. */
export function nodeTree(positions: ArrayLike<number>): readonly (readonly [number, number])[] {
  const count = positions.length / 3;
  const pairs: (readonly [number, number])[] = [];
  const distance = new Float64Array(count).fill(Infinity);
  const nearest = new Int32Array(count);
  const isIn = new Uint8Array(count);
  for (let round = 0, at = 0; round < count; round++) {
    isIn[at] = 1;
    if (round > 0) pairs.push([nearest[at], at]);
    let next = -1;
    for (let i = 0; i < count; i++) {
      if (isIn[i] === 1) continue;
      const away = Math.hypot(
        positions[3 * i] - positions[3 * at],
        positions[3 * i + 1] - positions[3 * at + 1],
        positions[3 * i + 2] - positions[3 * at + 2],
      );
      if (away < distance[i]) {
        distance[i] = away;
        nearest[i] = at;
      }
      if (next < 0 || distance[i] < distance[next]) next = i;
    }
    if (next < 0) break;
    at = next;
  }
  return pairs;
}
