import { expect, it } from "vitest";
import { byPath } from "./by-path.ts";

it("keeps names of pages on one origin apart, and a page's names together", () => {
  expect(byPath("hopwise", "/")).toBe("hopwise");
  expect(byPath("hopwise", "/one/")).not.toBe(byPath("hopwise", "/two/"));
  const prefix = byPath("hopwise-", "/one/");
  expect(byPath("hopwise-run:1", "/one/").startsWith(prefix)).toBe(true);
  expect(byPath("hopwise-run:1", "/").startsWith(prefix)).toBe(false);
  expect(byPath("hopwise-run:1", "/one/").startsWith(byPath("hopwise-", "/"))).toBe(false);
});
