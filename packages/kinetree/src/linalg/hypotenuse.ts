/** √(a² + b²) without overflow or underflow. Math.hypot may differ between engines in the last bit; this may not. */
export function hypotenuse(a: number, b: number): number {
  const x = Math.abs(a);
  const y = Math.abs(b);
  const large = x > y ? x : y;
  if (large === 0) return x + y; // 0, or NaN if either is
  const ratio = (x > y ? y : x) / large;
  return large * Math.sqrt(1 + ratio * ratio);
}
