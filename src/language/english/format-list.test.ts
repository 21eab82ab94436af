import { expect, it } from "vitest";
import { listed } from "./format-list.ts";

it("puts an and before the last of several", () => {
  expect(listed([])).toBe("");
  expect(listed(["Bosk"])).toBe("Bosk");
  expect(listed(["Bosk", "Hevn"])).toBe("Bosk and Hevn");
  expect(listed(["Bosk", "Hevn", "Oster"])).toBe("Bosk, Hevn and Oster");
});
