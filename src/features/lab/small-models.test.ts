import "fake-indexeddb/auto";
import { afterEach, expect, it, vi } from "vitest";
import { AppError } from "../../log/errors.ts";
import type { LoadedModel, LoadProgress } from "../../models/engine.ts";
import { noProgress } from "../../session/device-store.ts";
import { scriptedModel } from "../../testing/scripted-model.ts";
import { openTab, sharedLocks } from "../../testing/state/lab-world.ts";
import { SmallModels } from "./small-models.ts";

afterEach(() => vi.restoreAllMocks());

const never = new AbortController().signal;
const half = {
  ...noProgress,
  phase: "downloading",
  loadedBytes: 470e6,
  totalBytes: 940e6,
} as const;

/** A second small model that loads half-way, and then ends as `end` does. */
function loadSecond(end: () => Promise<LoadedModel>, { isKept = false, signal = never } = {}) {
  const { host } = openTab({ database: crypto.randomUUID(), locks: sharedLocks(), baseUrl: "" });
  const { device, services } = host;
  const seen: unknown[] = [];
  device.subscribe(({ otherSmall }) => seen.push(otherSmall));
  if (isKept) device.setState({ kept: { models: new Set(["fake-hub"]), library: false } });
  let tell: (progress: LoadProgress) => void = () => undefined;
  vi.spyOn(services, "loadSmall").mockImplementation(({ onProgress }) => {
    tell = onProgress;
    onProgress(half);
    return end();
  });
  const models = new SmallModels(host, 1);
  return { named: models.load("fake-hub", signal), seen, device, tell: () => tell(half) };
}

it("tells how far a second small model has come, until it is there", async () => {
  const { named, seen, device } = loadSecond(async () => scriptedModel(() => ""));
  await named;
  expect(seen).toContainEqual({
    status: "loading",
    title: "Fake-1.5B, made up",
    progress: half,
  });
  expect(device.getState().otherSmall).toEqual({ status: "absent" });
});

it("says of one that is kept that it is read, not fetched", async () => {
  const { named, seen } = loadSecond(async () => scriptedModel(() => ""), {
    isKept: true,
  });
  await named;
  expect(seen).toContainEqual(
    expect.objectContaining({ progress: { ...half, phase: "reading-cache" } }),
  );
});

it("tells no more of one that did not come", async () => {
  const failed = new AppError("generation-failed");
  const { named, device } = loadSecond(() => Promise.reject(failed));
  await expect(named).rejects.toBe(failed);
  expect(device.getState().otherSmall).toEqual({ status: "absent" });
});

it("is deaf to what comes after a stop", async () => {
  const stopped = new AppError("stopped");
  const stop = new AbortController();
  const end = () => {
    stop.abort(stopped);
    return Promise.reject(stopped);
  };
  const { named, device, tell } = loadSecond(end, { signal: stop.signal });
  await expect(named).rejects.toBe(stopped);
  tell();
  expect(device.getState().otherSmall).toEqual({ status: "absent" });
});
