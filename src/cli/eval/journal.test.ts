import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { measure } from "../../evaluation/analysis/measure.ts";
import type { LabBatch } from "../../evaluation/types.ts";
import { english } from "../../language/english/english.ts";
import { noWords } from "../../language/language.ts";
import { writeRunFile } from "../../log/file.ts";
import { fakeRun } from "../../testing/fake-run.ts";
import { fakeSettings } from "../../testing/fakes.ts";
import { batchOf } from "./batch.ts";
import { Journal } from "./journal.ts";

const language = english(noWords);

const models = { small: "tiny", smallAt: null, encoder: "tiny-encoder", large: null };
const row = { id: "q1", question: "Q?", answers: ["ouguiya"] };
const asked = (id: string, settings = fakeSettings) => ({ id, title: id, settings, small: null });
const batch = (configurations = [asked("a")], set = "set", made = models) =>
  batchOf(made, { title: "t", set, rows: [row], configurations, library: "factbook" });
const result = (of: LabBatch, question = "q1") => ({
  ...measure(row, fakeRun(), language),
  batch: of.id,
  question,
  configuration: "a",
});
const log = writeRunFile(fakeRun());

describe("the journal of an evaluation", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hopwise-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("comes back as it was written, without a line that was cut off", async () => {
    const path = join(folder, "cut.jsonl");
    const first = await Journal.open(path);
    const begun = await first.goOn(batch(), ["q1"]);
    expect(begun).not.toBeNull();
    if (begun !== null) await first.keep(result(begun), log);
    await appendFile(path, '{"type":"result","res');
    const again = await Journal.open(path);
    expect(again.results).toEqual(first.results);
    expect(again.logs).toEqual(first.logs);
    if (begun !== null) await again.keep(result(begun, "q2"), log);
    expect((await readFile(path, "utf8")).split("\n")).toHaveLength(4);
    expect((await Journal.open(path)).results.map(({ question }) => question)).toEqual([
      "q1",
      "q2",
    ]);
  });

  it("tells planning from reading, and how sure it is, in what an earlier version wrote", async () => {
    const path = join(folder, "old.jsonl");
    const begun = await (await Journal.open(path)).goOn(batch(), ["q1"]);
    if (begun === null) throw new Error("not begun");
    const { rolesApart: _apart, sure: _sure, ...old } = result(begun);
    const mixed = { ...old, byStage: { ...old.byStage, plan: old.byStage.solve } };
    await appendFile(path, `${JSON.stringify({ type: "result", result: mixed, log })}\n`);
    expect((await Journal.open(path)).results).toEqual([result(begun)]);
  });

  it("takes ceilings that are asked later, with what is there already", async () => {
    const path = join(folder, "ceilings.jsonl");
    const begun = await (await Journal.open(path)).begin(batch(), ["q1"]);
    const ceilings = { configurations: [asked("OSS")], skipped: { loop: 1 } };
    const later = await (await Journal.open(path)).begin({ ...batch(), ceilings }, ["q1"]);
    expect(later).toEqual({ ...begun, ceilings });
    expect(await (await Journal.open(path)).begin(batch(), ["q1"])).toEqual(begun);
  });

  it("grows by questions, configurations and sets, each set under its first id", async () => {
    const path = join(folder, "grown.jsonl");
    const first = await Journal.open(path);
    const begun = await first.goOn(batch(), ["q1"]);
    const again = await Journal.open(path);
    const more = await again.goOn(batch([asked("b"), asked("a")]), ["q2"]);
    expect(more).toMatchObject({ id: begun?.id, configurations: [{ id: "b" }, { id: "a" }] });
    const other = await again.goOn(batch([asked("a")], "other"), ["q1"]);
    expect(other?.id).not.toBe(begun?.id);
    const { batches } = await Journal.open(path);
    expect(batches.map(({ set, questionCount }) => [set, questionCount])).toEqual([
      ["set", 2],
      ["other", 1],
    ]);
    expect(batches[0]?.configurations.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it("refuses other models and other settings under a name, whatever their fields' order", async () => {
    const journal = await Journal.open(null);
    await journal.goOn(batch(), ["q1"]);
    const turned = { ...Object.fromEntries(Object.entries(fakeSettings).toReversed()) };
    const same = asked("a", { ...fakeSettings, ...turned });
    expect(await journal.goOn(batch([same]), ["q1"])).not.toBeNull();
    const settings = { ...fakeSettings, maxRounds: 1 };
    expect(await journal.goOn(batch([asked("a", settings)]), ["q1"])).toBeNull();
    expect(await journal.goOn(batch([asked("b", settings)]), ["q1"])).not.toBeNull();
    const other = { ...models, small: "other" };
    expect(await journal.goOn(batch([asked("a")], "set", other), ["q1"])).toBeNull();
  });
});
