import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { catalogue } from "./catalogue.ts";

it("reads the project's catalogue", async () => {
  const { models } = catalogue.parse(JSON.parse(await readFile("models/catalogue.json", "utf8")));
  expect(models.length).toBeGreaterThan(2);
  for (const model of models) {
    expect([model.id, model.path === null]).toEqual([model.id, model.hub !== null]);
    expect([model.id, model.files.length > 0]).toEqual([model.id, model.path !== null]);
  }
});
