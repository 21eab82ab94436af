import { describe, expect, it, vi } from "vitest";
import { AppError } from "../../log/errors.ts";
import type { LibraryReading } from "../../session/services.ts";
import { fakeReading } from "../../testing/fake-contents.ts";
import { createContentsStore } from "./contents-store.ts";

const passages = [
  { id: "no/capital", title: "Norland: capital", text: "Nordby." },
  { id: "su/capital", title: "Sudmark: capital", text: "Sudby." },
];

function world(changes: Partial<LibraryReading> = {}) {
  const reading = { ...fakeReading(passages), ...changes };
  return createContentsStore("toy-land", async () => reading);
}

function later() {
  let keep = () => {};
  const kept = new Promise<void>((resolve) => {
    keep = resolve;
  });
  return { kept, keep };
}

describe("a library that is read", () => {
  it("is opened once, for its list and for what is read of it", async () => {
    const open = vi.fn(fakeReading(passages).open);
    const store = world({ open });
    await Promise.all([store.read("no"), store.open()]);
    expect(open).toHaveBeenCalledTimes(1);
    expect(open).toHaveBeenCalledWith("toy-land");
    expect(store.getState()).toMatchObject({
      status: "ready",
      edition: "a fake edition",
      entries: [{ title: "Norland" }, { title: "Sudmark" }],
      found: { at: "no", place: { entry: { key: "no" } } },
      last: "no",
    });
  });

  it("tells why it cannot be opened, and tries again", async () => {
    let isOffline = true;
    const store = world({
      open: async (id) => {
        if (isOffline) throw new AppError("download-failed");
        return fakeReading(passages).open(id);
      },
    });
    await store.open();
    expect(store.getState()).toMatchObject({
      status: "failed",
      error: { code: "download-failed" },
    });
    isOffline = false;
    await store.open();
    expect(store.getState()).toMatchObject({ status: "ready", error: null });
  });

  it("shows what was asked for last, whichever comes last", async () => {
    const slow = later();
    const { open } = fakeReading(passages);
    const store = world({
      async open(id) {
        const contents = await open(id);
        return {
          ...contents,
          async find(at) {
            if (at === "no") await slow.kept;
            return contents.find(at);
          },
        };
      },
    });
    const first = store.read("no");
    await store.read("su");
    slow.keep();
    await first;
    expect(store.getState().found?.at).toBe("su");
  });

  it("keeps the last entry where nothing is found, and what was typed", async () => {
    const store = world();
    store.lookFor("nor");
    await store.read("no");
    await store.read("nowhere");
    expect(store.getState()).toMatchObject({
      search: "nor",
      found: { at: "nowhere", place: null },
      last: "no",
    });
  });

  it("says when its worker was lost, and opens another", async () => {
    let isLost = true;
    const { open } = fakeReading(passages);
    const store = world({
      async open(id) {
        const contents = await open(id);
        const lost = async () => {
          throw new AppError("worker-killed");
        };
        return { ...contents, find: isLost ? lost : contents.find };
      },
    });
    await store.read("no");
    expect(store.getState()).toMatchObject({ status: "failed", error: { code: "worker-killed" } });
    isLost = false;
    await store.read("no");
    expect(store.getState().found?.place?.entry.key).toBe("no");
  });

  it("is opened anew where it was left at once, as by a page that is drawn twice", async () => {
    const open = vi.fn(fakeReading(passages).open);
    const store = world({ open });
    const first = store.open();
    store.close();
    await Promise.all([first, store.open()]);
    expect(open).toHaveBeenCalledTimes(2);
    expect(store.getState().status).toBe("ready");
  });

  it("that was left is closed, however late it came", async () => {
    const close = vi.fn();
    const slow = later();
    const { open } = fakeReading(passages);
    const store = world({
      async open(id) {
        await slow.kept;
        return { ...(await open(id)), close };
      },
    });
    const opening = store.open();
    store.close();
    slow.keep();
    await opening;
    await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1));
    expect(store.getState().status).toBe("opening");
  });
});
