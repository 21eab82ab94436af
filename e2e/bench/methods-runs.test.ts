import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fakeRun } from "../../src/testing/fake-run.ts";
import { fakeSettings } from "../../src/testing/fakes.ts";
import { ending, type MethodRun, MethodRuns } from "./methods-runs.ts";
import { scoreRun } from "./scored.ts";

const made = { small: "tiny", settings: fakeSettings };
const row = { id: "q1", question: "Q?", answers: ["ouguiya"] };
const run: MethodRun = {
  ...scoreRun(row, fakeRun(), 3),
  ...made,
  set: "a/b",
  method: "vanilla",
  preset: "vanilla-small",
  title: "Vanilla",
  outcome: "answered",
  error: null,
};

describe("the file of the methods' runs", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hopwise-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("knows after a new start what was run, by set, method, preset and question", async () => {
    const path = join(folder, "again.jsonl");
    const first = await MethodRuns.open(path);
    expect(first.all).toEqual([]);
    await first.add(run);
    const again = await MethodRuns.open(path);
    expect(again.all).toEqual([run]);
    expect(again.has(run, made)).toBe(true);
    for (const other of [{ id: "q2" }, { method: "m" }, { preset: "p" }, { set: "a/c" }]) {
      expect(again.has({ ...run, ...other }, made)).toBe(false);
    }
  });

  it("takes a line that was cut off the file, and goes on from the whole ones", async () => {
    const path = join(folder, "cut.jsonl");
    await (await MethodRuns.open(path)).add(run);
    await appendFile(path, '{"id":"q2","sco');
    const again = await MethodRuns.open(path);
    expect(again.all).toEqual([run]);
    await again.add({ ...run, id: "q2" });
    expect((await readFile(path, "utf8")).split("\n")).toHaveLength(3);
    expect((await MethodRuns.open(path)).all.map(({ id }) => id)).toEqual(["q1", "q2"]);
  });

  it("refuses to go on with other settings or another model, whatever their fields' order", async () => {
    const path = join(folder, "other.jsonl");
    const runs = await MethodRuns.open(path);
    await runs.add(run);
    const turned = Object.fromEntries(Object.entries(fakeSettings).toReversed());
    expect(runs.has(run, { ...made, settings: { ...fakeSettings, ...turned } })).toBe(true);
    expect(() => runs.has(run, { ...made, small: "other" })).toThrow(/another model/u);
    const settings = { ...fakeSettings, maxRounds: 1 };
    expect(() => runs.has(run, { ...made, settings })).toThrow(/other settings/u);
  });

  it("counts a failed run as one, and a stopped or cut one as none", () => {
    const events = fakeRun();
    const end = events.at(-1);
    if (end?.type !== "run-end") throw new Error("the fake run has no end");
    const error = { code: "retrieval-failed", params: {}, retryable: true } as const;
    const ended = (outcome: typeof end.outcome) =>
      ending([...events.slice(0, -1), { ...end, outcome, error }]);
    expect(ended("failed")).toEqual({ outcome: "failed", error: "retrieval-failed" });
    expect(ended("stopped")).toBeNull();
    expect(ending(events.slice(0, -1))).toBeNull();
    expect(ending(events)).toEqual({ outcome: "answered", error: null });
  });
});
