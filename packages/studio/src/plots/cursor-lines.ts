import type { LineChart } from "./line-chart.js";

/** Instants that are marked in a chart [s]; null where there is none. */
export interface MarkedTimes {
  readonly cursor: number | null;
  readonly hover: number | null;
  readonly a: number | null;
  readonly b: number | null;
}

const KINDS = ["cursor", "hover", "a", "b"] as const;

export class CursorLines {
  readonly #lines: Readonly<Record<(typeof KINDS)[number], HTMLElement>>;
  readonly #stretch = document.createElement("div");

  constructor(overlay: HTMLElement) {
    const line = (kind: string): HTMLElement => {
      const made = document.createElement("div");
      made.className = `diagram-line diagram-line-${kind}`;
      made.hidden = true;
      return made;
    };
    this.#lines = { cursor: line("cursor"), hover: line("hover"), a: line("a"), b: line("b") };
    this.#stretch.className = "diagram-stretch";
    this.#stretch.hidden = true;
    overlay.append(this.#stretch, ...KINDS.map((kind) => this.#lines[kind]));
  }

  place(chart: LineChart, times: MarkedTimes): void {
    const width = chart.overlay.clientWidth;
    for (const kind of KINDS) {
      const t = times[kind];
      const left = t === null ? NaN : chart.leftOf(t);
      const isShown = left >= -0.5 && left <= width + 0.5;
      this.#lines[kind].hidden = !isShown;
      if (isShown) this.#lines[kind].style.transform = `translateX(${Math.round(left)}px)`;
    }
    const { a, b } = times;
    this.#stretch.hidden = a === null || b === null;
    if (a === null || b === null) return;
    const from = Math.max(0, Math.min(chart.leftOf(a), chart.leftOf(b)));
    const to = Math.min(width, Math.max(chart.leftOf(a), chart.leftOf(b)));
    Object.assign(this.#stretch.style, { left: `${from}px`, width: `${Math.max(0, to - from)}px` });
  }
}
