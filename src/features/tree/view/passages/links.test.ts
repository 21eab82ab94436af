import { expect, it } from "vitest";
import { linksIn } from "./links.ts";

it.each([
  [
    "See https://example.org/a_(b), or http://example.org.",
    ["https://example.org/a_(b)", "http://example.org/"],
  ],
  ["[Bluebell](https://nowhere.example/x).", ["https://nowhere.example/x"]],
  ["twice https://a.example and https://a.example", ["https://a.example/"]],
  ["javascript:alert(1) data:text/html,x file:///etc/passwd ftp://a.example", []],
  ["https://bank.example@evil.example/", []],
  ["https://", []],
  ["no address", []],
])("finds the addresses in %j", (text, links) => {
  expect(linksIn(text)).toEqual(links);
});

it("tells hosts of look-alike letters and turned text for what they are", () => {
  expect(linksIn("https://аpple.example/")).toEqual(["https://xn--pple-43d.example/"]);
  expect(linksIn("https://a.example/\u202Egpj.exe")).toEqual([
    "https://a.example/%E2%80%AEgpj.exe",
  ]);
});

it("offers so many and no more", () => {
  const text = Array.from({ length: 50 }, (_, index) => `https://a.example/${index}`).join(" ");
  expect(linksIn(text)).toHaveLength(20);
});
