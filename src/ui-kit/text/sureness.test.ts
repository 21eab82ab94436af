import { expect, it } from "vitest";
import { surenessText as words } from "./sureness.ts";

it.each([
  [0.816, "82 % sure", "about 82 of 100"],
  [0.95, "95 % sure", "about 95 of 100"],
  [0.951, "over 95 % sure", "more than 95 of 100"],
  [0.9999, "over 95 % sure", "more than 95 of 100"],
  [0.05, "5 % sure", "about 5 of 100"],
  [0.0499, "under 5 % sure", "fewer than 5 of 100"],
  [0.0001, "under 5 % sure", "fewer than 5 of 100"],
])("%d is told as %s, never as certain", (sure, figure, means) => {
  expect(words.figure(sure)).toBe(figure);
  expect(words.means(sure)).toContain(means);
});

it("says beside the figure that a found answer is doubted", () => {
  expect(words.line("found", 0.8)).toBe("80 % sure");
  expect(words.line("may-be-right", 0.55)).toBe("May be right: 55 % sure");
  expect(words.line("doubtful", 0.2)).toBe("Low confidence (20 %). Check the source");
  expect(words.line("partly-found", 0.2)).toBe("20 % sure");
  expect(words.line(null, 0.2)).toBe("20 % sure");
});
