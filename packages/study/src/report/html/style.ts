import type { ChartColors } from "@kinetree/results/plot";

/** Colours of charts inside the page, which follow its light or dark look. */
export const pageColors: ChartColors = Object.freeze({
  paper: "var(--paper)",
  ink: "var(--ink)",
  grid: "var(--grid)",
  frame: "var(--frame)",
  series: Object.freeze(Array.from({ length: 10 }, (_, i) => `var(--c${i})`)),
});

const series = (colors: string): string =>
  colors
    .split(" ")
    .map((color, i) => `--c${i}: ${color};`)
    .join(" ");

const light =
  "--paper: #ffffff; --ink: #24292f; --soft: #59636e; --grid: #eceff2; --frame: #c9ced4; --head: #f4f6f8; --good: #1a7f37; --bad: #b42318; " +
  series("#2b6cb0 #d9480f #2f9e44 #9c36b5 #b98500 #0c8599 #c2255c #5c7c2e #495057 #7048e8");

const dark =
  "--paper: #14181d; --ink: #dfe5eb; --soft: #98a4b0; --grid: #252b32; --frame: #3d4650; --head: #1d232a; --good: #57c272; --bad: #ff8a7a; " +
  series("#63a4ec #ff8a4c #5fcf76 #d183e6 #e6b93c #3fc3d6 #f06a9a #a3c563 #aab3bc #a48bff");

/** The style sheet of the page: light and dark, and on paper always light. */
export const style = `
:root { color-scheme: light dark; ${light} }
@media (prefers-color-scheme: dark) { :root { ${dark} } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 70rem; background: var(--paper); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", Verdana, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2.75rem 0 .75rem; padding-top: .75rem; border-top: 1px solid var(--frame); }
h3 { font-size: 1.02rem; margin: 1.75rem 0 .5rem; }
p, ul { max-width: 48rem; }
.subtitle { color: var(--soft); margin: 0 0 1.25rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; list-style: none; max-width: none; }
a { color: var(--c0); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.25rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.table { overflow-x: auto; margin: 1rem 0 .5rem; }
table { border-collapse: collapse; font-size: .86rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: .4rem; white-space: nowrap; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--grid); text-align: left; vertical-align: top; }
th { background: var(--head); font-weight: 600; vertical-align: bottom; }
.n { text-align: right; white-space: nowrap; }
th.n { white-space: normal; }
.interval, .unit { color: var(--soft); font-size: .85em; font-weight: normal; }
.interval { display: inline-block; min-width: 6.5em; }
.wide .interval { display: block; }
.wide th, .wide td { padding: .25rem .5rem; }
.long { white-space: normal; min-width: 18rem; }
.good { color: var(--good); }
.bad { color: var(--bad); font-weight: 600; }
.note, figcaption { color: var(--soft); font-size: .85rem; margin: .25rem 0 1rem; max-width: 48rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: 1rem 1.5rem; margin: 1rem 0; }
figure { margin: 0; break-inside: avoid; }
figure svg { max-width: 100%; height: auto; display: block; }
@media print {
  :root { color-scheme: light; ${light} }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav { display: none; }
  .table { overflow: visible; }
  table { font-size: 8pt; }
  .wide table { font-size: 6.5pt; }
  .wide th, .wide td { padding: .2rem .35rem; }
  .figures { grid-template-columns: 1fr 1fr; }
  .long { min-width: 0; }
  tr, figure, caption { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
`;
