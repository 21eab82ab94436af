import { expect, it } from "vitest";
import type { RunEvent } from "../../../../log/events.ts";
import { fakeRun } from "../../../../testing/fake-run.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { StageSwitch } from "./StageSwitch.tsx";
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

it("a stage of the run on show is marked where another did it than is chosen", () => {
  const { container, runtime } = renderPart(
    <Switchboard />,
    fakeRun().filter(({ type }) => type !== "decision"),
  );
  const { stageTiers } = runtime.run.getState().trace;
  const marked = [...container.querySelectorAll('[class*="isOfRun"] input')].map(
    (input) => input.getAttribute("value") ?? "",
  );
  // The switches stand at small, as on a first visit.
  expect(marked).toEqual(Object.values(stageTiers).filter((tier) => tier === "large"));
  expect(marked.length).toBeGreaterThan(0);
  expect(container.textContent).toMatch(/this run: large, /u);
});

it("a perfect stage stands under its switch where it was measured, and nothing where not", () => {
  const measured = {
    ...{ gain: 0.01, low: -0.05, high: 0.08 },
    ...{ advice: "open" as const, settles: 900, usd: 0 },
  };
  const shown = (ceiling?: { gain: number; model: number }) => {
    const sample = { ...measured, stage: "plan" as const, ...(ceiling ? { ceiling } : {}) };
    const beside = { sample, approximate: false, elsewhere: null };
    return renderPart(<StageSwitch stage="plan" state="" canBeOff {...beside} />).container;
  };
  const perfect = shown({ gain: 0.16, model: 0.01 });
  expect(perfect.textContent).toContain("perfect: +16.0");
  expect(perfect.querySelector('[class*="isHollow"]')).not.toBeNull();
  expect(shown().textContent).not.toContain("perfect");
});
