import { expect, it } from "vitest";
import { fakeRun } from "../../../../testing/fake-run.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { switchText } from "../../text/switchboard.ts";
import { StageSwitch } from "./StageSwitch.tsx";
import { Switchboard } from "./Switchboard.tsx";

it("a stage of the run on show is marked where another did it than is chosen", () => {
  const { container, runtime } = renderPart(
    <Switchboard />,
    fakeRun().filter(({ type }) => type !== "decision"),
  );
  const { stageTiers } = runtime.run.getState().trace;
  const marked = [...container.querySelectorAll('[class*="isOfRun"] input')].map(
    (input) => input.getAttribute("value") ?? "",
  );
  // All switches are small, as on a first visit.
  expect(marked).toEqual(Object.values(stageTiers).filter((tier) => tier === "large"));
  expect(marked.length).toBeGreaterThan(0);
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

it("says in plain words how much better or worse the large model did", () => {
  expect(switchText.points(-0.1701)).toBe("17 pts worse");
  expect(switchText.points(0.031)).toBe("3.1 pts better");
  expect(switchText.points(0.0001)).toBe("no difference");
});
