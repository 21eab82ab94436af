import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { memoryLibraries } from "../../../../testing/fake-libraries.ts";
import { FakeLog, fakePassage } from "../../../../testing/fake-log.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { PassagePlace } from "./PassagePlace.tsx";

const text = "Before it. <b>The</b> ship [Bluebell](https://nowhere.example). Behind it.";
const place = { document: "ferries.pdf", page: 2, from: 11, to: 62 };
const passage = { ...fakePassage("d1/4", "ferries", "The ship.", 1, 1), place };

async function shown(kept: boolean) {
  const log = new FakeLog();
  log.start("Which ship?");
  const libraries = memoryLibraries();
  const record = {
    library: "l",
    id: "d1",
    name: "ferries.pdf",
    kind: "pdf" as const,
    bytes: 1,
    keptBytes: 1,
    pages: 2,
    passages: 4,
    cut: null,
    badRows: [],
    badRowCount: 0,
    addedEpochMs: 1,
    learnt: null,
  };
  const start = log.events.find((event) => event.type === "run-start");
  const library = start?.type === "run-start" ? start.library.id : "";
  if (kept) await libraries.add({ ...record, library }, { title: "", text, chunks: [] });
  return renderPart(<PassagePlace passage={passage} />, log.events, {
    libraries: async () => libraries,
  });
}

const found = fakePassage("en/capital", "Estonia: capital", "Tallinn.", 1, 1);

function foundBy(mode: "hybrid" | "service") {
  const log = new FakeLog();
  log.start("Which capital?");
  log.add({
    type: "retrieval",
    node: "n1",
    search: "capital",
    mode,
    passages: [found],
    bytesSent: 0,
    totalMs: 1,
  });
  return log.events;
}

describe("the place of a passage", () => {
  it("is told, and opens the document around it, as text and nothing else", async () => {
    const { user, container } = await shown(true);
    expect(screen.getByText("ferries.pdf, page 2")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show it in the document" }));
    const excerpt = await screen.findByRole("region", { name: "Excerpt of ferries.pdf" });
    expect(excerpt.textContent).toBe(text);
    expect(excerpt.querySelector("mark")?.textContent).toBe(text.slice(place.from, place.to));
    expect(container.querySelector("a, b")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Hide the document" }));
    await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
  });

  it("can be hidden where the browser answers a scroll with a promise", async () => {
    const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
    scroll.mockImplementation(() => Promise.resolve() as unknown as undefined);
    const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { user } = await shown(true);
    await user.click(screen.getByRole("button", { name: "Show it in the document" }));
    await screen.findByRole("region", { name: "Excerpt of ferries.pdf" });
    expect(scroll).toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Hide the document" }));
    await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
    expect(complaints).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it("says when the document is not on this device any more", async () => {
    const { user } = await shown(false);
    await user.click(screen.getByRole("button", { name: "Show it in the document" }));
    expect(await screen.findByText(/not on this device any more/u)).toBeTruthy();
  });

  it("of an embedded library leads to the passage in it", () => {
    renderPart(<PassagePlace passage={found} />, foundBy("hybrid"));
    const link = screen.getByRole("link", { name: "In the library: Estonia: capital" });
    expect(link.textContent).toBe("In the library");
    expect(link.getAttribute("href")).toBe("#library/en/capital");
  });

  it("is nothing for a passage of a search service, or of a library of another kind", () => {
    const service = renderPart(<PassagePlace passage={found} />, foundBy("service"));
    expect(service.container.textContent).toBe("");
    const ofOther = foundBy("hybrid").map((event) =>
      event.type === "run-start"
        ? { ...event, library: { ...event.library, id: "corpus:mine" } }
        : event,
    );
    const other = renderPart(<PassagePlace passage={found} />, ofOther);
    expect(other.container.textContent).toBe("");
    const none = renderPart(<PassagePlace passage={{ id: "a", title: "", text: "" }} />);
    expect(none.container.textContent).toBe("");
  });
});
