import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly {
    readonly target: readonly unknown[];
    readonly html: string;
    readonly failureSummary: string;
  }[];
}

/**
 * What keeps people from using the page as it is now, a line for each place; empty if nothing does. To be polled: for a moment
 * colours that fade into one another are too much alike.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Through the debugger, which the page's policy about scripts does not concern.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(source);
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => {
      const [, reason = ""] = failureSummary.split("\n");
      return `${id} (${impact ?? "minor"}), ${help}: ${target.join(" ")} ${html.slice(0, 160)} / ${reason.trim()}`;
    }),
  );
}
