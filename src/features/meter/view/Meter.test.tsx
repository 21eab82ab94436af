import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { settingsPart } from "../../../app/runtime/view-store.ts";
import type { RunEvent } from "../../../log/events.ts";
import { fakeRun } from "../../../testing/fake-run.ts";
import { renderPart } from "../../../testing/render-app.tsx";
import { bytes } from "../../../ui-kit/text/format.ts";
import { text } from "../../../ui-kit/text/page.ts";
import { Meter } from "./Meter.tsx";

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
  expect(settingsPart(view.getState())).toBe("large");
});

it("asks for no price where every cost is known", () => {
  renderPart(<Meter />, fakeRun());
  expect(screen.queryByRole("button", { name: "Set its price" })).toBeNull();
});

it("says of a server that refused that nothing was charged, not that it is free", () => {
  const events = fakeRun();
  const at = events.findIndex((event) => event.type === "call-end" && event.cost.usd !== 0);
  const start = events.findLast(
    (event, index) => index < at && event.type === "call-start" && event.model.tier === "large",
  );
  const end = events[at];
  if (start?.type !== "call-start" || end?.type !== "call-end") throw new Error("no large call");
  const { type: _type, output: _output, finish: _finish, ...rest } = end;
  const refused = {
    ...rest,
    type: "call-error",
    cost: { ...end.cost, usd: 0 },
    error: { code: "remote-unauthorised", retryable: false, params: { charged: false } },
  };
  const { unmount } = renderPart(<Meter />, [...events.slice(0, at), refused as RunEvent]);
  expect(screen.getByText(text.meter.uncharged)).toBeTruthy();
  expect(screen.queryByText(text.meter.free)).toBeNull();
  unmount();
});

it("says of a recorded run that its bytes were sent when it was recorded", () => {
  const { runtime } = renderPart(<Meter />, fakeRun());
  const size = bytes(runtime.run.getState().ledger.total.bytesSent);
  expect(screen.getByText(text.meter.sent(size))).toBeTruthy();
  act(() => runtime.history.setState({ origin: "recorded" }));
  expect(screen.getByText(text.meter.sentThen(size))).toBeTruthy();
});
