import { readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";

/** An import of one source. */
export interface Import {
  /** Path of the importing file below the folder, with forward slashes. */
  readonly file: string;
  readonly specifier: string;
  /** Path of the imported file below the folder; null for packages and Node's own modules. */
  readonly target: string | null;
}

/** Specifiers of `import … from`, `export … from`, bare `import "…"` and `import("…")`, types included. */
export function specifiersIn(code: string): string[] {
  const withoutComments = code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const statements = /^\s*(?:import|export)\s+(?:[\w$*\s{},]+?\s+from\s+)?["']([^"']+)["']/gm;
  const dynamic = /\bimport\(\s*["']([^"']+)["']\s*\)/g;
  return [...withoutComments.matchAll(statements), ...withoutComments.matchAll(dynamic)].map((match) => match[1]);
}

/** The sources below a folder, and which imports which. */
export function readImports(folder: string): {
  readonly files: readonly string[];
  readonly imports: readonly Import[];
} {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
  const imports = files.flatMap((file) =>
    specifiersIn(readFileSync(join(folder, file), "utf8")).map((specifier) => {
      const target = posix.normalize(posix.join(posix.dirname(file), specifier)).replace(/\.js$/, ".ts");
      return { file, specifier, target: specifier.startsWith(".") ? target : null };
    }),
  );
  return { files, imports };
}

/** The files that a file imports, directly or through others, and itself. */
export function reachableFrom(entry: string, imports: readonly Import[]): ReadonlySet<string> {
  const reached = new Set([entry]);
  for (const file of reached)
    for (const { file: from, target } of imports) if (from === file && target !== null) reached.add(target);
  return reached;
}

/** For lists of what is wrong. */
export const showImport = ({ file, specifier }: Import): string => `${file} imports "${specifier}"`;
