import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.js";

/** A program in a Markdown file: a fenced block marked ts or js. */
export interface Block {
  readonly file: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly language: "ts" | "js";
  readonly code: string;
}

/** All Markdown files for readers, relative to the root; what is generated from sources has no programs of its own. */
export function markdownFiles(): string[] {
  const inFolder = (folder: string): string[] =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => (folder === "." ? name : `${folder}/${name}`));
  const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}`);
  const folders = [".", "docs", "docs/algorithms", "docs/reproductions", "bench", ...packages];
  return folders.filter((folder) => existsSync(join(root, folder))).flatMap(inFolder);
}

export const readText = (file: string): string => readFileSync(join(root, file), "utf8");

export function blocksIn(file: string, text: string): Block[] {
  return [...text.matchAll(/^```(ts|js)\n([\s\S]*?)^```$/gm)].map(({ index, 1: language, 2: code }) => ({
    file,
    line: text.slice(0, index).split("\n").length,
    language: language as Block["language"],
    code,
  }));
}
