import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Ceiling } from "../../../../evaluation/types.ts";
import { CeilingLine, CeilingList } from "./CeilingLine.tsx";

afterEach(cleanup);

const gain = { mean: 0.161, low: 0.061, high: 0.265, n: 60 };
const ceilings: Ceiling[] = [
  { stage: "plan", gain, model: { mean: -0.014, low: -0.1, high: 0.1, n: 60 } },
  { stage: "solve", gain, model: null },
];

it("says what a perfect stage would bring beside this model, with a hollow mark", () => {
  const { container } = render(<CeilingLine ceilings={ceilings} stage="plan" />);
  expect(container.textContent).toBe(
    "A perfect planner: +16.1; this model: −1.4 (95 % interval of the perfect one +6.1 to +26.5, 60 questions).",
  );
  expect(container.querySelector("circle")).not.toBeNull();
});

it("says nothing of a stage that was not tried, and of no model that was not asked", () => {
  const { container } = render(<CeilingLine ceilings={ceilings} stage="summarise" />);
  expect(container.innerHTML).toBe("");
  const { container: list } = render(<CeilingList ceilings={ceilings} />);
  expect(list.textContent).toContain("A perfect reader: +16.1 (95 %");
  expect(render(<CeilingList ceilings={[]} />).container.innerHTML).toBe("");
});
