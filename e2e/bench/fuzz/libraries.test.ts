import { expect, it } from "vitest";
import { shippedFiles } from "./source-files.ts";

/** Comparisons with a library's name, which only logs and records before version 9 need. */
const named =
  /[!=]==?\s*[`"']factbook[`"']|[`"']factbook[`"']\s*[!=]==?|(?:startsWith|test)\(\s*[`"']?context:/u;

it("no library is told from another by its id", () => {
  const found = shippedFiles().flatMap(({ path, text }) => (named.test(text) ? [path] : []));
  expect(found).toEqual([]);
});
