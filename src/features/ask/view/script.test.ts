import { expect, it } from "vitest";
import { isOtherScript } from "./script.ts";

it.each([
  ["Which sea borders Estonia?", false],
  ["Welches Meer grenzt an Estland? Ærø, Łódź", false],
  ["ما هي عاصمة الأردن؟", true],
  ["Какое море у Эстонии?", true],
  ["爱沙尼亚濒临什么海？", true],
  ["What does 爱 mean?", false],
  ["1 + 1 = ?", false],
  ["", false],
])("%s", (text, other) => {
  expect(isOtherScript(text)).toBe(other);
});
