import { expect, it } from "vitest";
import { isDerived } from "./forms.ts";

it.each([
  ["estonian", "estonia"],
  ["indian", "india"],
  ["egyptian", "egypt"],
  ["japanese", "japan"],
  ["congolese", "congo"],
  ["pakistani", "pakistan"],
  ["icelandic", "iceland"],
  ["nigerian", "nigeria"],
  ["nigerien", "niger"],
  ["germany", "german"],
  ["thailand", "thai"],
])("%s is derived from %s", (word, base) => {
  expect(isDerived(word, base)).toBe(true);
  expect(isDerived(base, word)).toBe(false);
});

it.each([
  ["nigeria", "niger"],
  ["nigerian", "niger"],
  ["guineabissau", "guinea"],
  ["indiana", "india"],
  ["romania", "roman"],
  ["victoria", "victor"],
  ["marseille", "mars"],
  ["malian", "mal"],
  ["constructor", "constructor"],
])("%s is not derived from %s", (word, base) => {
  expect(isDerived(word, base)).toBe(false);
});
