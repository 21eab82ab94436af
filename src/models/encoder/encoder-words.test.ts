import { AutoTokenizer, type PreTrainedTokenizer } from "@huggingface/transformers";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { readEmbedded } from "../transformers/source.ts";
import { encodePair } from "./encoder-pair.ts";
import { bertWords } from "./encoder-words.ts";
import { vocabularyOf } from "./transformers-encoder-heads.ts";

let tokenizer: PreTrainedTokenizer;
beforeAll(async () => {
  readEmbedded("models/");
  tokenizer = await AutoTokenizer.from_pretrained("hopwise-encoder");
});

const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "Łódź ",
        "e\u0301te\u0301",
        "co\u00ADop",
        "İstanbul",
        "東京都",
        "각",
        "U.S.",
        "\uD800",
        "\u037E",
        "\u2126",
      ),
      fc.constantFrom(" ", "\n", "\t", "\u00A0", "\u2028", "\u0085", "\u200B"),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""))
  // Excludes Σ, whose lower case depends on the word, special tokens, and ideographs that
  // normalisation replaces.
  .filter((text) => !/Σ|[\u{2F800}-\u{2FA1F}]|\[(?:PAD|UNK|CLS|SEP|MASK)\]/u.test(text));

describe("words and their places", () => {
  it("are the library's own words", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const pieces = bertWords(text).flatMap((word) => tokenizer.tokenize(word.text));
        expect(pieces).toEqual(tokenizer.tokenize(text));
      }),
      { numRuns: 1000 },
    );
  });

  it("lie in the text and in order, one place for each letter", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = bertWords(text);
        const starts = words.flatMap((word) => word.starts);
        const ends = words.flatMap((word) => word.ends);
        const length = words.reduce((sum, word) => sum + word.text.length, 0);
        expect([starts.length, ends.length]).toEqual([length, length]);
        expect(starts).toEqual(starts.toSorted((a, b) => a - b));
        const outside = starts.filter((start, unit) => {
          const end = ends[unit] ?? -1;
          return end <= start || end > text.length;
        });
        expect(outside).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("keep an accent with its letter, and what was written with what is read", () => {
    const text = "La ve\u0301rite\u0301, co\u00ADopération.";
    const found = bertWords(text).map(({ text: word, starts, ends }) => [
      word,
      text.slice(starts[0], ends.at(-1)),
    ]);
    expect(found).toEqual([
      ["la", "La"],
      ["verite", "ve\u0301rite\u0301"],
      [",", ","],
      ["cooperation", "co\u00ADopération"],
      [".", "."],
    ]);
  });
});

describe("a pair", () => {
  it("is what the library makes of question and passage, with each token's place", () => {
    const question = "Where does the Danube end?";
    const passage = "The Danube flows to the Black Sea, near Sulina (Romania).";
    const pair = encodePair(question, passage, vocabularyOf(tokenizer), 512);
    expect(pair.ids).toEqual(tokenizer.encode(question, { text_pair: passage }));
    expect(pair.types.lastIndexOf(0)).toBe(pair.passageAt - 1);
    const spelled = pair.passage.map(({ start, end }) => passage.slice(start, end));
    expect(spelled.join("")).toBe(passage.replaceAll(" ", ""));
    const place = pair.passage.find(({ start, wordStart }) => start > wordStart);
    expect(place && passage.slice(place.wordStart, place.wordEnd)).toBe("Sulina");
  });

  it("has one token for a word the vocabulary does not know, and never more than fit", () => {
    const vocabulary = vocabularyOf(tokenizer);
    const unknown = encodePair("Q?", "see 𐎀𐎁𐎂 there", vocabulary, 512);
    expect(unknown.passage.map(({ start, end }) => [start, end])).toEqual([
      [0, 3],
      [4, 10],
      [11, 16],
    ]);
    const long = encodePair("why ".repeat(1000), "so ".repeat(1000), vocabulary, 512);
    expect([long.ids.length, long.types.length]).toEqual([512, 512]);
    expect(long.passage).toHaveLength(512 - long.passageAt - 1);
    expect(long.passageAt).toBe(130);
  });

  it("takes marks that a passage spells for plain words", () => {
    const vocabulary = vocabularyOf(tokenizer);
    const pair = encodePair("Q?", "a [SEP] b", vocabulary, 512);
    expect(pair.ids.filter((id) => id === vocabulary.separator)).toHaveLength(2);
  });
});
