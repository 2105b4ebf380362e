import type { MarkdownRenderer } from "vitepress";

/**
 * A block marked "text equations" is set like the formulas of a book: one equation a line, in a serif face; what follows after
 * two spaces or more is a remark. Elsewhere, and in an editor, it is plain text.
 */
export function equations(md: MarkdownRenderer): void {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info, content } = tokens[index];
    if (info.trim() !== "text equations") return fence?.(tokens, index, options, env, self) ?? "";
    const escape = md.utils.escapeHtml;
    const rows = content
      .trimEnd()
      .split("\n")
      .map((line) => {
        const [, indent, formula, remark] = /^( *)(.*?)(?: {2,}(.*))?$/.exec(line) ?? [];
        const shift = indent === "" ? "" : ` style="padding-left: ${indent.length / 2}em"`;
        return `<div class="formula"${shift}>${setLetters(escape(formula)) || "&nbsp;"}</div><div class="remark">${escape(remark ?? "")}</div>`;
      });
    return `<div class="equations" v-pre>${rows.join("")}</div>\n`;
  };
}

/** Single letters are variables and stand in italics; what follows an underscore is an index, what ^() holds a power. */
const setLetters = (formula: string): string =>
  formula
    .replace(/(?<![A-Za-z&])[A-Za-z](?![A-Za-z])/g, "<i>$&</i>")
    .replace(/_(<i>[A-Za-z]<\/i>|[\p{L}\p{N}]+)/gu, "<sub>$1</sub>")
    .replace(/\^\(([^()]*)\)/g, "<sup>$1</sup>");
