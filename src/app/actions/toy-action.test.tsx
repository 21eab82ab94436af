/** Adding an action takes one object and one line: this test defines one. */
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPart } from "../../testing/render-app.tsx";
import { HelpDialog } from "../header/HelpDialog.tsx";
import { Commands } from "../palette/Commands.tsx";
import { action } from "../runtime/action.ts";
import { isOpen } from "../runtime/view-store.ts";
import { findActions } from "./find-actions.ts";
import { actions, allActions } from "./list.ts";

let waved = 0;

actions.add(
  action({
    id: "toy-wave",
    title: "Wave",
    also: "greet hello",
    key: "w",
    isPossible: ({ view }) => !isOpen(view.getState(), "other"),
    perform: () => {
      waved += 1;
    },
    outcome: () => "Waved.",
  }),
);

it("is found in the palette by its title and by its other words", () => {
  const titles = (typed: string) => findActions(allActions(), typed).map(({ title }) => title);
  expect(titles("wave")).toEqual(["Wave"]);
  expect(titles("greet")).toEqual(["Wave"]);
});

it("is done by its key where it is possible, and says so", () => {
  const { view } = renderPart(<Commands />);
  fireEvent.keyDown(document.body, { key: "w" });
  expect(waved).toBe(1);
  expect(screen.getByRole("status").textContent).toBe("Waved.");
  act(() => view.getState().open("other"));
  fireEvent.keyDown(document.body, { key: "w" });
  expect(waved).toBe(1);
});

it("has its key in the help", () => {
  const { view } = renderPart(<HelpDialog />);
  act(() => view.getState().open("help"));
  expect(screen.getByText("Wave")).toBeTruthy();
});
