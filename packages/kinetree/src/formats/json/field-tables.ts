import type { FieldTable } from "./codec/codec.js";
import { modelFormat } from "./fields/model.js";

/** The tables of the documents: every object of the format with its fields, each once, as Markdown. */
export function fieldTables(): string {
  const tables = new Map<string, FieldTable>();
  for (const table of modelFormat.tables()) if (!tables.has(table.title)) tables.set(table.title, table);
  return [...tables.values()].map(section).join("\n\n");
}

function section({ title, level, doc, rows }: FieldTable): string {
  const lines = [`${"#".repeat(level)} ${title}`, "", doc];
  if (rows.length === 0) return lines.join("\n");
  const cells = [
    ["field", "type", "default", "meaning"],
    ["---", "---", "---", "---"],
  ].concat(rows.map((row) => [row.field, row.type, row.default, row.doc]));
  return [...lines, "", ...cells.map((row) => `| ${row.join(" | ")} |`)].join("\n");
}
