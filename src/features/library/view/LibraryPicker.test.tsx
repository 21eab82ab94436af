import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { settingsPart } from "../../../app/runtime/view-store.ts";
import { renderPart } from "../../../testing/render-app.tsx";
import { LibraryPicker } from "./LibraryPicker.tsx";

it("names the service that every search goes to, in place of what the library knows", async () => {
  const { runtime, view, user } = renderPart(<LibraryPicker />);
  const { settings } = runtime;
  expect(screen.getByRole("link", { name: /^Knows: /u })).toBeTruthy();
  const tool = {
    kind: "brave",
    id: "mine",
    title: "Brave Search",
    usdPerThousand: 3,
    address: "https://search.example",
  };
  act(() => settings.getState().change({ tools: [tool] }));
  expect(screen.getByRole("link", { name: /^Knows: /u })).toBeTruthy();
  const { run } = settings.getState();
  act(() => settings.getState().changeRun({ ...run, source: { choice: "fixed", tool: "mine" } }));
  expect(screen.queryByRole("link")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Looks up in Brave Search" }));
  expect(settingsPart(view.getState())).toBe("tools");
  act(() => settings.getState().changeRun({ ...run, source: { choice: "fixed", tool: "bm25" } }));
  expect(screen.getByRole("link", { name: /^Knows: /u })).toBeTruthy();
});
