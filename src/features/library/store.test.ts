import { describe, expect, it, vi } from "vitest";
import { createRuntime, type Runtime } from "../../app/runtime/runtime.ts";
import { AppError } from "../../log/errors.ts";
import type { AddRequest } from "../../retrieval/libraries/own/worker.ts";
import type { StopSignal } from "../../runtime/ports.ts";
import type { Services } from "../../session/services.ts";
import { fakeServices } from "../../testing/fake-services.ts";

function world(fate: (name: string, signal: StopSignal) => Promise<void> = async () => {}) {
  let made = 0;
  const services = fakeServices({ newId: () => `${++made}` });
  const opened = vi.fn(services.openLibrary);
  const intake: Services["intake"] = async () => ({
    async add({ library, file, nowEpochMs }: AddRequest, signal) {
      await fate(file.name, signal);
      const record = {
        library,
        id: file.name,
        name: file.name,
        kind: "text" as const,
        bytes: file.size,
        keptBytes: file.size,
        pages: null,
        passages: 1,
        cut: null,
        badRows: [],
        badRowCount: 0,
        addedEpochMs: nowEpochMs,
        learnt: null,
      };
      await (await services.libraries()).add(record, { title: "", text: "", chunks: [] });
      return { record, same: false };
    },
    close: () => undefined,
  });
  const runtime = createRuntime({ ...services, intake, openLibrary: opened });
  return { runtime, services, opened };
}

const named = (...names: string[]) => names.map((name) => new File(["words"], name));
const filesOf = ({ libraries }: Runtime, place = 0) =>
  libraries.getState().libraries[place]?.documents.map(({ name }) => name);

describe("a person's libraries", () => {
  it("take documents into a new one, choose it and open it, so that it is learnt", async () => {
    const { runtime, opened } = world();
    await runtime.libraries.add(named("a.txt", "b.txt"), { title: "Mine" });
    expect(filesOf(runtime)).toEqual(["a.txt", "b.txt"]);
    expect(runtime.libraries.getState()).toMatchObject({ reading: null, waiting: [], added: 2 });
    expect(runtime.settings.getState().library).toBe("own:1");
    await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(1));
    expect(opened.mock.calls[0]?.[0]).toMatchObject({ own: "own:1" });
  });

  it("go on when one is refused, and say which and why", async () => {
    const { runtime } = world(async (name) => {
      if (name === "bad.pdf") throw new AppError("document-encrypted");
    });
    await runtime.libraries.add(named("bad.pdf", "b.txt"), { title: "Mine" });
    expect(filesOf(runtime)).toEqual(["b.txt"]);
    expect(runtime.libraries.getState().refused).toEqual([
      { code: "document-encrypted", retryable: false, params: { file: "bad.pdf" } },
    ]);
  });

  it("stop at once, keep what is done, and go on where it was", async () => {
    let isSlow = true;
    const { runtime } = world(async (name, signal) => {
      if (name !== "b.txt" || !isSlow) return;
      await new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new AppError("stopped")));
      });
    });
    const adding = runtime.libraries.add(named("a.txt", "b.txt", "c.txt"), { title: "Mine" });
    await vi.waitFor(() => {
      expect(runtime.libraries.getState().reading).toMatchObject({
        name: "b.txt",
        place: 2,
        total: 3,
      });
    });
    runtime.libraries.cancel();
    await adding;
    const { reading, waiting, refused } = runtime.libraries.getState();
    expect([reading, waiting.map(({ name }) => name), refused]).toEqual([
      null,
      ["b.txt", "c.txt"],
      [],
    ]);
    isSlow = false;
    await runtime.libraries.goOn();
    expect(filesOf(runtime)).toEqual(["a.txt", "b.txt", "c.txt"]);
  });

  it("given while others are read come after them", async () => {
    const { runtime } = world();
    await Promise.all([
      runtime.libraries.add(named("a.txt"), { title: "Mine" }),
      runtime.libraries.add(named("b.txt"), { title: "Mine" }),
    ]);
    await vi.waitFor(() => expect(filesOf(runtime)).toEqual(["a.txt", "b.txt"]));
    expect(runtime.libraries.getState().libraries).toHaveLength(1);
  });

  it("given one by one make one new library, whatever the files before went into", async () => {
    const { runtime } = world();
    await runtime.libraries.add(named("a.txt"), { title: "Mine" });
    runtime.libraries.choose("");
    await Promise.all(
      named("b.txt", "c.txt").map((file) => runtime.libraries.add([file], { title: "Other" })),
    );
    expect(runtime.libraries.getState().libraries.map(({ title }) => title)).toEqual([
      "Mine",
      "Other",
    ]);
    expect(filesOf(runtime, 0)).toEqual(["a.txt"]);
    expect(filesOf(runtime, 1)).toEqual(["b.txt", "c.txt"]);
    expect(runtime.settings.getState().library).toBe("own:2");
  });

  it("are several, one chosen; a deleted one gives way to the embedded", async () => {
    const { runtime } = world();
    await runtime.libraries.create("One");
    await runtime.libraries.create("Two");
    expect(runtime.settings.getState().library).toBe("own:2");
    await runtime.libraries.rename("own:2", " Second ");
    const titles = () => runtime.libraries.getState().libraries.map(({ title }) => title);
    expect(titles()).toEqual(["One", "Second"]);
    await runtime.libraries.remove("own:2");
    expect(titles()).toEqual(["One"]);
    expect(runtime.settings.getState().library).toBe("");
  });

  it("are private until the person says otherwise, whatever else changes", async () => {
    const { runtime, opened } = world();
    await runtime.libraries.create("One");
    const isPublic = () => runtime.libraries.getState().libraries[0]?.public === true;
    expect(isPublic()).toBe(false);
    await runtime.loaders.library(null);
    await runtime.libraries.makePublic("own:1", true);
    await runtime.libraries.rename("own:1", "Ours");
    expect(isPublic()).toBe(true);
    // Opened under the earlier visibility.
    await runtime.loaders.library(null);
    expect(opened).toHaveBeenCalledTimes(2);
    await runtime.libraries.makePublic("own:1", false);
    expect(isPublic()).toBe(false);
  });

  it("that another tab deleted is not chosen any more", async () => {
    const { runtime, services } = world();
    await runtime.libraries.create("One");
    await (await services.libraries()).remove("own:1");
    await runtime.libraries.load();
    expect(runtime.settings.getState().library).toBe("");
  });

  it("where the browser keeps nothing, this is told", async () => {
    const services = fakeServices({
      libraries: () => Promise.reject(new Error("no storage here")),
    });
    const runtime = createRuntime(services);
    await runtime.libraries.load();
    expect(runtime.libraries.getState().status).toBe("failed");
  });

  it("of which the disk has no more room, this is told of the file", async () => {
    const { runtime } = world(async () => {
      throw new AppError("quota-exceeded");
    });
    await runtime.libraries.add(named("a.txt"), { title: "Mine" });
    expect(runtime.libraries.getState().refused).toMatchObject([{ code: "quota-exceeded" }]);
  });
});
