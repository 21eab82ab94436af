import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { AppError } from "../../../../log/errors.ts";
import type { ModelStorage, Services } from "../../../../session/services.ts";
import { fakeServices } from "../../../../testing/fake-services.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { loadingText } from "../../../../ui-kit/text/loading.ts";
import { ModelsPart } from "./ModelsPart.tsx";

const gpu: Services["probeDevice"] = async () => ({
  webgpu: { usable: true, devices: ["webgpu"] },
  shaderF16: true,
  maxBufferBytes: null,
  logicalCores: 2,
  memoryGB: 8,
  littleMemory: false,
  freeBytes: 9e9,
  isolated: true,
});

/** FAKE: a browser that keeps the hub's model. */
function keeping() {
  const stored = new Map([
    ["fake-hub", 1.2e9],
    ["fake-small", 134e6],
  ]);
  let lasting = false;
  const storage: ModelStorage = {
    stored: async (models) =>
      new Map([...stored].filter(([id]) => models.some((model) => model.id === id))),
    remove: async ({ id }) => void stored.delete(id),
    room: async () => ({ usedBytes: 1e9, quotaBytes: 4e9, lasting }),
    askToKeep: async () => {
      lasting = true;
      return true;
    },
  };
  return storage;
}

async function shown(changes: Partial<Services> = {}) {
  const storage = keeping();
  const page = renderPart(<ModelsPart />, [], {
    modelStorage: async () => storage,
    probeDevice: gpu,
    ...changes,
  });
  await act(() => page.runtime.start());
  await screen.findByText(/keeps 1.0 GB of the 4.0 GB/u);
  const row = (title: string) => within(screen.getByText(title).closest("li") ?? page.container);
  return { ...page, row };
}

it("tells size, memory and licence of each, and which are kept", async () => {
  const { row } = await shown();
  row("Fake-135M, made up").getByText(/part of this page · 134 MB · about 420 MB .* Apache-2.0/u);
  await waitFor(() => row("Fake-1.5B, made up").getByText(/kept on this device/u));
});

it.each(["Fake-1.5B", "Fake-135M"])(
  "deletes %s once it was asked twice, and says so",
  async (title) => {
    const { user, row } = await shown();
    const own = row(`${title}, made up`);
    await user.click(await own.findByRole("button", { name: /^Delete / }));
    own.getByText(/deleted from this device; when it is next wanted it is fetched again/u);
    await user.click(own.getByRole("button", { name: "Keep it" }));
    own.getByText(/kept on this device/u);
    await user.click(own.getByRole("button", { name: /^Delete / }));
    await user.click(own.getByRole("button", { name: /^Really delete / }));
    await own.findByText(/not kept on this device/u);
  },
);

it("says why one cannot run here", async () => {
  const { row } = await shown({
    probeDevice: async () => ({
      webgpu: { usable: false, error: new AppError("webgpu-missing").toData() },
      shaderF16: false,
      maxBufferBytes: null,
      logicalCores: 2,
      memoryGB: 8,
      littleMemory: false,
      freeBytes: 1e6,
      isolated: true,
    }),
  });
  await waitFor(() => row("Fake-1.5B, made up").getByText(/needs a GPU/u));
  row("Fake-135M, made up").getByText(/larger than the room/u);
});

it("asks the browser not to clear it, having said why", async () => {
  const { user } = await shown();
  screen.getByText(/may clear it when the disk is full/u);
  await user.click(screen.getByRole("button", { name: "Ask the browser to keep it" }));
  await screen.findByText(/will not clear it/u);
});

it("loads the chosen one with its bytes, and stops when told to", async () => {
  const loadSmall: Services["loadSmall"] = ({ onProgress }, signal) => {
    const progress = { loadedBytes: 40e6, totalBytes: 134e6, bytesPerSecond: null };
    onProgress({ phase: "downloading", ...progress });
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new AppError("stopped")));
    });
  };
  const { user } = await shown({ loadSmall });
  await user.click(screen.getByRole("button", { name: "Load now" }));
  await screen.findByText(/40 MB of 134 MB/u);
  await user.click(screen.getByRole("button", { name: loadingText.cancel }));
  await screen.findByRole("button", { name: "Load now" });
});

it.each([
  ["model-nonsense", {}, /did not give the known values of known texts/u],
  ["device-lost", {}, /took the GPU away from it/u],
  ["model-load-failed", { message: "no kernel" }, /The engine said: no kernel\./u],
  ["out-of-memory", {}, /could not be used on the GPU \(The model did not fit into memory\)/u],
] as const)(
  "says where the encoder runs, and why not on the GPU (%s)",
  async (code, params, why) => {
    const refused = new AppError(code, params).toData();
    const { runtime, row } = await shown({
      openLibrary: async (...asked) => ({
        ...(await fakeServices().openLibrary(...asked)),
        refused,
      }),
    });
    expect(row("Fake encoder, made up").queryByText(/ready on/u)).toBeNull();
    await act(async () => void (await runtime.loaders.library(null)));
    row("Fake encoder, made up").getByText(/in use, ready on the CPU/u);
    row("Fake encoder, made up").getByText(why);
  },
);

it("says that the encoder runs on the GPU", async () => {
  const { runtime, row } = await shown({
    openLibrary: async (...asked) => ({
      ...(await fakeServices().openLibrary(...asked)),
      device: "webgpu",
    }),
  });
  await act(async () => void (await runtime.loaders.library(null)));
  row("Fake encoder, made up").getByText("in use, ready on the GPU");
});

it("runs on the processor what answers nonsense on the graphics processor, and says why", async () => {
  const loadSmall = vi.fn(fakeServices().loadSmall);
  loadSmall.mockRejectedValueOnce(new AppError("model-nonsense"));
  const { user } = await shown({ loadSmall });
  await user.click(screen.getByRole("button", { name: "Load now" }));
  await screen.findByText(/test question with nonsense, so it runs on the CPU/u);
  expect(loadSmall.mock.calls.map(([{ device }]) => device)).toEqual(["auto", "wasm"]);
});
