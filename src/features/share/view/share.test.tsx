import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RunEvent } from "../../../log/events.ts";
import { openRunFile } from "../../../log/file.ts";
import { fakeRun } from "../../../testing/fake-run.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import * as files from "../../../ui-kit/save-file.ts";
import { runLink } from "../link.ts";
import { RedactedLog } from "../redact.ts";
// Imported here so that no test waits for the lazy part.
import "./ShareDialog.tsx";

afterEach(() => {
  location.hash = "";
  vi.restoreAllMocks();
});

const ofOwn = fakeRun().map((event) =>
  event.type === "run-start"
    ? {
        ...event,
        library: {
          id: "corpus:mine",
          title: "mine",
          edition: "",
          passages: 2,
          visibility: "private" as const,
        },
      }
    : event,
);

async function openShare(events: readonly RunEvent[] = fakeRun()) {
  const app = await renderApp({}, events);
  await app.user.click(screen.getByRole("button", { name: "Share" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Share this run" }));
  return { ...app, dialog };
}

function saved() {
  const spy = vi.spyOn(files, "saveBlob").mockImplementation(() => undefined);
  return async (ending: string) => {
    await waitFor(() => expect(spy.mock.calls.at(-1)?.[0]).toMatch(new RegExp(`${ending}$`, "u")));
    return (await spy.mock.calls.at(-1)?.[1].text()) ?? "";
  };
}

describe("sharing", () => {
  it("shows the link and its size before it is copied", async () => {
    const { dialog, user } = await openShare();
    const field = await dialog.findByRole("textbox", { name: /^The link/u });
    expect(field.getAttribute("value")).toMatch(/#run=[\w-]+$/u);
    expect(dialog.getByText(/kB, [\d,]+ characters/u)).toBeTruthy();
    expect(dialog.getByText(/Passages of the public library/u)).toBeTruthy();
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await user.click(dialog.getByRole("button", { name: "Copy the link" }));
    expect(await dialog.findByText("Copied")).toBeTruthy();
    expect(write).toHaveBeenCalledWith(field.getAttribute("value"));
  });

  it("says what stays behind of a person's documents, also in a trace", async () => {
    const { dialog, user } = await openShare(ofOwn);
    expect(dialog.getByText(/Your documents are left out/u)).toBeTruthy();
    const text = saved();
    await user.click(dialog.getByRole("button", { name: "Save: Trace (OpenTelemetry)" }));
    const secret = "Exchange rates in ouguiyas per US dollar were 36.6";
    expect(await text("otlp.json")).not.toContain(secret);
    await user.click(dialog.getByRole("checkbox", { name: /my own documents/u }));
    await user.click(dialog.getByRole("button", { name: "Save: Trace (OpenTelemetry)" }));
    await waitFor(async () => expect(await text("otlp.json")).toContain(secret));
  });

  it("offers the file where a run is too long for a link", async () => {
    const letters = Array.from({ length: 90_000 }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7919 + at * at * 31) % 20_000)),
    ).join("");
    const long = fakeRun().map((event) =>
      event.type === "answer" ? { ...event, text: letters } : event,
    );
    const { dialog, user } = await openShare(long);
    expect(await dialog.findByText(/too long for a link/u)).toBeTruthy();
    expect(dialog.queryByRole("button", { name: "Copy the link" })).toBeNull();
    const text = saved();
    await user.click(dialog.getByRole("button", { name: "Save: Run file" }));
    expect(openRunFile(await text("run.json"))).toEqual(long);
  });

  it("saves the answer as Markdown and the tree as a picture that needs no page", async () => {
    const { dialog, user } = await openShare();
    const text = saved();
    await user.click(dialog.getByRole("button", { name: "Save: Answer as Markdown" }));
    expect(await text("md")).toMatch(/## Sources[\s\S]*Made with Hopwise on 2026-11-21/u);
    await user.click(dialog.getByRole("button", { name: "Save: Tree as SVG" }));
    const svg = await text("svg");
    expect(svg).toMatch(/^<svg[^>]*viewBox=/u);
    expect(svg).not.toMatch(/class=/u);
    expect(svg).toContain("Mauritania");
    expect(svg).toMatch(/<text[^>]*>[^<]*Hopwise<\/text>/u);
  });
});

describe("a link with a run", () => {
  it("opens it with no model, and forgets the address once another run begins", async () => {
    location.hash = new URL(
      await runLink(RedactedLog.of(fakeRun()), "https://p.example/", async () => new Map()),
    ).hash;
    const { runtime } = await renderApp();
    expect(await screen.findByText("Opened from a link")).toBeTruthy();
    expect(runtime.run.getState().trace.answer?.short).toMatch(/ouguiya/u);
    expect(runtime.device.getState().small.status).toBe("absent");
    await runtime.ask("What?");
    await waitFor(() => expect(location.hash).toBe(""));
  });

  it("says so when it is broken, and keeps what was there", async () => {
    location.hash = "#run=abc";
    await renderApp({}, fakeRun());
    expect(await screen.findByText("This link holds no whole run")).toBeTruthy();
    expect(screen.getByRole("tree", { name: "Steps of the run" })).toBeTruthy();
  });
});
