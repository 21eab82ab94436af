import { describe, expect, it } from "vitest";
import { lineOf, type SourceFile, shippedFiles, Visitor } from "./source-files.ts";

/** Each argument takes room on the stack: some 120,000 of them overflow it. */
const spreading = new Set([
  "push",
  "unshift",
  "splice",
  "concat",
  "max",
  "min",
  "hypot",
  "fromCharCode",
  "fromCodePoint",
]);

/** Where a list is spread into a call, by file, with why it is short whatever a file or server holds. */
const short: Readonly<Record<string, string>> = {
  "core/composition.ts": "kinds of problems of one setting",
  "core/pipeline/filter.ts": "five passages at a time",
  "core/pipeline/read.ts": "passages of one step",
  "core/pipeline/search.ts":
    "a list a query, and there are at most as many queries as a plan has steps",
  "engines/constraint/choice-score.ts": "bytes of one token",
  "engines/constraint/grammar-parse.ts": "grammars are the methods' own",
  "engines/constraint/grammar.ts": "grammars are the methods' own",
  "engines/encoder-heads.ts": "tokens of one reading, at most 512",
  "engines/stop-text.ts": "stop texts of one call",
  "engines/transformers-encoder.ts": "texts of one batch of the encoder",
  "lab/advice.ts": "stages",
  "lab/batch/estimate.ts": "configurations of one batch",
  "lab/import/table.ts": "the first six rows",
  "router/compare.ts": "search tools, at most 16",
  "router/hull.ts": "search tools, at most 16",
  "router/ilp.ts": "search tools, at most 16",
  "router/metrics.ts": "search tools, at most 16",
  "router/narrow.ts": "search tools, at most 16",
  "router/problem.ts": "search tools, at most 16",
  "router/refine.ts": "search tools, at most 16",
  "ui/error-book/ChainForm.tsx": "steps that a person writes in a form",
  "ui/meter/WhatIf.tsx": "rows of one table that the page itself makes",
  "ui/router/CurvePicture.tsx": "points of one curve that the page itself draws",
  "ui/router/TrainPart.tsx": "search tools, at most 16",
  "viz/curve-scale.ts": "points of one curve that the page itself draws",
  "viz/lab-box.ts": "configurations of one batch",
  "viz/lab-pareto.ts": "configurations of one batch",
};

function spreadsIn(file: SourceFile): { path: string; where: string }[] {
  const found: { path: string; where: string }[] = [];
  new Visitor({
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      if (!spreading.has(callee.property.name)) return;
      if (!node.arguments.some(({ type }) => type === "SpreadElement")) return;
      const call = file.text.slice(node.start, node.end).slice(0, 80);
      found.push({ path: file.path, where: `${file.path}:${lineOf(file, node.start)} ${call}` });
    },
  }).visit(file.program);
  return found;
}

describe("a list that is spread into the arguments of a call", () => {
  const all = shippedFiles().flatMap(spreadsIn);

  it("is short", () => {
    expect(all.filter(({ path }) => !(path in short)).map(({ where }) => where)).toEqual([]);
  });

  it("is no exception that is gone", () => {
    const paths = new Set(all.map(({ path }) => path));
    expect(Object.keys(short).filter((path) => !paths.has(path))).toEqual([]);
  });
});
