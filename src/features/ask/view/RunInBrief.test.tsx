import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeRun } from "../../../testing/fake-run.ts";
import { renderPart } from "../../../testing/render-app.tsx";
import { statusText as words } from "../text/run-status.ts";
import { RunInBrief } from "./RunInBrief.tsx";

it("says an example's answer, whether it is right, and what the flip changed", async () => {
  // A narrow page.
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), { matches: true, media: query }) as MediaQueryList;
  const right = fakeRun();
  const start = right.find((event) => event.type === "run-start");
  const end = right.findLast((event) => event.type === "answer");
  if (start?.type !== "run-start" || end?.type !== "answer") throw new Error("no answer");
  const { runtime } = renderPart(<RunInBrief />, right);
  expect(await screen.findByText(new RegExp(end.short, "u"))).toBeTruthy();
  act(() =>
    runtime.device.setState({
      examples: [{ id: "one", question: start.question, label: "", answers: [end.short] }],
    }),
  );
  const now = words.example(end.short, true);
  expect(screen.getByRole("button", { name: now })).toBeTruthy();
  const wrong = right.map((event) => (event.type === "answer" ? { ...event, short: "-" } : event));
  act(() => runtime.recordings.setState({ before: wrong }));
  expect(screen.getByRole("button", { name: `${now} ${words.beforeFlip(false)}` })).toBeTruthy();
});
