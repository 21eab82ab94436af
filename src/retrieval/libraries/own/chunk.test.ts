import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { growthOf } from "../../../../e2e/bench/fuzz/growth.ts";
import { chunksOf, maxWeight, textOfChunk, weightOf } from "./chunk.ts";
import type { ParsedDocument } from "./document.ts";
import { DocumentText } from "./document-text.ts";

function documentOf(text: string, parts: Partial<ParsedDocument> = {}): ParsedDocument {
  return {
    title: null,
    text,
    sections: [{ from: 0, bodyFrom: 0, headings: [], row: null }],
    pageStarts: [],
    cut: false,
    badRows: [],
    badRowCount: 0,
    ...parts,
  };
}

const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.string({ unit: "binary", maxLength: 30 }),
      fc.constantFrom(
        "\n\n",
        "\n",
        " ",
        "\u3000",
        "One sentence more. ",
        "中国的首都是北京。",
        "القاهرة عاصمة مصر. ",
        "กรุงเทพมหานคร",
        "x".repeat(900),
        "word ".repeat(200),
        " ".repeat(2000),
      ),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

const anyDocument = fc
  .tuple(anyText, fc.array(fc.nat(4000), { maxLength: 5 }))
  .map(([text, cuts]) => {
    const froms = [...new Set([0, ...cuts.filter((cut) => cut < text.length)])].sort(
      (a, b) => a - b,
    );
    return documentOf(text, {
      sections: froms.map((from) => ({ from, bodyFrom: from, headings: [], row: null })),
    });
  });

describe("chunksOf", () => {
  it("puts every character into exactly one passage, and exceeds no limit", () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const chunks = chunksOf(document);
        const { text } = document;
        if (text.trim() === "") {
          expect(chunks).toEqual([]);
          return;
        }
        expect(chunks[0]?.from).toBe(0);
        expect(chunks.at(-1)?.to).toBe(text.length);
        chunks.forEach((chunk, index) => {
          expect(chunk.to).toBe(chunks[index + 1]?.from ?? text.length);
          const said = textOfChunk(text, chunk);
          expect(said).not.toBe("");
          expect(weightOf(said)).toBeLessThanOrEqual(maxWeight + 1e-9);
        });
      }),
      { numRuns: 200 },
    );
  });

  it("loses no word of a long text, and shares it evenly", () => {
    const sentences = Array.from({ length: 60 }, (_, n) => `Sentence ${n} has exactly six words.`);
    const text = sentences.join(" ");
    const chunks = chunksOf(documentOf(text));
    const said = chunks.map((chunk) => textOfChunk(text, chunk));
    expect(said.join(" ")).toBe(text);
    expect(chunks).toHaveLength(3);
    for (const one of said) expect(weightOf(one)).toBeGreaterThan(100);
  });

  it("keeps a passage below one heading, under its path", () => {
    const text = new DocumentText(10_000);
    text.heading(1, "Harbours");
    text.heading(2, "Bergen");
    text.paragraph("The quay was built in 1702.");
    text.heading(3, "Cranes");
    text.paragraph("There are four.");
    text.heading(2, "Turku");
    text.paragraph("The quay is older.");
    text.heading(2, "Nothing below");
    const document = text.finish();
    const chunks = chunksOf(document);
    expect(chunks.map(({ headings }) => headings)).toEqual([
      ["Harbours", "Bergen"],
      ["Harbours", "Bergen", "Cranes"],
      ["Harbours", "Turku"],
    ]);
    expect(chunks.map((chunk) => textOfChunk(document.text, chunk))).toEqual([
      "The quay was built in 1702.",
      "There are four.",
      "The quay is older. Nothing below",
    ]);
  });

  it("takes a text of more lines than a call has room for arguments", () => {
    const text = Array.from({ length: 130_000 }, (_, n) => `Line ${n} of a long text.`).join("\n");
    const chunks = chunksOf(documentOf(text));
    expect(chunks.at(-1)?.to).toBe(text.length);
  });

  it("takes a row of more cells, too", () => {
    const cells = "cell; ".repeat(300_000);
    expect(chunksOf(documentOf(cells)).at(-1)?.to).toBe(cells.length);
  });

  it("looks for the ends of sentences in a time that grows with the text", () => {
    const growth = growthOf(
      (text) => chunksOf(documentOf(text)),
      (length) => "1. ".repeat(length / 3),
      { small: 30_000, large: 120_000 },
    );
    expect(growth).toBeNull();
  });

  it("knows the page on which a passage begins", () => {
    const page = `${"word ".repeat(100)}\n\n`;
    const document = documentOf(page.repeat(3), { pageStarts: [0, page.length, 2 * page.length] });
    expect(chunksOf(document).map((chunk) => chunk.page)).toEqual([1, 2, 3]);
    const short = documentOf("One page.\n\nAnother page.\n\n", { pageStarts: [0, 11] });
    expect(chunksOf(short)).toMatchObject([{ page: 1, lastPage: 2 }]);
  });

  it("gives scripts that the encoder spells out shorter passages", () => {
    const lengthOf = (text: string) => chunksOf(documentOf(text))[0]?.to ?? 0;
    expect(lengthOf("中国的首都是北京。".repeat(200))).toBeLessThan(230);
    expect(lengthOf("القاهرة عاصمة مصر. ".repeat(200))).toBeLessThan(480);
    expect(lengthOf("Cairo is the capital. ".repeat(200))).toBeGreaterThan(500);
  });
});
