/** Runs the command as a user types it, with the real models. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { foldTrace } from "../folds/trace.ts";
import { openRunFile } from "../log/file.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hopwise-"));
});
afterAll(() => rm(folder, { recursive: true }));

function ask(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      "npx",
      ["tsx", "src/cli/ask.ts", ...args],
      { maxBuffer: 64e6 },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
      },
    );
  });
}

it("answers from the Factbook with sources on standard output", async () => {
  const { code, stdout, stderr } = await ask(
    "Which sea borders the country whose capital is Tallinn?",
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+ % sure\.\nBaltic Sea/u);
  expect(stdout).toContain("[1] Estonia: capital");
  expect(stderr).toContain("0 large");
});

it("finds a country that the Factbook calls by an older name", async () => {
  const { stdout } = await ask("Which countries border both Laos and Myanmar?");
  // The planner's text varies with int8 arithmetic; passages do not.
  expect(stdout).toContain("Burma: location");
});

it("answers from a corpus of one's own, and prints the whole run as JSON", async () => {
  const corpus = join(folder, "ships.jsonl");
  const lines = [
    { id: "1", title: "Bluebell", text: "The Bluebell is a ship. It was built by Ada Lund." },
    { id: "2", title: "Ada Lund", text: "Ada Lund was born in Bergen." },
  ];
  await writeFile(corpus, [...lines.map((line) => JSON.stringify(line)), "not JSON"].join("\n"));
  const { code, stdout, stderr } = await ask(
    "Who built the ship Bluebell?",
    "--library",
    corpus,
    "--json",
  );
  expect(code).toBe(0);
  expect(stderr).toContain("Line 3: it is not JSON");
  const trace = foldTrace(openRunFile(stdout));
  expect(trace.outcome).toBe("answered");
  expect([...trace.passages.keys()].every((id) => ["1", "2"].includes(id))).toBe(true);
});

it("says what is wrong and how to go on", async () => {
  const empty = await ask("");
  expect(empty).toMatchObject({ code: 2, stdout: "" });
  expect(empty.stderr).toContain("There is no question yet");
  const missing = await ask("q", "--library", join(folder, "nowhere.jsonl"));
  expect(missing.code).not.toBe(0);
  expect(missing.stderr).toContain("The library is not there");
  const large = await ask("q", "--plan", "large", "--quiet");
  expect(large.code).toBe(1);
  expect(large.stderr).toMatch(/large model/iu);
  expect((await ask("q", "--plan", "huge")).stderr).toContain("--plan");
});
