import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { RunEvent } from "../../../log/events.ts";
import { fakeRun } from "../../../testing/fake-run.ts";
import { renderPart } from "../../../testing/render-app.tsx";
import { Meter } from "./Meter.tsx";

/** The same run by a large model whose price nobody knows. */
const unpriced = fakeRun().map((event): RunEvent => {
  if (event.type === "run-start" && event.large !== null) {
    return { ...event, large: { ...event.large, price: null } };
  }
  if (event.type !== "call-end" || event.cost.usd === 0) return event;
  return { ...event, cost: { ...event.cost, usd: null } };
});

it("leads from a cost that is not known to where a price is set", async () => {
  const { view } = renderPart(<Meter />, unpriced);
  expect(screen.getByText("—")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Set its price" }));
  expect(view.getState().settings).toBe("large");
});

it("asks for no price where every cost is known", () => {
  renderPart(<Meter />, fakeRun());
  expect(screen.queryByRole("button", { name: "Set its price" })).toBeNull();
});
