import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { methods } from "../../src/methods/index.ts";

const rows = readFileSync("docs/methods.md", "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter((cells) => /^`[a-z-]+`$/u.test(cells[1] ?? ""));

it("has a row for every method, with all its presets, in the order of the page", () => {
  const listed = rows.map(([, id, , presets]) => [id, presets]);
  const code = (id: string) => `\`${id}\``;
  expect(listed).toEqual(
    methods.all.map(({ id, presets }) => [
      code(id),
      presets.map((preset) => code(preset.id)).join(", "),
    ]),
  );
});
