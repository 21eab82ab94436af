import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeRun } from "../../../testing/fake-run.ts";
import { renderPart } from "../../../testing/render-app.tsx";
import { RunStatus } from "./RunStatus.tsx";

async function shown(question: string, skills: boolean) {
  const events = fakeRun().map((event) =>
    event.type === "run-start" ? { ...event, question, small: { ...event.small, skills } } : event,
  );
  renderPart(<RunStatus />, events);
  expect(await screen.findByText(/ouguiya/u)).toBeTruthy();
  return screen.queryByText(/only knows English/u) !== null;
}

it("says of an answer in another script that the built-in model only knows English", async () => {
  expect(await shown("ما هي عاصمة الأردن؟", true)).toBe(true);
  expect(await shown("ما هي عاصمة الأردن؟", false)).toBe(false);
  expect(await shown("What is the capital of Jordan?", true)).toBe(false);
});
