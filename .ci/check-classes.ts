/**
 * Each class in `css("…")` must be in a sheet that the file imports, and each class of a sheet must
 * occur in the code. A composed name (`stage-${stage}`) counts by its prefix.
 */
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { sourceFiles } from "./tracked.ts";

const files = sourceFiles(/\.(?:css|tsx?)$/u);

const imported = /from "(\.[^"]+)"/gu;
const callOfCss = /\bcss\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/gu;
const comparison = /[=!]== "[^"\n]*"/gu;
const literal = /"([^"\n]+)"/gu;

const importsOf = (file: string, text: string) =>
  [...text.matchAll(imported)].map(([, path = ""]) =>
    posix.normalize(posix.join(posix.dirname(file), path)),
  );

/** Only selectors are searched: comments, at-rules and values have dots of their own. */
function classesIn(sheet: string): Set<string> {
  const selectors = readFileSync(sheet, "utf8")
    .replace(/\/\*[\s\S]*?\*\//gu, "")
    .replace(/@(?:media|container|supports|keyframes)[^{]*\{/gu, "{")
    .split(/[{};]/u);
  const names = selectors.flatMap((part) => [...part.matchAll(/\.([a-zA-Z][\w-]*)/gu)]);
  return new Set(names.map(([, name = ""]) => name));
}

const sheets = new Map(
  files.filter((file) => file.endsWith(".module.css")).map((file) => [file, classesIn(file)]),
);
const globals = classesIn("src/ui-kit/styles/base.css");
const sources = files.filter((file) => /\.tsx?$/u.test(file) && !/\.test\./u.test(file));
const texts = new Map(sources.map((file) => [file, readFileSync(file, "utf8")]));

/** The sheets that a file imports, itself or through a `css.ts` beside it. */
function sheetsOf(file: string, depth = 1): string[] {
  return importsOf(file, texts.get(file) ?? "").flatMap((path) => {
    if (sheets.has(path)) return [path];
    return depth > 0 && posix.basename(path) === "css.ts" ? sheetsOf(path, depth - 1) : [];
  });
}

const problems: string[] = [];
for (const [file, text] of texts) {
  const own = sheetsOf(file);
  if (own.length === 0) continue;
  const known = new Set([...globals, ...own.flatMap((sheet) => [...(sheets.get(sheet) ?? [])])]);
  for (const [, given = ""] of text.matchAll(callOfCss)) {
    for (const [, name = ""] of given.replace(comparison, "").matchAll(literal)) {
      if (!known.has(name)) problems.push(`${file}: "${name}" is in none of its sheets`);
    }
  }
}
const code = [...texts.values()].join("\n");
const words = new Set(code.match(/[a-zA-Z][\w-]*/gu));
const beginnings = [...code.matchAll(/([\w-]+-)\$\{/gu)].map(([, start = ""]) => start);
for (const [sheet, names] of sheets) {
  for (const name of names) {
    if (words.has(name) || beginnings.some((start) => name.startsWith(start))) continue;
    problems.push(`${sheet}: .${name} does not occur in the code`);
  }
}
for (const problem of problems) console.error(problem);
console.log(`${sheets.size} sheets: ${problems.length} classes unknown or unused`);
process.exitCode = problems.length === 0 ? 0 : 1;
