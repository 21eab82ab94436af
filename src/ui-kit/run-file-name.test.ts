import { expect, it } from "vitest";
import { runFileName } from "./run-file-name.ts";

it.each([
  ["What is the capital of Côte d'Ivoire?", "hopwise-what-is-the-capital-of-côte-d-ivoire"],
  ["../../etc/passwd", "hopwise-etc-passwd"],
  ["", "hopwise"],
  ["x".repeat(2000), "hopwise"],
])("names the files of %j", (question, name) => {
  expect(runFileName(question)).toBe(name);
});

it("ends at a word, not too late", () => {
  const name = runFileName("one two three four ".repeat(20));
  expect(name.length).toBeLessThanOrEqual(72);
  expect(name).toMatch(/-(?:one|two|three|four)$/u);
});
