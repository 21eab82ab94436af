import { expect, it } from "vitest";
import { foldTrace } from "../../folds/trace.ts";
import { english } from "../../language/english/english.ts";
import { noWords } from "../../language/language.ts";
import { byMetric } from "../types.ts";
import { isByLuck, restsOnWrongKind } from "./luck.ts";

const right = { metrics: byMetric(() => 1), searches: 2 };

it("is luck to be right with nothing found, or from a value of the wrong kind", () => {
  expect(isByLuck({ ...right, found: "not-in-library" })).toBe(true);
  expect(isByLuck({ ...right, found: "found", wrongKind: true })).toBe(true);
});

it("is none to be right where it was found, to answer from memory, or to be wrong", () => {
  expect(isByLuck({ ...right, found: "found" })).toBe(false);
  expect(isByLuck({ ...right, found: "partly-found" })).toBe(false);
  expect(isByLuck({ ...right, searches: 0, found: "not-in-library" })).toBe(false);
  expect(isByLuck({ ...right, metrics: byMetric(() => 0), found: "not-in-library" })).toBe(false);
});

it("knows no wrong kind of a run without steps", () => {
  expect(restsOnWrongKind(foldTrace([]), english(noWords))).toBe(false);
});
