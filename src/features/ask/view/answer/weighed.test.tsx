import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { considered } from "../../../../folds/considered.ts";
import type { RunEventOf } from "../../../../log/events.ts";
import { capitalHop, runOfHops, seaHop } from "../../../../testing/hops.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { consideredLine, worthText } from "../../../../ui-kit/text/worth.ts";
import { Weighed } from "./Weighed.tsx";

const small = { plan: "small", solve: "small", summarise: "small" } as const;
const weighed = {
  type: "worth",
  sure: 0.41,
  ways: [
    { id: "SSS", stages: small, expected: 0.4, usd: 0 },
    { id: "SLS", stages: { ...small, solve: "large" }, expected: 0.52, usd: 0.0001 },
    { id: "LSS", stages: { ...small, plan: "large" }, expected: 0.6, usd: 0.004 },
  ],
  chosen: "SLS",
  pointUsd: 0.05,
  learnt: { questions: 100, large: "some model" },
  totalMs: 2,
} satisfies Omit<RunEventOf<"worth">, "seq" | "atMs">;

describe("what a run weighed", () => {
  it("lists each way with its verdict, and the slider says what another price would have bought", async () => {
    const log = runOfHops([capitalHop, seaHop], "Baltic Sea");
    log.add(weighed);
    log.add({ type: "run-end", outcome: "answered", error: null });
    const { user } = renderPart(<Weighed />, log.events);
    await user.click(screen.getByText(worthText.considered));
    const worth = { ...weighed, seq: 0, atMs: 0 };
    const lines = (pointUsd: number) => considered(worth, pointUsd).map(consideredLine);
    const shown = () =>
      within(screen.getByRole("list"))
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent);
    expect(shown()).toEqual(lines(0.05));
    const slider = screen.getByRole("slider", { name: worthText.price });
    fireEvent.change(slider, { target: { value: slider.getAttribute("max") } });
    expect(slider.getAttribute("aria-valuetext")).toBe(worthText.atPrice(10));
    expect(shown()).toEqual(lines(10));
    expect(lines(10)).not.toEqual(lines(0.05));
  });
});
