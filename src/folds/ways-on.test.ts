import { describe, expect, it } from "vitest";
import type { RunEvent } from "../log/events.ts";
import { capitalHop, type Hop, runOfHops, seaHop } from "../testing/hops.ts";
import { foldTrace } from "./trace.ts";
import { type Features, featuresOf } from "./verifier/features.ts";
import { waysOn } from "./ways-on.ts";

const unsolved: Hop = { ...seaHop, answer: null, verdict: "unsolved", noAnswer: 0.99 };
const found = runOfHops([capitalHop, seaHop], "Baltic Sea").events;
const partly = runOfHops([capitalHop, unsolved], "North Sea").events;

function ways(
  events: readonly RunEvent[],
  { sure, ...changes }: { sure: number | null } & Partial<Features>,
): string[] {
  const trace = foldTrace(allSmall(events));
  const features = featuresOf(trace);
  const told = features === null ? null : { ...features, ...changes };
  return waysOn(trace, told, sure).map((way) => {
    if (way.kind === "large") return `large ${way.stage ?? "all"}`;
    return way.kind === "step" ? `step ${way.step.number}` : way.kind;
  });
}

function allSmall(
  events: readonly RunEvent[],
  tiers: object = { plan: "small", solve: "small", summarise: "small" },
): RunEvent[] {
  return events.map((event) =>
    event.type === "run-start"
      ? { ...event, settings: { ...event.settings, ...tiers } as typeof event.settings }
      : event,
  );
}

describe("the ways on", () => {
  it("are none where the answer stands, or may", () => {
    expect(ways(found, { sure: 0.9 })).toEqual([]);
    expect(ways(found, { sure: 0.5 })).toEqual([]);
    expect(ways(found, { sure: null })).toEqual([]);
    expect(ways(found.slice(0, -1), { sure: null })).toEqual([]);
  });

  it("begin elsewhere where a name of the question stands in nothing that was read", () => {
    const order = ["elsewhere", "document", "large plan"];
    expect(ways(partly, { sure: 0.1, namesFound: 0.5 })).toEqual(order);
    expect(ways(found, { sure: 0.1, namesFound: 0.5 }).slice(0, 3)).toEqual(order);
  });

  it("begin with another plan where all names are there and a step was not found", () => {
    const order = ["large plan", "step 2", "elsewhere", "document"];
    expect(ways(partly, { sure: 0.1, namesFound: 1 })).toEqual(order);
  });

  it("begin with the large model's conclusion where all was found but the readers were unsure", () => {
    const unsure = { sure: 0.2, namesFound: 1, readersAgree: 0 };
    expect(ways(found, unsure)[0]).toBe("large summarise");
    const weak = runOfHops([{ ...capitalHop, relevance: 0.4 }, seaHop], "Baltic Sea").events;
    expect(ways(weak, unsure).slice(0, 2)).toEqual(["large summarise", "step 1"]);
  });

  it("plan anew where the chain strayed from the question", () => {
    const strayed = runOfHops(
      [capitalHop, seaHop, { ...seaHop, query: "Who won?", answer: "Gulf of Finland" }],
      "Baltic Sea",
    ).events;
    expect(ways(strayed, { sure: 0.1 }).slice(0, 2)).toEqual(["large plan", "step 3"]);
  });

  it("go through what was looked up nowhere, and ask no large model that was asked", () => {
    const outside = runOfHops([{ ...capitalHop, noAnswer: 0.99 }], "Estonia", "Who won the cup?");
    expect(ways(outside.events, { sure: 0.02 })).toEqual(["elsewhere", "document", "large all"]);
    const tiers = { plan: "large", solve: "large", summarise: "large" };
    const trace = foldTrace(allSmall(outside.events, tiers));
    expect(waysOn(trace, null, null).map(({ kind }) => kind)).toEqual(["elsewhere", "document"]);
  });
});
