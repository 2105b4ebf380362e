/** Which side a column's texts lie on. */
export type Side = "left" | "right";

/** Rows of texts as columns two spaces apart; numbers read best on the right. */
export function table(rows: readonly (readonly string[])[], sides: readonly Side[] = []): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, widthOf(cell))));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => {
        const space = " ".repeat(widths[i] - widthOf(cell));
        return sides[i] === "right" ? space + cell : cell + space;
      })
      .join("  ")
      .trimEnd();
  return rows.map(line).join("\n");
}

/** Combined marks take no room of their own. */
const widthOf = (text: string): number => [...text.replace(/\p{M}/gu, "")].length;
