import type { CurveTable } from "../../graph/table.js";

/** Names for tables, the same one for the same content, so that steps with equal tables share a kernel. */
export function tableKeys(): (table: CurveTable) => string {
  const keys = new Map<string, string>();
  return (table) => {
    const content = `${table.x.join()};${table.y.join()};${table.slope.join()}`;
    let key = keys.get(content);
    if (key === undefined) keys.set(content, (key = `#${keys.size}`));
    return key;
  };
}
