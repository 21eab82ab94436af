import { describe, expect, it } from "vitest";
import { foldLedger } from "../../src/folds/ledger.ts";
import { fakeRun } from "../../src/testing/fake-run.ts";
import { loggedRun, scoreRun } from "./scored.ts";

const row = { id: "q", question: "Q?", answers: ["ouguiya"] };

describe("a scored run", () => {
  it("reads its scores, calls and recall off the log", () => {
    const supporting = [{ title: "Mauritania: Economy" }, { title: "Mali: Economy" }];
    const one = scoreRun({ ...row, supporting }, fakeRun(), 3);
    expect(one).toMatchObject({
      scores: { cover: 1, coverTokens: 1, exact: 0 },
      seconds: 3,
      largeCalls: 1,
      parseFailures: 1,
      supportRecall: 0.5,
    });
    expect(scoreRun(row, fakeRun(), 3).supportRecall).toBeNull();
  });

  it("comes back from a file that was written before readings were counted", () => {
    const { readings: _, tokens: _t, retrievals: _r, ...older } = scoreRun(row, fakeRun(), 3);
    const opened = loggedRun.parse({ ...older, events: [] });
    expect(opened).toMatchObject({ readings: 0, tokens: null, retrievals: null });
  });

  it("counts searches and tokens, and knows no sum where a call told none", () => {
    const events = fakeRun();
    const { total } = foldLedger(events);
    expect(scoreRun(row, events, 3)).toMatchObject({
      tokens: total.promptTokens + total.generatedTokens,
      retrievals: total.retrievals,
    });
    expect(total.retrievals).toBeGreaterThan(0);
    const untold = events.map((event) =>
      event.type === "call-end"
        ? { ...event, usage: { ...event.usage, generatedTokens: null } }
        : event,
    );
    expect(scoreRun(row, untold, 3).tokens).toBeNull();
  });
});
