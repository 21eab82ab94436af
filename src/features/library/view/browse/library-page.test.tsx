import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settingsPart } from "../../../../app/runtime/view-store.ts";
import { AppError } from "../../../../log/errors.ts";
import type { Passage } from "../../../../log/types.ts";
import type { LibraryReading } from "../../../../session/services.ts";
import { fakeReading } from "../../../../testing/fake-contents.ts";
import { renderApp } from "../../../../testing/render-app.tsx";
import { actions } from "../parts.ts";
// Imported here so that no test waits for the lazy part.
import "./LibraryPage.tsx";

const passages: readonly Passage[] = [
  { id: "bm/capital", title: "Burma: capital", text: "The capital of Burma is Rangoon." },
  { id: "bm/people", title: "Burma: people", text: "People: 5 (2025 est.). Births: 1 (2024)." },
  { id: "bm/people-2", title: "Burma: people", text: "Religions: many." },
  { id: "iv/capital", title: "Cote d'Ivoire: capital", text: "Yamoussoukro." },
  { id: "no/capital", title: "Norland: capital", text: "Nordby." },
];
const reading = fakeReading(passages, [
  ["Myanmar", "Burma"],
  ["Côte d'Ivoire", "Cote d'Ivoire"],
]);

beforeEach(() => {
  window.scrollTo = () => undefined;
});
afterEach(() => {
  location.hash = "";
});

async function openLibrary(at = "#library", use: LibraryReading = reading) {
  location.hash = at;
  return renderApp({ reading: async () => use });
}

