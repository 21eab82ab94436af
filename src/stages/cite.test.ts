import { expect, it } from "vitest";
import { fakePassage } from "../testing/fake-log.ts";
import { withoutUncarried } from "./cite.ts";

const passages = [
  fakePassage("at", "Austria", "The capital of Austria is Vienna.", 1, 1),
  fakePassage("vn", "Vienna", "Vienna lies on the Danube.", 1, 1),
];
const stripped = (text: string, short = "Danube") =>
  withoutUncarried(text, short, (mark) => passages[mark - 1] ?? null);

it("keeps the mark of a passage that has the answer, or what is said before it", () => {
  const text = "Vienna is the capital of Austria [1]. It lies on the Danube [2].";
  expect(stripped(text)).toBe(text);
});

it("takes away the mark of a passage that has neither", () => {
  expect(stripped("It won the cup in Berlin [1].", "Berlin")).toBe("It won the cup in Berlin.");
  expect(stripped("Danube [1][2].")).toBe("Danube [2].");
});

it("leaves a mark that names no passage", () => {
  expect(stripped("Berlin [3].", "Berlin")).toBe("Berlin [3].");
});
