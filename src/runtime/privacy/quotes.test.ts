import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dresses, promised, scripts, secretIn, unspaced } from "../../testing/scripts.ts";
import { Quotes } from "./quotes.ts";

function quotes(passages: readonly string[], exempt = ""): Quotes {
  const found = new Quotes({ exempt, wholeWhenShort: true });
  for (const passage of passages) found.add(passage);
  return found;
}

describe.each(scripts)("a quote of %s", (script) => {
  const secret = secretIn[script];
  const known = quotes([secret]);

  it.each(dresses)("is found with %s, from its shortest length on", (_how, change) => {
    const stretches = promised(script, secret);
    expect(stretches.length).toBeGreaterThan(4);
    for (const stretch of stretches) {
      expect(known.isIn(`It says: ${change(stretch)}, she said.`)).toBe(true);
      expect(known.isIn(change(stretch))).toBe(true);
    }
  });

  it("begins no earlier: names and short answers may leave", () => {
    for (const stretch of promised(script, secret)) {
      const shorter = unspaced.has(script)
        ? [...stretch].slice(0, 8).join("")
        : stretch.split(" ").slice(0, 4).join(" ");
      expect(known.isIn(shorter)).toBe(false);
    }
  });

  it("may be said where the person said it", () => {
    const asking = quotes([secret], `Is this so: ${secret}`);
    for (const [, change] of dresses) expect(asking.isIn(change(secret))).toBe(false);
    expect(asking.isIn(`Indeed: ${secret}`)).toBe(false);
  });

  it("is cut out, and nothing else", () => {
    for (const [how, change] of dresses) {
      const cut = known.cutFrom(`Before that, ${change(secret)} And after it.`, "[…]");
      expect([how, /^Before that, \p{Cf}?\[/u.test(cut), cut.endsWith("And after it.")]).toEqual([
        how,
        true,
        true,
      ]);
      for (const stretch of promised(script, secret)) expect(cut).not.toContain(change(stretch));
    }
  });

  it("is none of another script's", () => {
    for (const other of scripts) {
      if (other !== script) expect(known.isIn(secretIn[other])).toBe(false);
    }
  });
});

const letter = fc.constantFrom(
  ..."aäbcdeéfgßhijklmnoprstuvwxyzабвгдежзийклмнабгأبتثجكतमनकसप한국말",
);
const word = fc.string({ unit: letter, minLength: 2, maxLength: 14 });
const sign = fc.constantFrom(
  ..."日本語の文章は短い水車条約街道春天議會ばびぶパピกขคงจฉชซญដកខគមှကခဂ",
);
const asked = fc.array(word, { maxLength: 12 }).map((all) => all.join(" "));
const how = fc.constantFrom(...dresses).map(([, change]) => change);

describe("quotes of anything", () => {
  it("are found from eight words on, whatever their dress", () => {
    const passage = fc.array(word, { minLength: 8, maxLength: 60 });
    fc.assert(
      fc.property(passage, fc.nat(), how, word, word, (words, seed, change, before, after) => {
        const from = seed % (words.length - 7);
        const stretch = change(words.slice(from, from + 8).join(" "));
        const known = quotes([words.join(" ")]);
        expect(known.isIn(`${before} ${stretch} ${after}`)).toBe(true);
      }),
      { numRuns: 2000, seed: 26 },
    );
  });

  it("are found from twelve letters on where words are not parted", () => {
    const passage = fc.array(sign, { minLength: 12, maxLength: 80 });
    fc.assert(
      fc.property(passage, fc.nat(), how, word, (signs, seed, change, around) => {
        const letters = signs.filter((one) => !/\p{M}/u.test(one));
        fc.pre(letters.length >= 12);
        const from = seed % (letters.length - 11);
        const stretch = change(letters.slice(from, from + 12).join(""));
        const known = quotes([letters.join("")]);
        expect(known.isIn(`${around}${stretch}${around}`)).toBe(true);
      }),
      { numRuns: 2000, seed: 26 },
    );
  });

  it("are none of what the person asked, nor of other texts", () => {
    fc.assert(
      fc.property(
        asked,
        fc.array(word, { minLength: 8, maxLength: 40 }),
        how,
        (own, words, change) => {
          const passage = words.join(" ");
          const known = quotes([`${passage} ${own}`, passage, own], own);
          expect(known.isIn(change(own))).toBe(false);
          const others = words.map((one) => `${one}q`).join(" ");
          expect(known.isIn(others)).toBe(false);
        },
      ),
      { numRuns: 1000, seed: 26 },
    );
  });
});

describe("a number or code of a document", () => {
  const iban = "DE89 3704 0044 0532 0130 00";
  const known = quotes([
    `Pay to ${iban}, by the card 4929-3813-3266-4295, or call +45 32 12 34 56 (Ms. Ito, ito.k@example.jp).`,
    "My key is a1B2c3D4e5F6, the passport C01X00T47, the account GB29 NWBK 6016 1331 9268 19.",
  ]);

  it.each([
    "DE89370400440532013000",
    "DE89-3704-0044-0532-0130-00",
    "ＤＥ８９ ３７０４ ００４４ ０５３２",
    "٨٩٣٧٠٤٠٠٤٤",
    "de 8937 040 044 05",
    "37 x 04 x 00 x 44",
    "It is 8 9 3 7 0 4 0 0.",
    "3704\u200b0044\u00ad0532",
    "4929381332664295",
    "4 929 381 332 664 295",
    "45/3212/3456",
    "32.12.34.56",
    "ito.k@EXAMPLE.jp",
    "ito (dot) k (at) example (dot) jp",
    "a1b2-c3d4-e5f6",
    "c01x 00t47",
    "gb29nwbk6016",
  ])("is found in “%s”", (text) => {
    expect(known.isIn(`Answer: ${text}`)).toBe(true);
    expect(known.cutFrom(`Answer: ${text}, so.`, "[…]")).toMatch(/^Answer: .*\[…\].*, so\.$/u);
  });

  it("may be said where the person said it, in any grouping", () => {
    const asking = quotes([`Pay to ${iban}.`], "Whose is DE8937 0400 4405 3201 3000?");
    expect(asking.isIn(`Whose account is ${iban}?`)).toBe(false);
    expect(asking.isIn("893704004405")).toBe(false);
  });

  it("is no amount, date or span of years: these are findings", () => {
    const facts = [
      "It had 1,411,778,724 people on 2015-11-04 (04.11.2015), GDP 3,466,757.25 million.",
      "Years: 2014 2015 2016 2017; the war of 1914–1918; π is 3.14159265358979.",
    ];
    const told = [
      "1,411,778,724",
      "2015-11-04",
      "4.11.2015",
      "1914-1918",
      "in 2014 and 2015",
      "3.14159265358979",
    ];
    const findings = quotes(facts);
    expect(told.filter((text) => findings.isIn(text))).toEqual([]);
  });

  it("has nothing to do with the words around it", () => {
    expect(known.isIn("Pay by the card, or call Ms. Ito")).toBe(false);
    expect(known.isIn("In 2015 some 4,929 people paid 3266 crowns.")).toBe(false);
  });
});

describe("a quote that is written in another way", () => {
  it.each([
    [
      "traditional Chinese",
      "漢語條約規定，關閉臺灣東邊的水車磨坊。",
      "汉语条约规定，关闭台湾东边的水车磨坊。",
    ],
    [
      "hiragana",
      "サクランボノ ミチハ ライネンマデ シマル",
      "さくらんぼの みちは らいねんまで しまる",
    ],
  ])("as %s is one", (_how, one, other) => {
    expect(quotes([one]).isIn(`1. ${other}`)).toBe(true);
    expect(quotes([other]).cutFrom(`1. ${one}`, "[…]")).toMatch(/^1\. \[…\]/u);
  });

  const inTags = (text: string) =>
    text.replace(/[\x20-\x7e]/gu, (sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0)));
  const secret = "the treaty of the seven mills closes the eastern street";

  it("in tag characters is one, and is not in what is shared", () => {
    const known = quotes([secret]);
    expect(known.isIn(`All is well.${inTags(secret)}`)).toBe(true);
    expect(known.isIn(`All is well.${inTags("so it is")}`)).toBe(false);
    expect(known.cutFrom(`All is well.${inTags(secret)}`, "[…]")).toBe("All is well.");
  });

  it("between tag characters is one", () => {
    const known = quotes([`Call 0171\u{e0002}2233\u{e0041}4455, a${inTags("!")}nna@example.org`]);
    expect(known.isIn([...secret].join("\u{e0002}"))).toBe(false);
    expect(quotes([secret]).isIn([...secret].join("\u{e0002}"))).toBe(true);
    expect(known.isIn("It is 017122334455.")).toBe(true);
    expect(known.isIn("Write to anna@example.org")).toBe(true);
  });
});