const heading = (name: string) => screen.findByRole("heading", { level: 2, name });
const focused = async (name: string) => {
  const title = await heading(name);
  await waitFor(() => expect(document.activeElement).toBe(title));
};
const field = () => screen.findByRole("textbox", { name: "Find by name" });
const entries = async () =>
  within(await screen.findByRole("region", { name: "Entries" }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

describe("the library's page", () => {
  it("is reached from the question, and lists what the library holds", async () => {
    const { user } = await openLibrary("");
    await user.click(screen.getByRole("link", { name: "Knows: the countries of the world, 2025" }));
    await focused("The World Factbook");
    expect(await entries()).toEqual(["Burma", "Cote d'Ivoire", "Norland"]);
    expect(screen.getByText("3 entries").getAttribute("role")).toBe("status");
    expect(screen.getByText("also Myanmar")).toBeTruthy();
  });

  it("is reached from the palette, too", async () => {
    const app = await openLibrary("");
    actions.find(({ id }) => id === "browse-library")?.perform(app);
    expect(location.hash).toBe("#library");
    expect(await heading("The World Factbook")).toBeTruthy();
  });

  it("finds names of today and older ones, with or without accents, and opens the first", async () => {
    const { user } = await openLibrary();
    await user.type(await field(), "côte");
    await waitFor(async () => expect(await entries()).toEqual(["Cote d'Ivoire"]));
    expect(screen.getByText("1 of 3 entries")).toBeTruthy();
    await user.clear(await field());
    await user.type(await field(), "myanmar{Enter}");
    expect(location.hash).toBe("#library/bm");
    await focused("Burma");
  });

  it("says when nothing has the name, with a way back to all", async () => {
    const { user } = await openLibrary();
    await user.type(await field(), "nowhere");
    await waitFor(() => expect(screen.getByText("No entry has this name.")).toBeTruthy());
    await user.click(screen.getByRole("button", { name: "Show all" }));
    await waitFor(async () => expect(await entries()).toHaveLength(3));
  });

  it("shows an entry's facts by topic, each with its year, and the entries beside it", async () => {
    await openLibrary("#library/bm");
    await heading("Burma");
    const topics = screen.getAllByRole("heading", { level: 3 }).map((one) => one.textContent);
    expect(topics).toEqual(["capital", "people"]);
    const facts = within(screen.getByRole("article")).getAllByRole("listitem");
    expect(facts.map(({ textContent }) => textContent)).toEqual([
      "capital",
      "people",
      "The capital of Burma is Rangoon.",
      "People: 5 (2025 est.).",
      "Births: 1 (2024).",
      "Religions: many.",
    ]);
    expect(screen.getByText(/The World Factbook, a fake edition.*also Myanmar/u)).toBeTruthy();
    const beside = within(screen.getByRole("navigation", { name: "Entries beside this one" }));
    expect(beside.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Next: Cote d'Ivoire",
    ]);
  });

  it("goes back to the list at the entry that was read, with what was typed", async () => {
    const { user } = await openLibrary();
    await user.type(await field(), "nor");
    await waitFor(async () => expect(await entries()).toEqual(["Norland"]));
    await user.click(screen.getByRole("link", { name: "Norland" }));
    await heading("Norland");
    await user.click(screen.getByRole("link", { name: "All entries" }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("link", { name: "Norland" })),
    );
    expect((await field()).getAttribute("value")).toBe("nor");
  });

  it("opens at a passage, which has the focus and says that it is the one", async () => {
    const { user } = await openLibrary("#library/bm/people-2");
    await heading("Burma");
    const linked = screen.getByText("The passage you came for").parentElement;
    await waitFor(() => expect(document.activeElement).toBe(linked));
    expect(linked?.getAttribute("aria-current")).toBe("location");
    expect(linked?.textContent).toContain("Religions: many.");
    const topics = within(screen.getByRole("navigation", { name: "Topics" }));
    await user.click(topics.getByRole("link", { name: "capital" }));
    await waitFor(() =>
      expect(document.activeElement?.textContent).toContain("The capital of Burma is Rangoon."),
    );
  });

  it("says that this edition does not have a passage, and shows the entry", async () => {
    await openLibrary("#library/bm/telephones");
    expect(await screen.findByText(/is not in this edition/u)).toBeTruthy();
    await focused("Burma");
  });

  it("says that there is no such entry or library, with ways on", async () => {
    const { view, user, unmount } = await openLibrary("#library/atlantis");
    await heading("Nothing here is called “atlantis”");
    expect(screen.getByRole("link", { name: "All entries" }).getAttribute("href")).toBe("#library");
    unmount();
    expect(settingsPart(view.getState())).toBeNull();
    const other = await openLibrary("#library:none/fr");
    await heading("This page has no such library");
    expect(screen.getByRole("link", { name: "The World Factbook" })).toBeTruthy();
    // The hidden Ask view contains another one.
    const main = within(screen.getByRole("main"));
    await user.click(main.getByRole("button", { name: "Your own documents" }));
    expect(settingsPart(other.view.getState())).toBe("library");
  });

  it("says why it could not be opened, and tries again", async () => {
    let isOffline = true;
    const { user } = await openLibrary("#library/bm", {
      ...reading,
      open: async (id) => {
        if (isOffline) throw new AppError("download-failed", { file: "passages.jsonl" });
        return reading.open(id);
      },
    });
    await heading("The library could not be opened");
    expect(screen.getByText(/passages\.jsonl could not be fetched/u)).toBeTruthy();
    isOffline = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await heading("Burma")).toBeTruthy();
  });

  it("says that a library without entries has none", async () => {
    await openLibrary("#library", fakeReading([]));
    expect(await screen.findByText("This library has no entries yet.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Go to the question" })).toBeTruthy();
  });

  it("draws of a long list what is in sight", async () => {
    const many = Array.from({ length: 700 }, (_, at) => ({
      id: `e${at}/x`,
      title: `Entry ${at}`,
      text: "One.",
    }));
    await openLibrary("#library", fakeReading(many));
    expect(await screen.findByText("700 entries")).toBeTruthy();
    expect(
      (await screen.findByRole("region", { name: "Entries" })).querySelectorAll("li").length,
    ).toBeLessThan(200);
  });

  it("can be skipped to", async () => {
    const { user } = await openLibrary();
    const title = await heading("The World Factbook");
    screen.getByRole("link", { name: "Lab" }).focus();
    await user.click(screen.getByRole("link", { name: "Skip to the library" }));
    expect(document.activeElement).toBe(title);
  });
});
