import { describe, expect, it } from "vitest";
import { foldLedger } from "../folds/ledger.ts";
import { foldTrace } from "../folds/trace.ts";
import type { RunEvent } from "../log/events.ts";
import { openLog } from "../log/file.ts";
import type { RunSettings } from "../log/types.ts";
import type { ChatRequest, SpanGuess } from "../runtime/ports.ts";
import {
  collect,
  type FakeReply,
  FakeSignal,
  fakeModel,
  fakePorts,
  fakeReader,
  fakeSettings,
} from "../testing/fakes.ts";
import { ofType, question, replying } from "../testing/methods/fake-runs.ts";
import { run } from "./registry.ts";

const guess = (text: string, probability: number): SpanGuess => ({ text, probability });
const unsure = [guess("Austria", 0.4), guess("Vienna", 0.3), guess("the capital", 0.001)];

async function askWith(
  spans: readonly SpanGuess[],
  choice: FakeReply | string,
  changes: Partial<RunSettings> = {},
): Promise<{ events: RunEvent[]; requests: ChatRequest[] }> {
  const small = fakeModel(
    "small",
    replying({
      plan: "What is the capital of Austria?",
      read: choice,
      continue: ["Q2: Which river runs through Vienna?", "Final: Danube"],
      summarise: "Danube",
    }),
  );
  const reader = fakeReader((asked) => {
    if (asked !== question && asked.startsWith("Which river")) return { span: "Danube" };
    return { span: spans[0]?.text ?? "", spans, confidence: 0.4 };
  });
  const settings: RunSettings = { ...fakeSettings, reader: "both", ...changes };
  const input = { runId: "r", question, settings };
  const events = await collect(run(input, fakePorts(small, null, reader), new FakeSignal()));
  return { events, requests: small.requests.filter(({ purpose }) => purpose === "read") };
}

const found = (events: readonly RunEvent[]) => ofType(events, "verdict")[0]?.span;

describe("the second reader", () => {
  it("chooses among the encoder's spans where that is unsure, and its choice stands", async () => {
    const { events, requests } = await askWith(unsure, "Vienna");
    expect(requests).toHaveLength(1);
    expect(requests[0]?.constraint).toEqual({
      kind: "choice",
      options: ["Austria", "Vienna", "the capital"],
    });
    expect(ofType(events, "second-reading")).toMatchObject([
      { node: "node-1", passageId: "at", choice: "Vienna", span: "Vienna" },
    ]);
    expect(ofType(events, "reading")[0]?.readings[0]?.spans).toEqual(unsure);
    expect(ofType(events, "verdict")[0]).toMatchObject({ span: "Vienna", passageId: "at" });
    expect(foldTrace(events).nodes.get("node-1")?.secondReading?.choice).toBe("Vienna");
    expect(openLog(JSON.parse(JSON.stringify(events)))).toEqual(events);
  });

  it("is one call of the small model, paid for by the step", async () => {
    const [alone, both] = await Promise.all(
      (["encoder", "both"] as const).map(async (reader) => {
        const { events } = await askWith(unsure, "Vienna", { reader });
        return foldLedger(events);
      }),
    );
    const callsOf = (ledger = alone) => ledger?.byNode.get("node-1")?.calls ?? 0;
    expect(callsOf(both)).toBe(callsOf(alone) + 1);
    expect(both?.total).toMatchObject({ largeCalls: 0, usd: 0, bytesSent: 0 });
  });

  it("does not stand where the encoder holds its choice for far less likely", async () => {
    const { events } = await askWith(unsure, "the capital");
    expect(ofType(events, "second-reading")).toMatchObject([
      { choice: "the capital", span: "Austria" },
    ]);
    expect(found(events)).toBe("Austria");
  });

  it("is weighed with what the encoder holds for likely, where it tells how likely each span is", async () => {
    const likely = { Austria: 0.45, Vienna: 0.5, "the capital": 0.05 };
    const weaker = await askWith(unsure, { text: "Vienna", choice: likely });
    expect(ofType(weaker.events, "second-reading")).toMatchObject([
      { choice: "Vienna", span: "Austria" },
    ]);
    const stronger = await askWith(unsure, {
      text: "Vienna",
      choice: { ...likely, Austria: 0.3, Vienna: 0.65 },
    });
    expect(found(stronger.events)).toBe("Vienna");
  });

  it("stands as it stood where a log is walked again, which keeps no probabilities", async () => {
    const likely = { Austria: 0.45, Vienna: 0.5, "the capital": 0.05 };
    const { events } = await askWith(unsure, { text: "Vienna", choice: likely }, { plan: "off" });
    const beforeSeq = ofType(events, "answer")[0]?.seq ?? Number.NaN;
    const small = fakeModel("small", replying({ read: "Vienna", summarise: "Danube" }));
    const settings: RunSettings = { ...fakeSettings, reader: "both", plan: "off" };
    const reader = fakeReader(() => ({ span: "Austria", spans: unsure, confidence: 0.4 }));
    const resume = { events, beforeSeq, node: ofType(events, "second-reading")[0]?.node ?? null };
    const again = await collect(
      run(
        { runId: "r2", question, settings, resume },
        fakePorts(small, null, reader),
        new FakeSignal(),
      ),
    );
    expect([events, again].map((log) => ofType(log, "answer")[0]?.short)).toEqual([
      "Austria",
      "Austria",
    ]);
  });

  it("is not asked where the encoder is sure, or has nothing to choose among", async () => {
    for (const spans of [[guess("Vienna", 0.95), guess("Austria", 0.02)], [guess("Vienna", 0.3)]]) {
      const { events, requests } = await askWith(spans, "Austria");
      expect(requests).toEqual([]);
      expect(found(events)).toBe("Vienna");
    }
  });

  it("is not asked where the encoder reads alone, and then no spans are logged", async () => {
    const { events, requests } = await askWith(unsure, "Vienna", { reader: "encoder" });
    expect(requests).toEqual([]);
    expect(ofType(events, "reading").flatMap(({ readings }) => readings)).not.toContainEqual(
      expect.objectContaining({ spans: expect.anything() }),
    );
    expect(found(events)).toBe("Austria");
  });

  it("changes nothing where it writes none of the spans, and that is counted", async () => {
    const { events } = await askWith(unsure, "Graz");
    expect(ofType(events, "parse-failure")).toMatchObject([
      { expected: "reading", resolution: "fell-back" },
    ]);
    expect(ofType(events, "second-reading")).toMatchObject([{ choice: null, span: "Austria" }]);
    expect(found(events)).toBe("Austria");
  });

  it("reads for who answers from passages without a chain, too", async () => {
    const { events } = await askWith(unsure, "Vienna", { plan: "off" });
    expect(ofType(events, "second-reading")).toMatchObject([{ choice: "Vienna" }]);
    expect(ofType(events, "answer")[0]?.short).toBe("Vienna");
  });
});
