import { expect, it } from "vitest";
import { shippedFiles } from "./source-files.ts";

/** A library by its name: only logs and records of before version 9 are told apart by it. */
const named =
  /[!=]==?\s*[`"']factbook[`"']|[`"']factbook[`"']\s*[!=]==?|(?:startsWith|test)\(\s*[`"']?context:/u;

it("no library is told from another by its id", () => {
  const found = shippedFiles().flatMap(({ path, text }) => (named.test(text) ? [path] : []));
  expect(found).toEqual([]);
});
