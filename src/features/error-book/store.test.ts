import { describe, expect, it, vi } from "vitest";
import { createRuntime } from "../../app/runtime/runtime.ts";
import { writeErrorBook } from "../../error-book/file.ts";
import { writeRunFile } from "../../log/file.ts";
import type { Services } from "../../session/services.ts";
import { fakeFailedRun, fakeRun } from "../../testing/fake-run.ts";
import { fakeServices } from "../../testing/fake-services.ts";

async function asked(changes: Partial<Services> = {}) {
  const runtime = createRuntime(fakeServices(changes));
  await runtime.ask("Which river flows through Vienna?");
  return runtime;
}

describe("the error book of this browser", () => {
  it("takes what the checker corrected by itself, once the run has ended", async () => {
    const { errorBook } = await asked();
    await vi.waitFor(() => expect(errorBook.getState().entries).toHaveLength(1));
    expect(errorBook.getState()).toMatchObject({
      status: "ready",
      entries: [{ kept: false, record: { cause: "checker" } }],
    });
  });

  it("takes nothing from a run that failed or that came from a file", async () => {
    const book = { errorBook: vi.fn(fakeServices().errorBook) };
    const loadRun = () =>
      Promise.resolve(async function* () {
        yield* fakeFailedRun();
      });
    const runtime = await asked({ ...book, loadRun });
    await runtime.openRunFile(new Blob([writeRunFile(fakeRun())]));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(book.errorBook).not.toHaveBeenCalled();
  });

  it("takes an exported book back, and says what it could not read", async () => {
    const { errorBook } = await asked();
    await vi.waitFor(() => expect(errorBook.getState().entries).toHaveLength(1));
    const [entry] = errorBook.getState().entries;
    if (entry === undefined) throw new Error("nothing was collected");
    await errorBook.clear();
    const text = `${writeErrorBook([entry.record])}not JSON\n`;
    expect(await errorBook.open(new Blob([text]))).toEqual({
      taken: 1,
      bad: [{ line: 2, problem: "not-json" }],
    });
    expect(errorBook.getState().entries).toMatchObject([{ kept: true, record: entry.record }]);
  });

  it("says so where the browser keeps nothing, and the run goes on", async () => {
    const refused = () => Promise.reject(new Error("no storage here"));
    const { errorBook, run } = await asked({ errorBook: refused });
    await errorBook.load();
    expect(errorBook.getState().status).toBe("failed");
    expect(run.getState().trace.outcome).toBe("answered");
  });
});
