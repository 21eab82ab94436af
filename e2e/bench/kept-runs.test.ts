import { describe, expect, it } from "vitest";
import { batchOf } from "../../src/cli/eval/batch.ts";
import { Journal } from "../../src/cli/eval/journal.ts";
import { measure } from "../../src/evaluation/analysis/measure.ts";
import { foldLedger } from "../../src/folds/ledger.ts";
import { english } from "../../src/language/english/english.ts";
import { noWords } from "../../src/language/language.ts";
import { writeRunFile } from "../../src/log/file.ts";
import { fakeRun } from "../../src/testing/fake-run.ts";
import { fakeSettings } from "../../src/testing/fakes.ts";
import { fakeKept } from "./fake-kept.ts";
import { keptConfigurations, scoreOf } from "./kept-runs.ts";

const language = english(noWords);

describe("kept runs", () => {
  it("tell by their log what the result does not: readings, and how long it took in all", async () => {
    const journal = await Journal.open(null);
    const row = { id: "q1", question: "Q?", answers: ["ouguiya"] };
    const models = { small: "tiny", encoder: "tiny-encoder", smallAt: null, large: null };
    const configurations = ["a", "b"].map((id) => ({
      id,
      title: id,
      settings: fakeSettings,
      small: null,
    }));
    const asked = { title: "t", set: "s", rows: [row], configurations, library: "factbook" };
    const batch = await journal.goOn(batchOf(models, asked), ["q1"]);
    const events = fakeRun();
    const belongs = { batch: batch?.id ?? "", question: "q1", configuration: "a" };
    await journal.keep({ ...measure(row, events, language), ...belongs }, writeRunFile(events));
    const kept = keptConfigurations(journal);
    expect(kept.map(({ configuration }) => configuration.id)).toEqual(["a"]);
    const [run] = kept[0]?.runs ?? [];
    const { readings } = foldLedger(events).total;
    const tookMs = (events.at(-1)?.atMs ?? 0) - (events[0]?.atMs ?? 0);
    expect(run).toMatchObject({ readings, seconds: tookMs / 1000, result: belongs });
    expect(run && scoreOf(run, "coverEmTokens")).toBe(1);
  });

  it("are wrong where they gave no answer", () => {
    expect(scoreOf(fakeKept({ outcome: "failed", error: "internal" }), "em")).toBe(0);
  });
});
