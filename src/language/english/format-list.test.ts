import { expect, it } from "vitest";
import { formatList } from "./format-list.ts";

it("puts an and before the last of several", () => {
  expect(formatList([])).toBe("");
  expect(formatList(["Bosk"])).toBe("Bosk");
  expect(formatList(["Bosk", "Hevn"])).toBe("Bosk and Hevn");
  expect(formatList(["Bosk", "Hevn", "Oster"])).toBe("Bosk, Hevn and Oster");
});
