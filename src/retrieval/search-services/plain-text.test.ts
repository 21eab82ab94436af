import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeEntities, htmlToText, singleSpaced } from "./plain-text.ts";

describe("htmlToText", () => {
  it.each([
    ["<b>Tallinn</b> is <i>here</i>", "Tallinn is here"],
    ["one<br>two<p>three</p>four", "one two three four"],
    ["a < b and c > d", "a < b and c > d"],
    ["5 &lt; 6 &amp; 7", "5 < 6 & 7"],
    ["&amp;lt;b&amp;gt;", "&lt;b&gt;"],
    ["<a href=\"x>y\" title='z>'>link</a>", "link"],
    ["<script>alert('x<y')</script>after", "after"],
    ["<STYLE>p{}</style >after", "after"],
    ["<script>never closed", ""],
    ["<!-- hidden <b> --> seen", "seen"],
    ["<!-- never closed", ""],
    ["<!DOCTYPE html><?xml?>text", "text"],
    ["half a tag <b", "half a tag"],
    ['half a quote <a href="', "half a quote"],
    ["  many \n\t spaces\u00a0and\u200bnone\u0000 ", "many spaces and none"],
    ["<<b>b>", "<b>"],
  ])("%s", (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it("leaves text without marks as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const bare = text.replace(/[<&]/g, "");
        expect(htmlToText(bare)).toBe(singleSpaced(bare));
        expect(htmlToText(`<p class="x">${bare}</p>`)).toBe(singleSpaced(bare));
      }),
    );
  });

  it("stays fast on what would make a matcher go back and forth", () => {
    const begunMs = performance.now();
    for (const bad of ["<a '", "<a ", "<!--", '<a "', "&#", "</"]) htmlToText(bad.repeat(50_000));
    expect(performance.now() - begunMs).toBeLessThan(5000);
  });
});

describe("decodeEntities", () => {
  it.each([
    ["&#39;&#x27;&apos;&quot;", "'''\""],
    ["&eacute;&Eacute;&hellip;&nbsp;&mdash;", "éé… —"],
    ["&unknown; &amp &;", "&unknown; &amp &;"],
    ["&#0;&#xD800;&#x110000;&#9999999;", "\ufffd\ufffd\ufffd\ufffd"],
    ["&#x1F600;", "😀"],
  ])("%s", (encoded, text) => {
    expect(decodeEntities(encoded)).toBe(text);
  });
});
