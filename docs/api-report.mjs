// The public surface of the library as text: for every entry point the declarations of its exports, sorted by name.
// `node docs/api-report.mjs` writes it from what was built. A test compares it, so that a change of the surface shows in review.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { entryPointsOf } from "../scripts/entry-points.mjs";
import { root } from "../scripts/run.mjs";

const library = join(root, "packages", "kinetree");
export const reportPath = join(library, "api-report.txt");

/**
 * The report, and the types that declarations in it name but no entry point exports.
 * @returns {{ text: string, hidden: readonly string[] }}
 */
export function makeReport() {
  const entries = entryPointsOf(["kinetree"])
    .map(({ name, source }) => ({ name, types: source.replace("/src/", "/dist/").replace(/\.ts$/, ".d.ts") }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const program = ts.createProgram(
    entries.map(({ types }) => types),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, skipLibCheck: true, types: [] },
  );
  const checker = program.getTypeChecker();
  const original = (/** @type {ts.Symbol} */ symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const exportsOf = (/** @type {string} */ types) => {
    const file = program.getSourceFile(types);
    const module = file && checker.getSymbolAtLocation(file);
    if (!module) throw new Error(`${types} is missing. Run \`npm run build\`.`);
    return checker.getExportsOfModule(module).sort((a, b) => (a.name < b.name ? -1 : 1));
  };
  const exported = new Set(entries.flatMap(({ types }) => exportsOf(types).map(original)));

  /** @type {Set<string>} */
  const hidden = new Set();
  const noteHidden = (/** @type {ts.Node} */ node) => {
    if (ts.isTypeReferenceNode(node)) {
      const symbol = checker.getSymbolAtLocation(node.typeName);
      const type = symbol && original(symbol);
      const isOurs = type?.declarations?.some(
        (each) => each.getSourceFile().fileName.startsWith(library) && !ts.isTypeParameterDeclaration(each),
      );
      if (type && isOurs && !exported.has(type)) hidden.add(type.name);
    }
    ts.forEachChild(node, noteHidden);
  };

  const printer = ts.createPrinter({ removeComments: true });
  const sections = entries.map(({ name, types }) => {
    const symbols = exportsOf(types);
    const texts = symbols.flatMap((symbol) =>
      (original(symbol).declarations ?? []).map((declaration) => {
        noteHidden(declaration);
        const whole = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
        return printer
          .printNode(ts.EmitHint.Unspecified, whole, declaration.getSourceFile())
          .replace(/^export /, "")
          .replace(/^declare /, "");
      }),
    );
    const values = symbols.filter((symbol) => original(symbol).flags & ts.SymbolFlags.Value).length;
    return `// ${name}: ${values} values, ${symbols.length - values} types\n\n${texts.join("\n")}\n`;
  });
  const preface =
    "// Public names of kinetree. Written by `node docs/api-report.mjs` from what was built; a test compares it.";
  return { text: `${preface}\n\n${sections.join("\n")}`, hidden: [...hidden].sort() };
}

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(reportPath, makeReport().text);
