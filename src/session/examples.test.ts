import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The page takes its examples from a small file of their own; they are questions of the set. */
it("offers questions as they stand in the question set", () => {
  const set = readFileSync("public/questions/factbook.jsonl", "utf8").trim().split("\n");
  const byId = new Map(
    set.map((line) => JSON.parse(line)).map(({ id, question }) => [id, question]),
  );
  const offered = JSON.parse(readFileSync("public/questions/examples.json", "utf8"));
  expect(offered.length).toBeGreaterThan(4);
  for (const { id, question } of offered) expect([id, byId.get(id)]).toEqual([id, question]);
});
