import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/* Contrast as WCAG 2.2 defines it, of every pair of colours that the design system puts together. */

const css = readFileSync(new URL("../../src/ui/tokens.css", import.meta.url), "utf8");
const [light, dark] = css.split(':root[data-theme="dark"]').map(coloursOf);
const themes = [
  ["light", light],
  ["dark", { ...light, ...dark }],
] as const;

function coloursOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const surfaces = ["surface", "surface-raised", "surface-sunken", "surface-hover"];
const inks = ["text", "text-muted", "accent", "danger", "warning", "success"];
const pairs = [
  ...surfaces.flatMap((surface) => inks.map((ink) => [ink, surface])),
  ["accent", "accent-soft"],
  ["text", "accent-soft"],
  ["text-muted", "accent-soft"],
  ["danger", "danger-soft"],
  ["warning", "warning-soft"],
  ["success", "success-soft"],
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
];
const lines = ["line-strong", "focus", ...Array.from({ length: 8 }, (_, i) => `series-${i + 1}`)];

describe.each(themes)("%s", (_, colours) => {
  test.each(pairs)("text in %s on %s reaches 4.5:1", (ink, surface) => {
    expect(contrast(colours[ink], colours[surface])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(lines.flatMap((line) => ["surface", "surface-raised", "surface-sunken"].map((surface) => [line, surface])))(
    "lines in %s on %s reach 3:1",
    (line, surface) => expect(contrast(colours[line], colours[surface])).toBeGreaterThanOrEqual(3),
  );
});
