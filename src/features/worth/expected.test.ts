import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readActionPolicy } from "../../evaluation/policy/policy.ts";
import { foldTrace } from "../../folds/trace.ts";
import { surenessOf } from "../../folds/verifier/verifier.ts";
import type { RunEventOf } from "../../log/events.ts";
import type { RunSettings } from "../../log/types.ts";
import { capitalHop, runOfHops, seaHop } from "../../testing/hops.ts";
import { expectedOf } from "./expected.ts";

const policy = readActionPolicy(readFileSync("public/examples/where-it-pays.json", "utf8"));
const { small } = policy.answerers;
const allSmall = { plan: "small", solve: "small", summarise: "small" } as const;

function traceOf(settings: Partial<RunSettings> = allSmall, model = small) {
  const log = runOfHops([capitalHop, seaHop], "Baltic Sea");
  log.add({ type: "run-end", outcome: "answered", error: null });
  return foldTrace(
    log.events.map((event) => (event.type === "run-start" ? started(event) : event)),
  );

  function started(event: RunEventOf<"run-start">): RunEventOf<"run-start"> {
    return {
      ...event,
      small: { ...event.small, model },
      settings: { ...event.settings, ...settings },
    };
  }
}

describe("what giving more to the large model is expected to bring", () => {
  it("is told of a run by the small model alone: as it is, for each stage, and for all", async () => {
    const trace = traceOf();
    const told = await expectedOf(policy, trace);
    const { sureness } = policy.models;
    if (sureness === null || told === null) throw new Error("by how sure the run is");
    const sure = Math.min(1 - 1e-3, Math.max(1e-3, surenessOf(trace) ?? 0));
    const line = (id: string) => {
      const at = policy.actions.findIndex((action) => action.id === id);
      const score =
        (sureness.intercepts[at] ?? 0) + (sureness.slopes[at] ?? 0) * Math.log(sure / (1 - sure));
      return 1 / (1 + Math.exp(-score));
    };
    expect(told.now).toBeCloseTo(line("SSS"), 6);
    expect(told.by("plan")).toBeCloseTo(line("LSS"), 6);
    expect(told.by("solve")).toBeCloseTo(line("SLS"), 6);
    expect(told.by("summarise")).toBeCloseTo(line("SSL"), 6);
    expect(told.by(null)).toBeCloseTo(line("LLL"), 6);
  });

  it.each<[string, Parameters<typeof traceOf>]>([
    ["where the large model did a stage", [{ ...allSmall, solve: "large" }]],
    ["without a plan", [{ ...allSmall, plan: "off" }]],
    ["of another method", [{ ...allSmall, method: "ra-isf" }]],
    ["of another small model", [allSmall, "another"]],
  ])("is not told %s", async (_, asked) => {
    expect(await expectedOf(policy, traceOf(...asked))).toBeNull();
  });
});
