import { expect, it } from "vitest";
import { spanIn } from "./span.ts";

it.each([
  ["It lies on the Danube.", "danube", "Danube"],
  ["He was born on August 21, 1921 (aged 80).", "21 August 1921", "August 21, 1921"],
  ["It is 1,921 m high.", "921", null],
  ["Born 13 June 1980.", "13 May 1920", null],
  ["An American actor.", "United States", null],
  ["", "Danube", null],
  ["Anything.", "", null],
])("finds in %j what says %j", (text, answer, span) => {
  expect(spanIn(text, answer)).toBe(span);
});
