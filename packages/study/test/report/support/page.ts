import { SaxesParser } from "saxes";

/** A page as a reader of tables sees it. */
export interface ParsedPage {
  /** Names of all elements. */
  readonly elements: ReadonlySet<string>;
  /** Values of attributes that could lead elsewhere. */
  readonly links: readonly string[];
  /** Rows of texts, head first, by the name of the table. */
  readonly tables: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Everything that is text, with single spaces. */
  readonly text: string;
}

/** Reads a page as XML, and so refuses one that is not well-formed. */
export function parsePage(html: string): ParsedPage {
  const elements = new Set<string>();
  const links: string[] = [];
  const tables = new Map<string, string[][]>();
  const parser = new SaxesParser();
  let [text, table, cell] = ["", "", null as string | null];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    elements.add(name);
    for (const [key, value] of Object.entries(attributes))
      if (/^(href|src|xlink:href|srcset|data|action|poster)$/.test(key)) links.push(String(value));
    const id = String(attributes["id"] ?? "");
    if (name === "div" && id.startsWith("table-")) tables.set((table = id.slice("table-".length)), []);
    if (name === "tr") tables.get(table)?.push([]);
    if (name === "td" || name === "th") cell = "";
  });
  parser.on("text", (part) => {
    text += part;
    if (cell !== null) cell += part;
  });
  parser.on("closetag", ({ name }) => {
    if (name !== "td" && name !== "th") return;
    tables
      .get(table)
      ?.at(-1)
      ?.push((cell ?? "").trim());
    cell = null;
  });
  parser.write(html).close();
  return { elements, links, tables, text: text.replace(/\s+/g, " ") };
}

/** A CSV file as rows of fields. */
export function parseCsv(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\n") rows.push([]);
    if (end === "") break;
  }
  return rows.filter((row) => row.length > 1 || row[0] !== "");
}
