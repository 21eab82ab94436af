import { expect, it } from "vitest";
import { shippedFiles } from "./source-files.ts";

/** Only logs and records before version 9 need to name the library. */
const named =
  /[!=]==?\s*[`"']factbook[`"']|[`"']factbook[`"']\s*[!=]==?|(?:startsWith|test)\(\s*[`"']?context:/u;

it("no library is told from another by its id", () => {
  const found = shippedFiles().flatMap(({ path, text }) => (named.test(text) ? [path] : []));
  expect(found).toEqual([]);
});
