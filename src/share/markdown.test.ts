import { describe, expect, it } from "vitest";
import { fakeFailedRun, fakeRun } from "../__fixtures__/fake-run.ts";
import type { RunEvent } from "../core/events.ts";
import { foldTrace } from "../core/folds/trace.ts";
import { answerMarkdown } from "./markdown.ts";

const words = {
  noAnswer: "No answer.",
  path: "Steps",
  sources: "Sources",
  noPassage: "none",
  given: "given",
  made: "Made by *us*",
};

function correction(seq: number): RunEvent {
  const said = { node: "n1", answer: "Mali", replaced: null };
  return { type: "user-correction", seq, atMs: 0, ...said };
}

describe("the answer as Markdown", () => {
  it("has question, answer, steps, and sources with the sentence that supports them", () => {
    const markdown = answerMarkdown(foldTrace(fakeRun()), words);
    expect(markdown).toMatch(/^# What is the currency of the country/u);
    expect(markdown).toContain("**The ouguiya; independent since 28 November 1960**");
    expect(markdown).toContain("capital of Mauritania \\[1\\]");
    expect(markdown).toContain("1. Which country has Nouakchott as its capital? Mauritania");
    expect(markdown).toContain(
      "\\[2\\] Mauritania: Economy\n\n> The currency of Mauritania is the ouguiya (MRU).",
    );
    expect(markdown.trimEnd()).toMatch(/\*Made by \\\*us\\\*\*$/u);
  });

  it("says of a step that a person answered, that it was their word", () => {
    const given = fakeRun().flatMap((event) =>
      event.type === "answer"
        ? [
            correction(event.seq),
            { ...event, citations: [{ mark: 1, node: "n1", passageId: null }] },
          ]
        : [event],
    );
    expect(answerMarkdown(foldTrace(given), words)).toContain("\\[1\\] given");
  });

  it("says that there is no answer, and lets nothing in it be read as markup", () => {
    const run = fakeFailedRun().map((event) =>
      event.type === "run-start" ? { ...event, question: "<img src=x> [a](b) # *c*\n- d" } : event,
    );
    const markdown = answerMarkdown(foldTrace(run), words);
    expect(markdown).toContain("No answer.");
    expect(markdown.split("\n")[0]).toBe("# \\<img src=x\\> \\[a\\](b) \\# \\*c\\* - d");
  });
});
