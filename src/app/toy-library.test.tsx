/**
 * Adding a library takes one object and one line: this one is in no product list, and the page has
 * it.
 */
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LibraryPage } from "../features/library/view/browse/LibraryPage.tsx";
import { LibraryChoices } from "../features/library/view/LibraryChoices.tsx";
import { LibraryPicker } from "../features/library/view/LibraryPicker.tsx";
import { AppError } from "../log/errors.ts";
import { firstMethod } from "../methods/index.ts";
import { run } from "../methods/registry.ts";
import type { EncoderOptions } from "../models/encoder/transformers-encoder.ts";
import { createContentsWorker } from "../retrieval/libraries/contents/contents-worker.ts";
import { embeddedLibraries } from "../retrieval/libraries/embedded-libraries.ts";
import { createSearchWorker } from "../retrieval/libraries/search-worker.ts";
import { libraryReading } from "../session/library-reading.ts";
import { openLibrary } from "../session/local-parts.ts";
import { libraryBase } from "../session/page-files.ts";
import type { Services } from "../session/services.ts";
import { memoryLibraries } from "../testing/fake-libraries.ts";
import { fakeServices } from "../testing/fake-services.ts";
import { fakeEmbedder } from "../testing/fakes.ts";
import { PlayedWorker } from "../testing/played-worker.ts";
import { renderPart } from "../testing/render-app.tsx";
import { scriptedModel } from "../testing/scripted-model.ts";
import { toyFiles, toyLibrary } from "../testing/toy-library.ts";

// `npm run library` lists the files of every library; this library exists only in the test.
vi.mock("../shared/integrity/own-files.generated.json", async (original) => {
  const { toyHashes } = await import("../testing/toy-library.ts");
  return { default: { ...(await original<{ default: object }>()).default, ...toyHashes } };
});

embeddedLibraries.add(toyLibrary);

/** The places where loading the encoder was tried; the load fails. */
const tried: string[] = [];
const broken = new Set<string>();

const encoder = async ({ device }: EncoderOptions) => {
  tried.push(device);
  if (broken.has(device)) throw new AppError("model-nonsense", { cause: "span" });
  return { ...fakeEmbedder, reader: null };
};

class WorkerInPage extends PlayedWorker {
  constructor(_address: URL, { name }: WorkerOptions) {
    super(
      name === "contents"
        ? createContentsWorker()
        : createSearchWorker(encoder, async () => memoryLibraries()),
    );
  }
}

beforeEach(() => {
  vi.stubGlobal("Worker", WorkerInPage);
  vi.stubGlobal("fetch", async (address: string) => {
    const text = toyFiles.get(address.slice(libraryBase(toyLibrary).length));
    return text === undefined ? new Response("", { status: 404 }) : new Response(text);
  });
});
afterEach(() => {
  tried.length = 0;
  broken.clear();
  vi.unstubAllGlobals();
});

it("is offered beside the question and in the settings, with what it holds", async () => {
  const { runtime, user, unmount } = renderPart(<LibraryPicker />);
  await user.selectOptions(screen.getByLabelText("Library"), "Toy land");
  expect(runtime.settings.getState().library).toBe("toy-land");
  unmount();
  renderPart(<LibraryChoices />);
  expect(
    screen.getByRole("radio", { name: /Toy land.*2 countries, never; embedded/u }),
  ).toBeTruthy();
});

it("is opened in the search worker, and a run is asked of it", async () => {
  const { catalogue } = fakeServices();
  const services: Partial<Services> = {
    loadRun: async () => run,
    openLibrary: async (request, signal) => openLibrary(request, await catalogue(), signal),
    loadSmall: async () => {
      let nowMs = 0;
      const script = ({ purpose }: { purpose: string }) =>
        purpose === "plan" ? "[Unsolved Query]: What is the capital of Norland?" : "Nordby";
      const ref = { engine: "toy", model: "toy" };
      const model = scriptedModel(script, { ref, contextTokens: 2000, nowMs: () => nowMs++ });
      return { ...model, generate: model.generate.bind(model), device: "wasm" };
    },
  };
  const { runtime } = renderPart(<LibraryPicker />, [], services);
  await act(() => runtime.start());
  const settings = firstMethod.presets.at(-1)?.settings;
  if (settings === undefined) throw new RangeError("it has no preset");
  runtime.settings.getState().changeRun(settings);
  act(() => runtime.libraries.choose("toy-land"));
  await act(() => runtime.ask("What is the capital of Norland?"));
  const { trace, error } = runtime.run.getState();
  expect(error).toBeNull();
  expect(trace.start?.library).toMatchObject({ id: "toy-land", title: "Toy land" });
  expect([...trace.passages.keys()]).toContain("toy:1");
});

describe("its encoder", () => {
  async function opened(device: "auto" | "wasm" | "webgpu") {
    const { catalogue } = fakeServices();
    const unheard = () => undefined;
    const request = { own: "toy-land", onProgress: unheard, onVectors: unheard, onLost: unheard };
    const signal = new AbortController().signal;
    const open = await openLibrary({ ...request, device }, await catalogue(), signal);
    open.close();
    return open;
  }

  it("computes on the graphics processor where that is asked for", async () => {
    expect(await opened("webgpu")).toMatchObject({ device: "webgpu", refused: null });
    expect(tried).toEqual(["webgpu"]);
  });

  it("computes on the processor what fails there, with the cause", async () => {
    broken.add("webgpu");
    expect(await opened("webgpu")).toMatchObject({
      device: "wasm",
      refused: { code: "model-nonsense", params: { cause: "span" } },
    });
    expect(tried).toEqual(["webgpu", "wasm"]);
  });

  it("computes on the processor where no graphics processor is told of", async () => {
    expect(await opened("auto")).toMatchObject({ device: "wasm", refused: null });
    expect(tried).toEqual(["wasm"]);
  });

  it("tells of a failure on both", async () => {
    broken.add("webgpu").add("wasm");
    await expect(opened("webgpu")).rejects.toMatchObject({ code: "model-nonsense" });
  });
});

it("is read in a worker of its own, by its titles", async () => {
  const reading = async () => libraryReading;
  renderPart(<LibraryPage at="#library:toy-land" />, [], { reading });
  const entry = await screen.findByRole("link", { name: "Norland" });
  expect(entry.getAttribute("href")).toBe("#library:toy-land/Norland");
  expect(screen.getByText("also Northland")).toBeTruthy();
  cleanup();
  renderPart(<LibraryPage at="#library:toy-land/toy%3A2" />, [], { reading });
  expect(await screen.findByText("The capital of Sudmark is Sudby.")).toBeTruthy();
  expect(screen.getByText("The passage you came for")).toBeTruthy();
  expect(screen.getByText("Toy land, a test's")).toBeTruthy();
});

it("is not read where a file of it is not the one that was built", async () => {
  vi.stubGlobal("fetch", async () => new Response("{}"));
  renderPart(<LibraryPage at="#library:toy-land" />, [], {
    reading: async () => libraryReading,
  });
  expect(await screen.findByText("The library could not be opened")).toBeTruthy();
  expect(screen.getByText(/does not match its checksum/u)).toBeTruthy();
  // Aliases are optional: everything else works without them.
  expect(await libraryReading.aliases("toy-land")).toEqual([]);
});
