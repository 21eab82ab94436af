import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { foldTrace } from "../../folds/trace.ts";
import type { RunEvent } from "../../log/events.ts";
import { fakeFailedRun, fakeRun } from "../../testing/fake-run.ts";
import { answerMarkdown } from "./answer-markdown.ts";

const words = {
  worth: "",
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

  it("has the question's name for a place beside the library's", () => {
    const aliases = [["Myanmar", "Burma"] as const];
    const events = fakeRun().map((event): RunEvent => {
      if (event.type === "run-start") return { ...event, question: "Is Myanmar larger?" };
      return event.type === "answer" ? { ...event, short: "Burma", text: "Burma [1]" } : event;
    });
    const markdown = answerMarkdown(foldTrace(events), words, aliases);
    expect(markdown).toContain("**Burma (Myanmar)**");
    expect(answerMarkdown(foldTrace(events), words)).toContain("**Burma**");
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

  const hostile = [
    "<https://evil.example/a>",
    "https://evil.example/a_b?c=*d*",
    "(http://evil.example),",
    "www.evil.example",
    "WWW.EVIL.EXAMPLE",
    "someone@evil.example",
    "mailto:someone@evil.example",
    "@someone",
    "![x](https://evil.example/x.png)",
    "[x](javascript:alert(1))",
    "[x]: javascript:alert(1)",
    "[^1]",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt;",
    "`https://evil.example``",
    "\\https://evil.example",
    "- [ ] x",
    "<javascript:alert(1)>",
    "<!-- x -->",
    "| a | b |",
    "\u202e",
    "**x**",
    "`",
    "\\",
    " ",
    "\n",
    "x",
  ];

  it("has nothing live in it, whatever a model or a passage said", () => {
    const text = fc.array(fc.constantFrom(...hostile), { maxLength: 8 }).map((all) => all.join(""));
    fc.assert(
      fc.property(text, text, (question, said) => {
        const markdown = answerMarkdown(foldTrace(runSaying(question, said)), words);
        const kinds = kindsIn(markdown);
        expect(kinds, markdown).not.toContain("link");
        for (const kind of ["image", "html", "definition", "linkReference", "table"]) {
          expect(kinds).not.toContain(kind);
        }
        expect(markdown).not.toContain("\u202e");
      }),
      { numRuns: 150, examples: hostile.map((one) => [one, one]) },
    );
  });

  it("keeps an address readable, as code", () => {
    const markdown = answerMarkdown(
      foldTrace(runSaying("See (https://a.example/b_c).", "x")),
      words,
    );
    expect(markdown.split("\n")[0]).toBe("# See (`https://a.example/b_c`).");
  });
});

/** A run whose every text says `said`. */
function runSaying(question: string, said: string): RunEvent[] {
  return fakeRun().map((event) => {
    if (event.type === "run-start") return { ...event, question };
    if (event.type === "answer") {
      const path = event.path.map((step) => ({ ...step, query: said, answer: said }));
      return { ...event, text: said, short: `${said}!`, path };
    }
    if (event.type !== "retrieval") return event;
    const passages = event.passages.map((one) => ({ ...one, title: said }));
    return { ...event, passages };
  });
}

function kindsIn(markdown: string): string[] {
  const found: string[] = [];
  function walk(node: { type: string; children?: readonly object[] }): void {
    found.push(node.type);
    for (const child of node.children ?? []) {
      if ("type" in child && typeof child.type === "string") walk({ ...child, type: child.type });
    }
  }
  const options = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
  walk(fromMarkdown(markdown, options));
  return found;
}
