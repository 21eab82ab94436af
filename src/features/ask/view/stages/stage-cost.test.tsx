import { expect, it } from "vitest";
import type { RunEvent } from "../../../../log/events.ts";
import { fakeRun } from "../../../../testing/fake-run.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { Switchboard } from "./Switchboard.tsx";

/** The run, all of it done by a small model of this tab or of a server. */
function doneBySmall(basis: "local" | "billed"): RunEvent[] {
  return fakeRun().map((event): RunEvent => {
    if (event.type === "call-start") return { ...event, model: { ...event.model, tier: "small" } };
    if (event.type !== "call-end") return event;
    return { ...event, cost: { usd: basis === "local" ? 0 : 0.25, basis } };
  });
}

it("a stage was done here for nothing only where it was done here", () => {
  const shown = (basis: "local" | "billed") =>
    renderPart(<Switchboard />, doneBySmall(basis)).container.textContent ?? "";
  expect(shown("local")).toMatch(/this run: free · /u);
  expect(shown("billed")).not.toContain("free");
  expect(shown("billed")).toMatch(/\$0\.[2-9]\d* · /u);
});
