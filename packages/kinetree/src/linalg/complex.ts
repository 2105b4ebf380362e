/** A complex number, with the operations that eigenvectors of real matrices need. */
export interface Complex {
  readonly re: number;
  readonly im: number;
}

export const complex = (re: number, im: number): Complex => ({ re, im });

export const subtract = (a: Complex, b: Complex): Complex => complex(a.re - b.re, a.im - b.im);

export const multiply = (a: Complex, b: Complex): Complex =>
  complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);

/** |re| + |im|: a size without a root. */
export const sizeOf = (a: Complex): number => Math.abs(a.re) + Math.abs(a.im);

/** a / b without overflow of |b|²: Smith, Comm. ACM 5 (1962) 435. */
export function divide(a: Complex, b: Complex): Complex {
  if (Math.abs(b.re) >= Math.abs(b.im)) {
    const ratio = b.im / b.re;
    const denominator = b.re + b.im * ratio;
    return complex((a.re + a.im * ratio) / denominator, (a.im - a.re * ratio) / denominator);
  }
  const ratio = b.re / b.im;
  const denominator = b.re * ratio + b.im;
  return complex((a.re * ratio + a.im) / denominator, (a.im * ratio - a.re) / denominator);
}
