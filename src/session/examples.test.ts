import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("offers questions as they stand in the question set", () => {
  const set = readFileSync("public/questions/factbook.jsonl", "utf8").trim().split("\n");
  const byId = new Map(set.map((line) => JSON.parse(line)).map((row) => [row.id, row]));
  const offered = JSON.parse(readFileSync("public/questions/examples.json", "utf8"));
  expect(offered.length).toBeGreaterThan(4);
  for (const { id, question, answers } of offered) {
    expect(byId.get(id)).toMatchObject({ question, answers });
  }
});
