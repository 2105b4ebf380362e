import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { MarkdownRenderer } from "vitepress";

/*
 * Pages link to files of the repository, such as examples, by their relative paths, so that the links work wherever the files
 * lie side by side. On the site each of these files has a page that shows it.
 */

const docs = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(docs);

/** Path from the root of a file outside docs/ that a page links to; null for everything else. */
function outside(page: string, href: string): string | null {
  if (/^([a-z]+:|#|\/)/.test(href)) return null;
  const path = posix.join("docs", posix.dirname(page), href.split("#")[0]);
  return path.startsWith("docs/") || path === "docs" || !existsSync(join(root, path)) ? null : path;
}

const slugOf = (path: string): string => path.replace(/[^\w-]+/g, "-").replace(/^-|-$/g, "");

/** Sends links that leave docs/ to the pages that show the files. */
export function outsideLinks(md: MarkdownRenderer): void {
  md.core.ruler.push("outside-links", ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      const path = href === null ? null : outside(env.relativePath ?? "", href);
      if (path !== null) token.attrSet("href", `/source/${slugOf(path)}`);
    }
  });
}

/** Pages of the site, relative to docs/; generated ones and those of other packages left out. */
function pages(folder = ""): string[] {
  return readdirSync(join(docs, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (["node_modules", ".vitepress", "api", "source", "public"].includes(path)) return [];
    if (entry.isDirectory()) return pages(path);
    return path.endsWith(".md") ? [path] : [];
  });
}

interface SourcePage {
  readonly params: { readonly name: string; readonly path: string };
  readonly content: string;
}

/** The files that pages link to, as pages; a folder becomes a list of its files. */
export function sourcePages(): SourcePage[] {
  const linked = pages().flatMap((page) =>
    [...readFileSync(join(docs, page), "utf8").matchAll(/\]\(([^)\s]+)\)/g)].flatMap(
      ([, href]) => outside(page, href) ?? [],
    ),
  );
  const files = linked.flatMap((path) => [path, ...filesIn(path)]);
  return [...new Set(files)].sort().map((path) => ({ params: { name: slugOf(path), path }, content: contentOf(path) }));
}

const isFolder = (path: string): boolean => statSync(join(root, path)).isDirectory();

const filesIn = (path: string): string[] =>
  isFolder(path)
    ? readdirSync(join(root, path))
        .map((name) => posix.join(path, name))
        .filter((file) => !isFolder(file))
    : [];

function contentOf(path: string): string {
  if (isFolder(path))
    return filesIn(path)
      .map((file) => `- [${file}](/source/${slugOf(file)})`)
      .join("\n");
  // Colours for what is there to be read and changed; for all sources they would take longer than the rest of the site.
  const extension = path.startsWith("examples/") ? (/\.(\w+)$/.exec(path)?.[1] ?? "text") : "text";
  const language = { mjs: "js", urdf: "text" }[extension] ?? extension;
  return `\`\`\`\`${language}\n${readFileSync(join(root, path), "utf8")}\n\`\`\`\``;
}
