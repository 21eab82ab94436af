import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { checkerRecords } from "../../../error-book/collect.ts";
import { readErrorBook, writeErrorBook } from "../../../error-book/file.ts";
import type { ErrorRecord } from "../../../error-book/record.ts";
import type { Services } from "../../../session/services.ts";
import { fakeRun } from "../../../testing/fake-run.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import * as files from "../../../ui-kit/save-file.ts";
// Here already, so that no test waits for the part to be fetched.
import "./ErrorBookDialog.tsx";

const [found] = checkerRecords(fakeRun());
if (found === undefined) throw new Error("the fake run has a correction");
const record: ErrorRecord = found;
const secret = record.passages[0]?.text ?? "";
const ofOwn: ErrorRecord = {
  ...record,
  ids: { ...record.ids, run: "own" },
  library: { id: "corpus:letters.jsonl", title: "letters.jsonl", visibility: "private" },
};

afterEach(() => vi.restoreAllMocks());

async function openBook(records: readonly ErrorRecord[], changes: Partial<Services> = {}) {
  const app = await renderApp(changes);
  const file = new Blob([writeErrorBook(records)]);
  if (records.length > 0) await app.runtime.errorBook.open(file);
  await app.user.click(screen.getByRole("button", { name: "Error book" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Error book" }));
  return { ...app, dialog };
}

/** What the page hands to the browser as a file. */
function saved() {
  const spy = vi.spyOn(files, "saveFile").mockImplementation(() => undefined);
  return () => spy.mock.calls.at(-1) ?? ["", "", ""];
}

describe("the error book", () => {
  it("says how it fills when there is nothing in it", async () => {
    const { dialog } = await openBook([]);
    expect(await dialog.findByText(/Nothing here yet/u)).toBeTruthy();
    expect(dialog.getByText(/added automatically/u)).toBeTruthy();
    expect(dialog.queryByRole("button", { name: "Save file" })).toBeNull();
  });

  it("shows each chain beside the right one, with who corrected it and where", async () => {
    const { dialog } = await openBook([record]);
    const wrong = within(await dialog.findByRole("region", { name: "Wrong" }));
    expect(wrong.getByText("CFA franc")).toBeTruthy();
    expect(wrong.getByText("came to no answer")).toBeTruthy();
    const right = within(dialog.getByRole("region", { name: "Right" }));
    expect(right.getByText("Mauritania")).toBeTruthy();
    expect(dialog.getByText(/overruled by the library.*The World Factbook/u)).toBeTruthy();
  });

  it("keeps, edits and deletes, and says so where the focus goes", async () => {
    const { dialog, user, runtime } = await openBook([record]);
    const entry = () => runtime.errorBook.getState().entries[0];
    await user.click(await dialog.findByRole("button", { name: /^Keep: /u }));
    await waitFor(() => expect(entry()?.kept).toBe(false));
    await user.click(dialog.getByRole("button", { name: /^Edit: /u }));
    const field = dialog.getByRole("textbox", { name: "The right answer" });
    await user.clear(field);
    await user.type(field, "ouguiya");
    await user.click(dialog.getByRole("button", { name: "Remove step 4" }));
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(entry()?.record.right?.final).toBe("ouguiya"));
    expect(entry()).toMatchObject({ kept: true, record: { right: { rests: [1, 2, 3] } } });
    expect(dialog.getByText(/Saved in the error book/u)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Chains");
    await user.click(dialog.getByRole("button", { name: /^Delete: /u }));
    expect(await dialog.findByText(/Deleted\. Nothing here yet/u)).toBeTruthy();
  });

  it("asks twice before it deletes all", async () => {
    const { dialog, user, runtime } = await openBook([record, ofOwn]);
    await user.click(await dialog.findByRole("button", { name: "Delete all" }));
    await user.click(dialog.getByRole("button", { name: "Leave them" }));
    expect(runtime.errorBook.getState().entries).toHaveLength(2);
    await user.click(dialog.getByRole("button", { name: "Delete all" }));
    await user.click(dialog.getByRole("button", { name: "Really delete 2 chains" }));
    await waitFor(() => expect(runtime.errorBook.getState().entries).toHaveLength(0));
  });

  it("says so where the browser keeps nothing", async () => {
    const refused = () => Promise.reject(new Error("no storage"));
    const { dialog } = await openBook([], { errorBook: refused });
    expect((await dialog.findByRole("alert")).textContent).toContain("does not let the page keep");
  });

  it("takes a saved book back, and names the lines that are none", async () => {
    const { dialog, user, runtime } = await openBook([]);
    const input = document.querySelector<HTMLInputElement>('dialog input[type="file"]');
    if (input === null) throw new Error("no file input");
    await user.upload(input, new File([`${writeErrorBook([record])}{}`], "book.jsonl"));
    expect(await dialog.findByText("1 chain was read.")).toBeTruthy();
    expect(dialog.getByText("Line 2: it is no record of an error book")).toBeTruthy();
    expect(runtime.errorBook.getState().entries).toHaveLength(1);
  });
});

describe("what leaves as a file", () => {
  it("is told before, and holds no passage unless asked", async () => {
    const lastFile = saved();
    const { dialog, user } = await openBook([record, ofOwn]);
    expect(await dialog.findByText(/will hold 2 lines.*No passage is in it/u)).toBeTruthy();
    expect(dialog.queryByRole("checkbox", { name: /your own documents/u })).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Save file" }));
    const [name, text] = lastFile();
    expect(name).toBe("hopwise-error-book.sft.jsonl");
    expect(text).not.toContain(secret);
    expect(text.trim().split("\n")).toHaveLength(2);
  });

  it("holds passages of private documents only on a yes of their own", async () => {
    const lastFile = saved();
    const { dialog, user } = await openBook([record, ofOwn]);
    await user.selectOptions(await dialog.findByLabelText("Form"), [
      dialog.getByRole("option", { name: /The error book itself/u }),
    ]);
    await user.click(dialog.getByRole("checkbox", { name: /With the passages/u }));
    expect(dialog.getByText(/those of your own documents are not/u)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Save file" }));
    const passagesOf = () =>
      readErrorBook(lastFile()[1]).records.map(({ passages }) => passages.length > 0);
    expect(passagesOf().sort()).toEqual([false, true]);
    await user.click(dialog.getByRole("checkbox", { name: /Also passages of your own/u }));
    expect(dialog.getByText(/those of your own documents too/u)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Save file" }));
    expect(passagesOf()).toEqual([true, true]);
  });

  it("can be kept to what was looked at, and offers no empty file", async () => {
    const { dialog, user, runtime } = await openBook([record]);
    await user.click(await dialog.findByRole("button", { name: /^Keep: /u }));
    await waitFor(() => expect(runtime.errorBook.getState().entries[0]?.kept).toBe(false));
    await user.click(dialog.getByRole("checkbox", { name: "Only chains that are kept" }));
    expect(dialog.getByRole("button", { name: "Save file" }).getAttribute("aria-disabled")).toBe(
      "true",
    );
  });
});
