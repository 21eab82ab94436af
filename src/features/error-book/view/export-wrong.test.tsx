import "fake-indexeddb/auto";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { wrongChainLines } from "../../../error-book/wrong-chains.ts";
import type { RunEvent } from "../../../log/events.ts";
import { openDatabase } from "../../../storage/database.ts";
import { databaseRuns } from "../../../storage/runs.ts";
import { fakeFailedRun, fakeRun } from "../../../testing/fake-run.ts";
import { renderPart } from "../../../testing/render-app.tsx";
import * as files from "../../../ui-kit/save-file.ts";
import { summaryOf } from "../../runs/run-recorder.ts";
import { errorBookText } from "../text/export.ts";
import { ExportWrong } from "./ExportWrong.tsx";

afterEach(() => void vi.restoreAllMocks());

async function exported(...logs: readonly (readonly RunEvent[])[]) {
  const { history, save, ask } = await shown(...logs);
  await history.load();
  return { save, note: await ask() };
}

async function shown(...logs: readonly (readonly RunEvent[])[]) {
  const save = vi.spyOn(files, "saveFile").mockImplementation(() => undefined);
  const storage = databaseRuns(() => openDatabase(`wrong-chains-${logs.length}`));
  for (const [index, log] of logs.entries()) {
    const events = log.map((event) =>
      event.type === "run-start" ? { ...event, runId: `run-${index}` } : event,
    );
    const row = summaryOf(events, { begunEpochMs: index, savedEpochMs: 1 }, 5000);
    if (row === null) throw new Error("the fake run has a start");
    await storage.append(row, { from: 0, events });
  }
  const onNote = vi.fn();
  const tabs = {
    claim: async () => () => undefined,
    claimed: async () => new Set<string>(),
    announce: () => undefined,
    follow: () => () => undefined,
  };
  const { runtime, user } = renderPart(<ExportWrong onNote={onNote} />, [], {
    runStorage: async () => storage,
    tabs: async () => tabs,
  });
  async function ask(): Promise<unknown> {
    onNote.mockClear();
    await user.click(screen.getByRole("button", { name: errorBookText.exportWrong }));
    await waitFor(() => expect(onNote).toHaveBeenCalledOnce());
    return onNote.mock.calls[0]?.[0];
  }
  return { history: runtime.history, save, ask };
}

it("saves them as training reads them, equal ones once", async () => {
  const { save, note } = await exported(fakeRun(), fakeRun());
  const pairs = wrongChainLines(fakeRun());
  expect(note).toBe(errorBookText.exportedWrong(pairs.length));
  expect(save).toHaveBeenCalledWith("error-book.jsonl", `${pairs.join("\n")}\n`, expect.anything());
});

it("says so if no chain was corrected", async () => {
  const { save, note } = await exported(fakeFailedRun());
  expect(note).toBe(errorBookText.noneWrong);
  expect(save).not.toHaveBeenCalled();
});

it("can be tried again after a failure", async () => {
  const { history, save, ask } = await shown(fakeRun());
  await history.load();
  vi.spyOn(history, "log").mockRejectedValueOnce(new Error("the database closed"));
  expect(await ask()).toBe(errorBookText.notExported);
  expect(save).not.toHaveBeenCalled();
  expect(await ask()).toBe(errorBookText.exportedWrong(wrongChainLines(fakeRun()).length));
});
