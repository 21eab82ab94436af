import { expect, it } from "vitest";
import { askAll } from "../testing/methods/all-runs.ts";
import { homoRouter } from "./homo-router/index.ts";
import { raIsf } from "./ra-isf/index.ts";
import { slimPlm } from "./slim-plm/index.ts";

async function answersOf(method: typeof raIsf, preset: string): Promise<string[]> {
  const found = method.presets.find(({ id }) => id === preset);
  if (found === undefined) throw new RangeError(preset);
  const settings = { ...found.settings, reader: "model" as const };
  const { small, large } = await askAll(settings, { skills: false, heads: false });
  return [...small, ...large].flatMap(({ purpose, messages }) =>
    purpose === "answer" ? [messages[0]?.content ?? ""] : [],
  );
}

it.each([
  [raIsf, "ra-isf-no-skm", "what the relevant passages say. Give one answer."],
  [homoRouter, "homo-router-fixed-small", "with the help of the search results"],
] as const)("$0.id answers as its paper asks", async (method, preset, words) => {
  const asked = await answersOf(method, preset);
  expect(asked.some((text) => text.includes(words))).toBe(true);
  expect(asked.filter((text) => text.includes("as many possible answers"))).toEqual([]);
});

it("SlimPLM keeps its own", async () => {
  const asked = await answersOf(slimPlm, "slim-plm-without-rj");
  expect(asked.some((text) => text.includes("as many possible answers"))).toBe(true);
});
