import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readArguments } from "./arguments.ts";

const folder = mkdtempSync(join(tmpdir(), "hopwise-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(value: unknown): string {
  const path = join(folder, "prompts.json");
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  return path;
}

const nothing = { heads: true, large: true, tools: [], routerTools: null };
const settingsOf = (...argv: string[]) => readArguments(["q", ...argv]).settings(nothing);
const prompts = { heuristic: ["Be brief.", "{{question}}"] };

it("takes changed prompts, from their own file and from saved settings", () => {
  expect(settingsOf("--prompts", file(prompts)).prompts).toEqual(prompts);
  const saved = { format: "hopwise-settings", version: 1, preferences: { run: { prompts } } };
  expect(settingsOf("--prompts", file(saved)).prompts).toEqual(prompts);
  expect(settingsOf()).not.toHaveProperty("prompts");
});

it("refuses a file that could not be sent, and says why", () => {
  const refused = (value: unknown) => () => settingsOf("--prompts", file(value));
  expect(refused("not JSON")).toThrow(/--prompts/u);
  expect(refused({ heuristic: "text" })).toThrow(/text of each message/u);
  expect(refused({ heuristic: ["Be brief.", "no place"] })).toThrow(
    /place-missing \{\{question\}\}/u,
  );
  expect(refused({ elsewhere: ["a"] })).toThrow(/"elsewhere" cannot be sent: unknown/u);
});

it("takes what may leave", () => {
  expect(settingsOf("--privacy", "no-findings").privacy).toBe("no-findings");
  expect(() => readArguments(["q", "--privacy", "some"])).toThrow(/--privacy/u);
});
