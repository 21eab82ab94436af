import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { cutAtSentence, type Hit, hitsFrom, maxPassageCharacters, toPassages } from "./passages.ts";

const hit = (changes: Partial<Hit>): Hit => ({
  title: "A page",
  text: "Some text.",
  form: "plain",
  url: null,
  key: "1",
  ...changes,
});

describe("toPassages", () => {
  it("leaves out hits without text and those seen before, and ranks the rest", () => {
    const hits = [
      hit({ url: "https://a.example/x", text: "One." }),
      hit({ url: "https://a.example/x#part", text: "Two." }),
      hit({ url: "https://b.example/", text: "One." }),
      hit({ url: "https://c.example/", text: "<b> </b>", form: "html" }),
      hit({ key: "7", text: "Three." }),
      hit({ key: "8", text: "Four." }),
    ];
    expect(toPassages("t", hits, 2)).toEqual([
      { id: "t:https://a.example/x", title: "A page", text: "One.", score: 1 },
      { id: "t:7", title: "A page", text: "Three.", score: 1 / 2 },
    ]);
  });

  it("checks only as many entries as a service may bring", () => {
    let checked = 0;
    const hits = hitsFrom(Array(300_000).fill({ title: "A" }), z.looseObject({}), () => {
      checked += 1;
      return hit({ key: `${checked}` });
    });
    expect(hits).toHaveLength(checked);
    expect(checked).toBe(200);
  });

  it("takes no address that is none of the web's", () => {
    const hits = ["javascript:alert(1)", "not an address", ""].map((url, index) =>
      hit({ url, key: `k${index}`, text: `${index}` }),
    );
    expect(toPassages("t", hits, 9).map(({ id }) => id)).toEqual(["t:k0", "t:k1", "t:k2"]);
  });

  it("reads HTML only where it is HTML", () => {
    const [plain, html] = toPassages(
      "t",
      [
        hit({ key: "1", title: "&lt;", text: "a<b>c", form: "plain" }),
        hit({ key: "2", title: "<i>T</i>", text: "a<b>d</b>&amp;", form: "html" }),
      ],
      2,
    );
    expect(plain).toMatchObject({ title: "&lt;", text: "a<b>c" });
    expect(html).toMatchObject({ title: "T", text: "ad&" });
  });
});

describe("cutAtSentence", () => {
  it.each([
    ["Short.", 20, "Short."],
    ["One sentence here. Another one", 24, "One sentence here."],
    ['He said "Yes." Then he went', 20, 'He said "Yes."'],
    ["No. Then a very long sentence", 16, "No. Then a very"],
    ["Pi is 3.14159 or so it seems", 14, "Pi is 3.14159"],
    ["東京は首都です。大阪は都市です", 10, "東京は首都です。"],
    ["abcdefghij", 4, "abcd"],
    ["abc😀def", 4, "abc"],
  ])("%s at %d", (text, limit, cut) => {
    expect(cutAtSentence(text, limit)).toBe(cut);
  });

  it("never gives more than was asked for, nor other words", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.nat(200), (text, limit) => {
        const cut = cutAtSentence(text, limit);
        expect(cut.length).toBeLessThanOrEqual(limit);
        expect(text.startsWith(cut)).toBe(true);
      }),
    );
  });

  it("bounds every passage", () => {
    const [passage] = toPassages("t", [hit({ text: "A sentence of words. ".repeat(500) })], 1);
    expect(passage?.text.length).toBeLessThanOrEqual(maxPassageCharacters);
    expect(passage?.text).toMatch(/words\.$/);
  });
});
