/** Adding a feature takes one object and one line: this one is in no product list. */
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { renderApp } from "../testing/render-app.tsx";
import { Dialog, useDialog } from "../ui-kit/Dialog.tsx";
import { allActions } from "./actions/list.ts";
import { loadFeatures } from "./lazy/feature-parts.ts";
import { action } from "./runtime/action.ts";
import { features } from "./runtime/features.ts";

features.add({
  id: "toys",
  page: { name: "Toys", skip: "Skip to the toys", opening: "Opening the toys…" },
  buttons: { kind: "toy", labels: { menu: "A toy" } },
  load: async () => ({
    page:
      async () =>
      ({ at }) => <h2>The toys at {at}</h2>,
    dialogs: {
      toy: async () => () => (
        <Dialog {...useDialog("toy")} title="A toy">
          Squeak.
        </Dialog>
      ),
    },
    actions: [
      action({
        id: "toy-squeak",
        title: "Squeak",
        perform: ({ view }) => view.getState().open("toy"),
      }),
    ],
  }),
});

beforeEach(loadFeatures);
afterEach(() => {
  cleanup();
  location.hash = "";
});

it("has its page at its address, with a link in the header", async () => {
  const { user } = await renderApp();
  await user.click(screen.getByRole("link", { name: "Toys" }));
  act(() => void dispatchEvent(new HashChangeEvent("hashchange")));
  expect(await screen.findByRole("heading", { name: "The toys at #toys" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Toys" }).getAttribute("aria-current")).toBe("page");
  expect(screen.getByRole("link", { name: "Skip to the toys" })).toBeTruthy();
});

it("has its dialog behind a button in the menu", async () => {
  const { user } = await renderApp();
  await user.click(screen.getByRole("button", { name: "Menu" }));
  await user.click(screen.getByRole("button", { name: "A toy" }));
  expect(await screen.findByText("Squeak.")).toBeTruthy();
});

it("has its action in the palette", async () => {
  const { view, runtime } = await renderApp();
  const squeak = allActions().find(({ id }) => id === "toy-squeak");
  act(() => squeak?.perform({ view, runtime }));
  expect(await screen.findByText("Squeak.")).toBeTruthy();
});
