import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { counterfactuals } from "../../folds/counterfactual.ts";
import { foldLedger } from "../../folds/ledger.ts";
import { foldTrace } from "../../folds/trace.ts";
import { AppError } from "../../log/errors.ts";
import { openLog } from "../../log/file.ts";
import {
  collect,
  FakeSignal,
  fakeModel,
  fakePorts,
  fakePrice,
  fakeSettings,
} from "../../testing/fakes.ts";
import { ask, completing, ofType, question, replying } from "../../testing/methods/fake-runs.ts";
import { run } from "../registry.ts";

describe("the log", () => {
  it("ends in exactly one run-end, opens again, and gives the same ledger to the last digit", async () => {
    const events = await ask(fakeModel("small", completing()));
    expect(ofType(events, "run-end")).toHaveLength(1);
    const reopened = openLog(JSON.parse(JSON.stringify(events)));
    expect(reopened).toEqual(events);
    expect(foldLedger(reopened)).toEqual(foldLedger(events));
  });

  it("renders every prefix", async () => {
    const events = await ask(fakeModel("small", completing()));
    for (let length = 0; length <= events.length; length += 1) {
      const prefix = events.slice(0, length);
      const trace = foldTrace(prefix);
      expect(trace.outcome === "running").toBe(length < events.length);
      const ledger = foldLedger(prefix);
      counterfactuals(ledger, fakePrice);
    }
  });

  it("stops within a token, keeps what came, and says so", async () => {
    const signal = new FakeSignal();
    const script = completing();
    const small = fakeModel("small", (request) => {
      if (request.purpose === "read") signal.aborted = true;
      return script(request);
    });
    const events = await ask(small, {}, null, signal);
    expect(events.at(-1)).toMatchObject({ type: "run-end", outcome: "stopped" });
    expect(ofType(events, "call-error")[0]?.error.code).toBe("stopped");
    expect(foldTrace(events).nodes.size).toBe(1);
  });

  it("keeps the trace when a call breaks, and goes on from that node with another model", async () => {
    const script = completing();
    const broken = fakeModel("small", (request) =>
      request.purpose === "read"
        ? { text: "Vie", error: new AppError("worker-killed", {}, { retryable: true }) }
        : script(request),
    );
    const failed = await ask(broken);
    expect(failed.at(-1)).toMatchObject({ outcome: "failed", error: { code: "worker-killed" } });
    const at = failed.findIndex((event) => event.type === "node-start");
    const mended = await collect(
      run(
        {
          runId: "r2",
          question,
          settings: fakeSettings,
          resume: { events: failed, beforeSeq: at, node: "node-1" },
        },
        fakePorts(fakeModel("small", completing())),
        new FakeSignal(),
      ),
    );
    expect(mended.at(-1)).toMatchObject({ type: "run-end", outcome: "answered" });
    expect(mended[0]).toMatchObject({ runId: "r2", continues: { runId: "r", beforeSeq: at } });
    expect(ofType(mended, "call-start").filter((e) => e.purpose === "plan")).toHaveLength(1);
    expect(openLog(JSON.parse(JSON.stringify(mended)))).toEqual(mended);
  });

  it("does not forget what a repeated step had cost", async () => {
    const large = () => fakeModel("large", replying({ plan: "[Unsolved Query]: What is X?" }));
    const events = await ask(fakeModel("small", completing()), { plan: "large" }, large());
    const spent = foldLedger(events).total;
    const resume = { events, beforeSeq: 1, node: null };
    const request = {
      runId: "r2",
      question,
      settings: { ...fakeSettings, plan: "large" as const },
      resume,
    };
    const ports = fakePorts(fakeModel("small", completing()), large());
    const again = await collect(run(request, ports, new FakeSignal()));
    const both = foldLedger(openLog(JSON.parse(JSON.stringify(again)))).total;
    expect(both.largeCalls).toBe(2);
    expect(both.usd).toBeCloseTo(2 * spent.usd, 12);
    expect(both.bytesSent).toBe(2 * spent.bytesSent);
  });

  it("survives any model output: one run-end, no endless loop", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "binary", maxLength: 80 }), { minLength: 1 }),
        async (texts) => {
          let index = 0;
          const events = await ask(fakeModel("small", () => texts[index++ % texts.length] ?? ""));
          expect(ofType(events, "run-end")).toHaveLength(1);
          expect(events.at(-1)).toMatchObject({ outcome: "answered" });
          openLog(JSON.parse(JSON.stringify(events)));
        },
      ),
      { numRuns: 200 },
    );
  });
});
