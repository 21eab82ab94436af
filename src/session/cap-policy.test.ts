import { describe, expect, it } from "vitest";
import { createRuntime } from "../app/runtime/runtime.ts";
import type { RunEvent } from "../log/events.ts";
import type { Run, RunRequest } from "../runtime/run.ts";
import { fakeRun } from "../testing/fake-run.ts";
import { fakeServices } from "../testing/fake-services.ts";
import { capMet, raisedFor, resumeOnDevice } from "./cap-policy.ts";
import type { AtCap } from "./preferences.ts";

const met = {
  code: "spending-cap-reached" as const,
  retryable: false,
  params: { period: "question", cap: 0.01, spent: 0.008, wouldCost: 0.0041 },
};
const question = "Which river flows through Vienna?";

/** The run goes up to the summary, which the cap refuses. */
function refused(): RunEvent[] {
  const kept = fakeRun().slice(
    0,
    fakeRun().findIndex((event) => event.type === "stage-start" && event.stage === "summarise") + 1,
  );
  const [start, ...rest] = kept;
  if (start?.type !== "run-start") throw new Error("The fake run has no start.");
  const settings = {
    ...start.settings,
    plan: "large",
    solve: "small",
    summarise: "large",
  } as const;
  const at = { seq: kept.length, atMs: 1 };
  return [
    { ...start, settings },
    ...rest,
    { ...at, type: "run-end", outcome: "failed", error: met },
  ];
}

async function askedWith(atCap: AtCap) {
  const requests: Omit<RunRequest, "runId">[] = [];
  const run: Run = async function* (request) {
    requests.push(request);
    yield* requests.length === 1 ? refused() : fakeRun();
  };
  const runtime = createRuntime(fakeServices({ loadRun: async () => run }));
  runtime.settings.getState().change({ atCap });
  await runtime.ask(question);
  return { runtime, requests };
}

describe("a run that meets the cap", () => {
  it("goes on with the small model where it was chosen so, keeping what was paid for", async () => {
    const { runtime, requests } = await askedWith("degrade");
    expect(requests).toHaveLength(2);
    const { settings, resume } = requests[1] ?? {};
    expect(settings).toMatchObject({ plan: "small", solve: "small", summarise: "small" });
    const begun = refused().find(
      (event) =>
        event.type === "call-start" && event.stage === "summarise" && event.purpose === "decide",
    );
    expect(resume).toMatchObject({ cause: "cap", beforeSeq: begun?.seq });
    expect(runtime.run.getState().trace.outcome).toBe("answered");
  });

  it.each(["ask", "end"] as const)("stops there where the choice is to %s", async (atCap) => {
    const { runtime, requests } = await askedWith(atCap);
    expect(requests).toHaveLength(1);
    expect(runtime.run.getState().trace.error).toEqual(met);
  });

  it("leaves the person's own switches as they are", async () => {
    const { runtime } = await askedWith("ask");
    const before = runtime.settings.getState().run;
    await runtime.goOnSmall();
    expect(runtime.settings.getState().run).toEqual(before);
    expect(runtime.run.getState().trace.outcome).toBe("answered");
  });
});

it("is told by its end alone, and ended otherwise it is not gone on with", () => {
  expect(capMet(refused())).toEqual(met);
  expect(capMet(fakeRun())).toBeNull();
  expect(resumeOnDevice(fakeRun())).toBeNull();
});

it("raises the cap that was met to what the refused call could cost, to the cent above", () => {
  const caps = { perQuestionUsd: 0.01, perDayUsd: 5 };
  expect(raisedFor(met, caps)).toEqual({ perQuestionUsd: 0.02, perDayUsd: 5 });
  const day = { ...met, params: { ...met.params, period: "day", spent: 4.99, wouldCost: 0.02 } };
  expect(raisedFor(day, caps)).toEqual({ perQuestionUsd: 0.01, perDayUsd: 5.01 });
  expect(raisedFor({ ...met, params: {} }, caps)).toBeNull();
});