describe("a passage of a few words", () => {
  it("is looked for as a whole, as words of their own", () => {
    const known = quotes(["Anna: yes", "東京", "No"]);
    expect(known.isIn("She said ANNA, YES!")).toBe(true);
    expect(known.isIn("Hannah yesterday")).toBe(false);
    expect(known.isIn("nobody knows")).toBe(false);
    expect(known.isIn("no")).toBe(true);
    expect(known.isIn("彼は東京に住む")).toBe(true);
  });

  it("may stand in a link", () => {
    const links = new Quotes({ exempt: "", wholeWhenShort: false });
    links.add("Anna: yes");
    expect(links.cutFrom("Anna: yes", "[…]")).toBe("Anna: yes");
  });
});

it("takes time by the length of texts, whatever they repeat", { retry: 3, timeout: 60_000 }, () => {
  const seconds = (size: number) => {
    const known = quotes([
      "abc ".repeat(size),
      "a".repeat(size),
      "車".repeat(size),
      "1 ".repeat(size),
    ]);
    const begun = performance.now();
    for (let times = 0; times < 3; times += 1) {
      const other = quotes(["ab c".repeat(size), "a1".repeat(size), "条約".repeat(size)], "a b c");
      known.cutFrom("abc ab ".repeat(size), "");
      known.isIn("11a".repeat(size));
      other.isIn("ab d".repeat(size));
    }
    return performance.now() - begun;
  };
  seconds(2000);
  expect(seconds(16_000) / seconds(4000)).toBeLessThan(8);
});
