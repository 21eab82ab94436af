import { analyse } from "scslre";
import { describe, expect, it, vi } from "vitest";
import { lineOf, type SourceFile, shippedFiles, Visitor } from "./source-files.ts";

/**
 * Superlinear patterns, each with why its text is short. Others are refused: a model, a file or a
 * server writes the text, and the page waits.
 */
const bounded: Readonly<Record<string, string>> = {
  "runtime/privacy/codes.ts [\\p{L}\\p{N}._%+-]+@[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]+)+":
    "words of at most 254 letters",
  "features/ask/deciding-sentence.ts \\S*$": "one side of a sentence, cut before",
  "features/tree/drawing/streamed-words.ts (?:^|[\\s>*#[\\]-])(?:\\[\\s*)?(unsolved\\s+query|query|q|u|answer|a|claim|final(?:\\s+(?:content|answer))?)\\s*\\d{0,2}\\s*(?:\\]\\s*:?|(?<=\\d)\\s*:|(?<=[a-z]{3})\\s*:)":
    "the last 2,000 characters of an output are read",
  "features/tree/drawing/streamed-words.ts (?:^|\\n)\\s*(?:\\[[^\\]\\n]*|[QUA]\\d{0,2}|(?:query|answer|final|unsolved)[\\w ]*)$":
    "the last 2,000 characters of an output are read",
  "features/tree/drawing/streamed-words.ts ^[\\s\\]:*`>#-]+|[\\s[*`]+$":
    "the last 2,000 characters of an output are read",
  "language/english/statement.ts [?.\\s]+$": "questions of at most 1,000 characters",
  "stages/parse/summary.ts ^[\\s*#]*(?:final\\s+answer|answer|final)[\\s*]*:[\\s*]*(.+)$":
    "a summary is cut at 2,000 characters before",
  "language/english/enumeration.ts list": "4,000 characters round the answer are read",
  "models/constraint/grammar-parse.ts ^\\{\\s*(\\d+)\\s*(,\\s*(\\d*)\\s*)?\\}":
    "grammars are the methods' own",
  'models/web-llm/request.ts "(?:\\\\.|[^"\\\\])*"|\\[(?:\\\\.|[^\\]\\\\])*\\]|#[^\\n]*|[\\w.-]+':
    "grammars are the methods' own",
  "retrieval/search-services/plain-text.ts <!--[\\s\\S]*?(?:-->|$)|<[!?][^>]*(?:>|$)|<\\/?([a-z][a-z0-9-]*)(?:\"[^\"]*(?:\"|$)|'[^']*(?:'|$)|[^'\">])*(?:>|$)":
    "whatever begins matches, at the latest at the end of the text, so nothing is tried twice",
  "package/build.ts \\[([^\\]]+)\\]\\((?!https?:)[^)]*\\)": "the texts of this repository",
  "ui-kit/text/format.ts \\B(?=(?:\\d{3})+$)": "the digits of one number",
};

interface Found {
  where: string;
  key: string;
}

/** It is exponential or polynomial in itself, or is retried from each position. */
function kindsOf(source: string, flags: string): string[] {
  const { reports } = analyse(
    { source, flags },
    { reportTypes: { Move: true, Self: true, Trade: true } },
  );
  return [...new Set(reports.map(({ type, exponential }) => (exponential ? `${type}!` : type)))];
}

function patternsIn(file: SourceFile): Found[] {
  const found: Found[] = [];
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const { pattern, flags } = node.regex;
      const kinds = kindsOf(pattern, flags).join(" ");
      if (kinds === "") return;
      const where = `${file.path}:${lineOf(file, node.start)} /${pattern}/${flags}: ${kinds}`;
      found.push({ where, key: `${file.path} ${pattern}` });
    },
  }).visit(file.program);
  return found;
}

/** The name is "" within a function. */
function composedIn(file: SourceFile): { path: string; name: string; line: number }[] {
  const kept = new Map<number, string>();
  for (const statement of file.program.body) {
    if (statement.type !== "VariableDeclaration") continue;
    for (const { id, init } of statement.declarations) {
      if (id.type === "Identifier" && init !== null) kept.set(init.start, id.name);
    }
  }
  const found: { path: string; name: string; line: number }[] = [];
  new Visitor({
    NewExpression({ callee, start }) {
      if (callee.type !== "Identifier" || callee.name !== "RegExp") return;
      found.push({ path: file.path, name: kept.get(start) ?? "", line: lineOf(file, start) });
    },
  }).visit(file.program);
  return found;
}

/** Patterns built on demand, each with why it is harmless. */
const composedLate: Readonly<Record<string, string>> = {
  "models/browser-model/constraint.ts": "the browser takes it; the page matches nothing with it",
  "retrieval/libraries/pack.ts": "one run of a fixed length",
  "stages/whole-plan.ts": "an answer as it stands, between letters",
  "evaluation/oracle/span.ts": "an answer as it stands, between letters and numbers",
  "app/pwa/kept-files.ts": "the build's own names of files",
  "retrieval/search-services/plain-text.ts":
    "an end tag's name and white space, which only its letter can begin",
  "language/english/entity-aliases.ts": "names of settings",
  "language/names.ts": "names of settings and libraries, between letters",
  "features/tree/view/passages/marks.ts":
    "words of a span as they stand, parted by white space that nothing else takes",
};

/** Collects what is passed to `RegExp` while the module loads. */
async function patternsOf(path: string): Promise<RegExp[]> {
  const made: RegExp[] = [];
  const Own = RegExp;
  vi.stubGlobal(
    "RegExp",
    new Proxy(Own, {
      construct(target, given: [string, string?]) {
        const pattern = new target(...given);
        made.push(pattern);
        return pattern;
      },
    }),
  );
  vi.resetModules();
  await import(/* @vite-ignore */ `../../../src/${path}`);
  vi.unstubAllGlobals();
  return made;
}

describe("the regular expressions of the source", () => {
  const files = shippedFiles();
  const all = files.flatMap(patternsIn);

  it("take linear time, but for those whose text is short", () => {
    expect(all.filter(({ key }) => !(key in bounded)).map(({ where }) => where)).toEqual([]);
  });

  const composed = files.flatMap(composedIn);

  it("that are put together late are known", () => {
    const late = composed.filter(({ name }) => name === "").map(({ path }) => path);
    expect(late.filter((path) => !(path in composedLate))).toEqual([]);
  });

  it.each([...new Set(composed.flatMap(({ path, name }) => (name === "" ? [] : [path])))])(
    "that %s puts together take linear time, too",
    async (path) => {
      const slow = (await patternsOf(path)).filter(
        ({ source, flags }) => kindsOf(source, flags).length > 0,
      );
      const known = Object.keys(bounded).filter(
        (key) => key.startsWith(`${path} `) && /^\w+$/u.test(key.slice(path.length + 1)),
      );
      expect(slow.length, slow.map(String).join("\n")).toBe(known.length);
    },
  );

  it("have no exception that is not needed any more", () => {
    const keys = new Set(all.map(({ key }) => key));
    const stale = Object.keys(bounded).filter((key) => !keys.has(key) && !/^\S+ \w+$/u.test(key));
    expect(stale).toEqual([]);
  });
});
