import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nothingYet, streamedWords } from "./streamed-words.ts";

const chains = [
  "[Query 1]: Which country pays in kina?\n[Answer 1]: Papua New Guinea\n[Query 2]: What is its highest mountain?",
  "Q1: Which country pays in kina?\nA1: Papua New Guinea\nU1: What is its highest mountain?\nFinal: Mount Wilhelm",
  '{"steps":[{"query":"Which country pays in kina?","answer":null},{"query":"What is its highest mountain?","answer":null}],"final":null}',
];

describe("streamedWords", () => {
  it("shows the question that is being written", () => {
    for (const chain of chains) {
      expect(streamedWords(chain, "steps")).toBe("What is its highest mountain?");
    }
    expect(streamedWords("[Query 1]: Which cou", "steps")).toBe("Which cou");
  });

  it("shows an answer without the marks before it", () => {
    expect(streamedWords("[Final Content]: the North Sea", "words")).toBe("the North Sea");
    expect(streamedWords("Final: the North", "words")).toBe("the North");
    expect(streamedWords("The Baltic Sea", "words")).toBe("The Baltic Sea");
  });

  it("never shows raw marks, wherever the stream stands", () => {
    const places = chains.flatMap((chain) =>
      [...chain].map((_, at) => ({ chain: chain.slice(0, at + 1) })),
    );
    for (const { chain } of places) {
      for (const form of ["steps", "words"] as const) {
        const shown = streamedWords(chain, form);
        expect(shown, chain).not.toMatch(/[[\]{}]|[QUA]\d|Final|^"|Content/u);
      }
    }
  });

  it("shows something for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (output) => {
        expect(streamedWords(output, "steps").length).toBeGreaterThan(0);
        expect(streamedWords("", "words")).toBe(nothingYet);
        expect(streamedWords(output, "words")).not.toMatch(/\n/u);
      }),
    );
  });
});
