import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldTrace } from "../../../folds/trace.ts";
import { fakeRun } from "../../../testing/fake-run.ts";
import { passageMarks, quoteIn } from "./passage-marks.ts";
import { fitQuote } from "./tree-evidence.ts";

const tenPixels = (text: string) => [...text].length * 10;

describe("quoteIn", () => {
  it("is the span in its own sentence", () => {
    const passage = "Estonia lies in Europe. It borders the Baltic Sea and Russia. It is flat.";
    expect(quoteIn(passage, "Baltic Sea")).toEqual({
      before: "It borders the ",
      span: "Baltic Sea",
      after: " and Russia",
    });
  });

  it("is nothing where the span does not stand there", () => {
    expect(quoteIn("Estonia", "Latvia")).toBeNull();
  });
});

describe("fitQuote", () => {
  it("fits any width that its span fits, and keeps the span whole", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/u), { maxLength: 8 });
    fc.assert(
      fc.property(words, words, fc.integer({ min: 120, max: 400 }), (before, after, width) => {
        const quote = {
          before: `${before.join(" ")} `,
          span: "Baltic Sea",
          after: ` ${after.join(" ")}`,
        };
        const fitted = fitQuote(quote, width, tenPixels);
        expect(fitted.span).toBe("Baltic Sea");
        expect(tenPixels(fitted.before + fitted.span + fitted.after)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe("passageMarks", () => {
  it("tells what was read from what the answer rests on", () => {
    const trace = foldTrace(fakeRun());
    for (const node of trace.nodes.values()) {
      const support = node.verdict?.passageId ?? null;
      const marks = passageMarks(node, support);
      expect(marks.filter(({ kind }) => kind === "support").length).toBeLessThanOrEqual(1);
      for (const { at } of marks) expect(at >= 0 && at <= 1).toBe(true);
    }
  });
});
