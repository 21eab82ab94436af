import { describe, expect, it } from "vitest";
import { lineOf, type SourceFile, shippedFiles, Visitor } from "./source-files.ts";

/** About 120,000 spread arguments overflow the stack. */
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

/** These lists are always short, for the reason given. */
const short: Readonly<Record<string, string>> = {
  "session/taken-settings.ts": "two caps",
  "stages/filter.ts": "five passages at a time",
  "stages/read.ts": "passages of one step",
  "stages/search.ts": "a list a query, and there are at most as many queries as a plan has steps",
  "models/constraint/choice-score.ts": "bytes of one token",
  "models/constraint/grammar-parse.ts": "grammars are the methods' own",
  "models/constraint/grammar.ts": "grammars are the methods' own",
  "models/encoder/encoder-heads.ts": "tokens of one reading, at most 512",
  "models/stop-text.ts": "stop texts of one call",
  "models/encoder/transformers-encoder.ts": "texts of one batch of the encoder",
  "evaluation/analysis/advice.ts": "stages",
  "features/ask/view/stages/return-plot.ts": "eight combinations",
  "features/lab/view/first/VerdictCards.tsx": "two ends of three stages",
  "features/tree/drawing/passage-marks.ts": "five ends of a sentence",
  "evaluation/batch/estimate.ts": "configurations of one batch",
  "evaluation/batch/rough-estimate.ts": "configurations of one batch",
  "evaluation/oracle/gold.ts": "steps of one plan",
  "evaluation/oracle/oracle.ts": "steps of one plan",
  "evaluation/policy/actions.ts": "configurations of one batch",
  "evaluation/policy/curve.ts": "configurations of one batch",
  "evaluation/pipelines/analyse-pipeline.ts": "setups, at most 1,024",
  "evaluation/pipelines/next.ts": "upgrades of one pipeline, at most 24",
  "evaluation/router/figures.ts": "search tools, at most 16",
  "methods/homo-router/training/lp-relaxation.ts": "search tools, at most 16",
  "methods/homo-router/training/metrics.ts": "search tools, at most 16",
  "methods/homo-router/training/problem.ts": "search tools, at most 16",
  "methods/homo-router/training/refine.ts": "search tools, at most 16",
  "features/meter/view/WhatIf.tsx": "rows of one table that the page itself makes",
  "features/router/view/CurvePicture.tsx": "points of one curve that the page itself draws",
  "features/router/view/TrainPart.tsx": "search tools, at most 16",
  "features/router/view/curve-scale.ts": "points of one curve that the page itself draws",
  "features/lab/view/analysis/ParetoPicture.tsx": "configurations of one batch",
  "features/lab/view/pictures/lab-box.ts": "configurations of one batch",
  "features/lab/view/pictures/lab-pareto.ts": "configurations of one batch",
  "features/lab/view/pictures/lab-sweep.ts": "values of one sweep, at most twelve",
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
