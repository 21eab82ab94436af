import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { wrongChainLines } from "../../../error-book/wrong-chains.ts";
import type { RunEvent } from "../../../log/events.ts";
import { fakeFailedRun, fakeRun } from "../../../testing/fake-run.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import * as files from "../../../ui-kit/save-file.ts";
import { errorBookText } from "../text/export.ts";

async function openRuns(...logs: readonly (readonly RunEvent[])[]) {
  location.hash = "#runs";
  const app = await renderApp();
  for (const [index, log] of logs.entries()) {
    const runId = `run-${index}`;
    await app.runtime.history.keep(
      log.map((event) => (event.type === "run-start" ? { ...event, runId } : event)),
    );
  }
  await app.runtime.history.load();
  await app.user.click(await screen.findByRole("button", { name: errorBookText.exportWrong }));
  location.hash = "";
}

it("saves them as training reads them, equal ones once", async () => {
  const spy = vi.spyOn(files, "saveFile").mockImplementation(() => undefined);
  await openRuns(fakeRun(), fakeRun());
  const pairs = wrongChainLines(fakeRun());
  await waitFor(() =>
    expect(spy).toHaveBeenCalledWith(
      "error-book.jsonl",
      `${pairs.join("\n")}\n`,
      expect.anything(),
    ),
  );
  spy.mockRestore();
});

it("says so if no chain was corrected", async () => {
  await openRuns(fakeFailedRun());
  expect(await screen.findByText(errorBookText.noneWrong)).toBeTruthy();
});
