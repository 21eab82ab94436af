import { describe, expect, it } from "vitest";
import { digitsOf, normaliseLetters } from "./letters.ts";

function* everyCharacter(): Generator<string> {
  for (let code = 0x20; code <= 0x10ffff; code += 1) {
    if (code === 0xd800) code = 0xe000;
    if (code === 0xe000) code = 0xf900;
    const character = String.fromCodePoint(code);
    if (/^[\p{L}\p{M}\p{N}]$/u.test(character)) yield character;
  }
}

const letters = (text: string) => normaliseLetters(text).text;

describe("the letters of a text", () => {
  it.each<[string, (text: string) => string]>([
    ["in capitals", (text) => text.toUpperCase()],
    ["in small letters", (text) => text.toLowerCase()],
    ["composed", (text) => text.normalize("NFC")],
    ["decomposed", (text) => text.normalize("NFD")],
    ["in compatible form", (text) => text.normalize("NFKC")],
    ["in parts", (text) => text.normalize("NFKD")],
  ])("are the same %s, whatever the character", { timeout: 60_000 }, (_how, change) => {
    const others: string[] = [];
    for (const character of everyCharacter()) {
      if (letters(change(character)) !== letters(character)) others.push(character);
    }
    expect(others).toEqual([]);
  });

  it.each([
    ["Straße", "STRASSE"],
    ["ΣΟΦΟΣ", "σοφός"],
    ["ＤＥ８９　３７０４", "DE89 3704"],
    ["sev\u00aden mi\u200blls\u202e", "seven mills"],
    ["٠١٢٣", "0123"],
    ["०१२", "012"],
    ["한국", "\u1112\u1161\u11ab\u1100\u116e\u11a8"],
    ["ﾊﾟﾝ", "パン"],
    ["مـــحـمد", "محمد"],
    ["𝔱𝔯𝔢𝔞𝔱𝔶", "treaty"],
    ["漢語條約於臺灣簽訂，頭髮", "汉语条约于台湾签订，头发"],
    ["さくらんぼ、がっこう", "サクランボ、ガッコウ"],
    ["se\u{e0073}v\u{e0000}en", "seven"],
  ])("of %s are those of %s", (one, other) => {
    expect(letters(one)).toBe(letters(other));
    expect(letters(one)).not.toBe("");
  });

  it("know where they stand, marks and all", () => {
    const { text, from, to, parted } = normaliseLetters("a\u0301b, ﬁ");
    expect(text).toBe("abfi");
    expect(from).toEqual([0, 2, 5, 5]);
    expect(to).toEqual([2, 3, 6, 6]);
    expect(parted).toEqual([true, false, true, false]);
    expect(digitsOf(normaliseLetters("a1 b２")).from).toEqual([1, 4]);
  });
});
