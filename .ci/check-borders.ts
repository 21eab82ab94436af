/**
 * Refuses imports that `borders.ts` does not list, circles, and an ARCHITECTURE.md whose table
 * differs; `--write` prints the table.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync } from "vite";
import { markdownTable } from "../src/cli/eval/markdown-table.ts";
import { type Border, borders } from "./borders.ts";
import { sourceFiles } from "./tracked.ts";

interface Import {
  from: string;
  to: string;
  /** Loaded on demand, so it closes no circle. */
  isDynamic: boolean;
}

const sources = () =>
  sourceFiles(/\.tsx?$/u).filter(
    (file) => !/\.test\.tsx?$/u.test(file) && !file.startsWith("src/testing/"),
  );

function importsOf(file: string): Import[] {
  const text = readFileSync(file, "utf8");
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? "cannot be read"}`);
  const still = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
  ];
  // A path known only at run time is one of the page's own files.
  const dynamic = module.dynamicImports.flatMap(
    ({ moduleRequest: { start, end } }) =>
      /^["'](.*)["']$/u.exec(text.slice(start, end))?.[1] ?? [],
  );
  const to = (name: string) =>
    name.startsWith(".") ? posix.join(posix.dirname(file), name.replace(/\?.*$/u, "")) : name;
  return [
    ...still.map((name) => ({ from: file, to: to(name), isDynamic: false })),
    ...dynamic.map((name) => ({ from: file, to: to(name), isDynamic: true })),
  ];
}

/** The longest match wins. */
function borderOf(file: string): Border | undefined {
  const place = file.replace(/^src\//u, "").replace(/^features\/[^/]+/u, "features/*");
  const fits = ({ folder }: Border) => place === folder || place.startsWith(`${folder}/`);
  // Files directly in `src`, such as `main.tsx`, belong to the page.
  if (!place.includes("/")) return borders.find(({ folder }) => folder === "app");
  return borders.filter(fits).toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

function folderOf(file: string): string {
  const border = borderOf(file)?.folder ?? "?";
  return border.replace("*", /^src\/features\/([^/]+)/u.exec(file)?.[1] ?? "*");
}

function isAllowed({ from, to }: Import): boolean {
  const here = borderOf(from);
  if (here === undefined) return false;
  if (to.startsWith("src/")) {
    const there = borderOf(to);
    if (there === undefined) return false;
    return there === here || here.may.includes(there.folder);
  }
  // Data lies outside `src`.
  if (/^(models|package)\b.*\.json$/u.test(to)) return true;
  return (here.packages ?? []).some((name) =>
    name.endsWith("*")
      ? to.startsWith(name.slice(0, -1))
      : to === name || to.startsWith(`${name}/`),
  );
}

/** Tarjan's algorithm, for components of more than one member. */
export function circles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (name: string): number => {
    const mine = index.size;
    index.set(name, mine);
    low.set(name, mine);
    stack.push(name);
    for (const next of edges.get(name) ?? []) {
      const reached = index.has(next)
        ? stack.includes(next)
          ? (index.get(next) ?? mine)
          : mine
        : visit(next);
      low.set(name, Math.min(low.get(name) ?? mine, reached));
    }
    if (low.get(name) === mine) {
      const part = stack.splice(stack.indexOf(name));
      if (part.length > 1) found.push(part.toSorted());
    }
    return low.get(name) ?? mine;
  };
  for (const name of edges.keys()) if (!index.has(name)) visit(name);
  return found;
}

function graph(
  imports: readonly Import[],
  name: (file: string) => string,
): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const { from, to, isDynamic } of imports) {
    if (isDynamic || !to.startsWith("src/") || name(from) === name(to)) continue;
    const out = edges.get(name(from)) ?? new Set();
    edges.set(name(from), out.add(name(to)));
  }
  return edges;
}

function table(): string {
  const code = (name: string) => `\`${name}\``;
  const rows = borders.map(({ folder, holds, may, packages = [] }) => [
    code(folder),
    holds,
    may.map(code).join(" ") || "—",
    packages.map(code).join(" ") || "—",
  ]);
  return markdownTable(["Folder", "Holds", "May import", "Packages"], rows);
}

const document = "ARCHITECTURE.md";
const marks = ["<!-- borders: printed by .ci/check-borders.ts -->", "<!-- /borders -->"] as const;

function withTable(text: string): string {
  const [before = "", rest = ""] = text.split(marks[0]);
  const after = rest.split(marks[1])[1];
  if (after === undefined) throw new Error(`${document} has no place for the table of borders.`);
  return `${before}${marks[0]}\n\n${table()}\n\n${marks[1]}${after}`;
}

function check(): number {
  const imports = sources().flatMap(importsOf);
  const broken = imports.filter((one) => !isAllowed(one));
  for (const { from, to } of broken) console.error(`${from} may not import ${to}`);
  const rings = [...circles(graph(imports, (file) => file)), ...circles(graph(imports, folderOf))];
  for (const ring of rings) console.error(`circle: ${ring.join(" · ")}`);
  const text = readFileSync(document, "utf8");
  const isStale = withTable(text) !== text;
  if (isStale)
    console.error(`${document}: its table of borders is stale; tsx .ci/check-borders.ts --write`);
  console.log(`${imports.length} imports: ${broken.length} over a border, ${rings.length} circles`);
  return broken.length + rings.length + (isStale ? 1 : 0);
}

if (process.argv.includes("--write")) {
  writeFileSync(document, withTable(readFileSync(document, "utf8")));
} else {
  process.exitCode = check() === 0 ? 0 : 1;
}
