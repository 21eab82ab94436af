import { describe, expect, it } from "vitest";
import { wikitextLead } from "./wikitext.ts";

describe("wikitextLead", () => {
  it.each([
    ["'''Oslo''' is the ''capital'' of [[Norway]].", "Oslo is the capital of Norway."],
    ["[[Norway|Norwegian]] [[:Category:Cities]] city", "Norwegian Category:Cities city"],
    ["[[2001: A Space Odyssey]] and [[Foo: bar|bar]]", "2001: A Space Odyssey and bar"],
    ["{{Infobox|a={{b|c}}|d=[[e]]}}Text{{nowrap|x}} on", "Text on"],
    ["Text {{never closed", "Text"],
    ["{| class=x\n| a {{b}} || c\n|}\nAfter", "After"],
    ["A<ref name=x>note [[y]]</ref> B<ref name=x /> C<ref>open", "A B C"],
    ["<!-- no -->Yes__NOTOC__", "Yes"],
    ["[[File:A.svg|thumb|Of [[Oslo]], see]] Text", "Text"],
    ["[[Datei:A.jpg|mini|Von hier]] Text [[de:Oslo]]\n[[Kategorie:Ort]]", "Text"],
    ["[https://x.example/?a=1 the site] and [//y.example]", "the site and"],
    ["* one\n# two\n: three\n----\nfour", "one two three four"],
    ["Lead.\n\n== History ==\nLater.", "Lead."],
    ["5 &lt; 6 &ndash; H<sub>2</sub>O", "5 < 6 – H2O"],
    ["<nowiki>[[no link]] {{no}}</nowiki> ''yes''", "[[no link]] {{no}} yes"],
    ["", ""],
  ])("%s", (wikitext, lead) => {
    expect(wikitextLead(wikitext)).toBe(lead);
  });
});
