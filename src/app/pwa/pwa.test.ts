import { describe, expect, it } from "vitest";
import { isKeptLater, neededToAnswer, splitPrecache } from "./kept-files.ts";
import type { WorkerMessage } from "./messages.ts";
import { createOffline, type ShellWorker } from "./offline.ts";

describe("the files of a build", () => {
  it("are held beforehand when they are the page, and later when they are large or rare", () => {
    const later = (url: string, size = 1000) => isKeptLater({ url, size });
    expect(later("index.html")).toBe(false);
    expect(later("assets/index-x.js", 280_000)).toBe(false);
    expect(later("models/catalogue.json")).toBe(false);
    expect(later("questions/factbook.jsonl", 78_000)).toBe(false);
    expect(later("assets/newsreader-latin-wght-normal-x.woff2")).toBe(false);
    expect(later("assets/newsreader-latin-ext-wght-normal-x.woff2")).toBe(true);
    expect(later("assets/lib-x.js", 6_000_000)).toBe(true);
    expect(later("assets/ort-wasm-simd-threaded-x.wasm.zlib", 900_000)).toBe(true);
    expect(later("models/hopwise-lm/config.json")).toBe(true);
    expect(later("library/factbook/library.json")).toBe(true);
    expect(later("assets/UniCNS-UTF8-H-BbLcFh6Q.bcmap")).toBe(true);
    expect(later("assets/UniCNS-UTF32-V-CxtDIC9C.js")).toBe(true);
    expect(later("assets/V-DebsEKza.js")).toBe(true);
    expect(later("assets/RunsPage-CXwI2sNe.js")).toBe(false);
  });

  it("have keys that change with their contents", () => {
    const { shell, later } = splitPrecache(
      [
        { url: "index.html", revision: "1", later: false },
        { url: "models/a/b.onnx", revision: "2", later: true },
        { url: "assets/x-hash.wasm", revision: null, later: true },
      ],
      "https://example.org/hopwise/",
    );
    expect(shell).toEqual([{ url: "index.html", revision: "1" }]);
    expect([...later]).toEqual([
      [
        "https://example.org/hopwise/models/a/b.onnx",
        "https://example.org/hopwise/models/a/b.onnx?revision=2",
      ],
      [
        "https://example.org/hopwise/assets/x-hash.wasm",
        "https://example.org/hopwise/assets/x-hash.wasm",
      ],
    ]);
  });

  it("that answering needs are the models in use, the library, and the runtime", () => {
    const wasm = neededToAnswer(["hopwise-lm", "hopwise-encoder"], false);
    expect(wasm.test("/models/hopwise-lm/onnx/model.onnx")).toBe(true);
    expect(wasm.test("/at/some/place/library/factbook/passages.jsonl")).toBe(true);
    expect(wasm.test("/models/hopwise-lm-2/config.json")).toBe(false);
    expect(wasm.test("/assets/ort-wasm-simd-threaded-4byDm7i3.wasm.zlib")).toBe(true);
    expect(wasm.test("/assets/ort-wasm-simd-threaded.asyncify-Cx.wasm.zlib")).toBe(false);
    const gpu = neededToAnswer(["a.b"], true);
    expect(gpu.test("/assets/ort-wasm-simd-threaded.asyncify-Cx.wasm.zlib")).toBe(true);
    expect(gpu.test("/assets/ort-wasm-simd-threaded-4byDm7i3.wasm.zlib")).toBe(true);
    expect(gpu.test("/models/aXb/config.json")).toBe(false);
  });
});

function world() {
  let waiting: (isUpdate: boolean) => void = () => undefined;
  let controlling: (isUpdate: boolean) => void = () => undefined;
  const seen: string[] = [];
  const messages: WorkerMessage[] = [];
  const busy = [false];
  const threads = [false];
  const worker: ShellWorker = {
    onWaiting(tell) {
      waiting = tell;
    },
    onControlling(tell) {
      controlling = tell;
    },
    register: async () => void seen.push("registered"),
    takeOver() {
      seen.push("took over");
      controlling(true);
    },
    async keep(message) {
      messages.push(message);
      return true;
    },
  };
  const offline = createOffline({
    worker,
    isBusy: async () => busy.shift() ?? false,
    wait: async () => void seen.push("waited"),
    reload: () => void seen.push("reloaded"),
    takeThreads: () => threads.shift() ?? false,
  });
  return {
    offline,
    seen,
    messages,
    busy,
    threads,
    announce: (isUpdate = true) => waiting(isUpdate),
    control: (isUpdate: boolean) => controlling(isUpdate),
  };
}

describe("a new version", () => {
  it("is only told of until it is wanted, and then waits for every run", async () => {
    const { offline, seen, busy, announce } = world();
    await offline.start();
    await offline.takeNewVersion();
    expect(seen).toEqual(["registered"]);
    announce();
    expect(offline.getState().version).toBe("waiting");
    expect(seen).toEqual(["registered"]);
    busy.splice(0, 1, true, true, false);
    const taken = offline.takeNewVersion();
    expect(offline.getState().version).toBe("taking");
    await taken;
    expect(seen).toEqual(["registered", "waited", "waited", "took over", "reloaded"]);
  });

  it("taken by another tab does not reload this one until it is asked to", async () => {
    const { offline, seen, control } = world();
    control(true);
    expect(offline.getState().version).toBe("elsewhere");
    expect(seen).toEqual([]);
    await offline.takeNewVersion();
    expect(seen).toEqual(["reloaded"]);
  });

  it("is none when the first worker of all waits for a moment, and takes over", () => {
    const { offline, announce, control } = world();
    announce(false);
    expect(offline.getState().version).toBe("current");
    control(false);
    expect(offline.getState().version).toBe("current");
  });
});

describe("a page that its first worker would isolate", () => {
  it("is loaded again once", async () => {
    const { offline, seen, threads, control } = world();
    threads.splice(0, 1, true);
    control(false);
    await Promise.resolve();
    control(false);
    await Promise.resolve();
    expect(seen).toEqual(["reloaded"]);
    expect(offline.getState().version).toBe("current");
  });

  it("is left alone while anything runs, and goes on so", async () => {
    const { seen, busy, threads, control } = world();
    busy.splice(0, 1, true);
    threads.splice(0, 1, true);
    control(false);
    await Promise.resolve();
    expect(seen).toEqual([]);
    expect(threads).toEqual([true]);
  });

  it("is not loaded again for a new version that another tab took", async () => {
    const { seen, threads, control } = world();
    threads.splice(0, 1, true);
    control(true);
    await Promise.resolve();
    expect(seen).toEqual([]);
  });
});

it("says that it answers without a network once the worker has everything", async () => {
  const { offline, messages } = world();
  await offline.keepToAnswer(["lm", "encoder"], false);
  expect(messages).toEqual([{ type: "keep", models: ["lm", "encoder"], webgpu: false }]);
  expect(offline.getState().kept).toBe(true);
});
