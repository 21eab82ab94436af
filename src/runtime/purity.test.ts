/** The runtime and the methods use no DOM, network, clock or randomness. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const forbidden = [
  "react",
  "react-dom",
  "zustand",
  "idb",
  "d3",
  "comlink",
  "@huggingface/transformers",
  "@mlc-ai/web-llm",
];
for (const name of forbidden) {
  vi.doMock(name, () => {
    throw new Error(`the core imported ${name}`);
  });
}

const poisoned = [
  "fetch",
  "XMLHttpRequest",
  "WebSocket",
  "Worker",
  "document",
  "window",
  "navigator",
  "localStorage",
  "indexedDB",
  "performance",
  "setTimeout",
  "setInterval",
  "queueMicrotask",
];

function poison(name: string) {
  return () => {
    throw new Error(`the core used ${name}`);
  };
}

beforeEach(() => {
  vi.spyOn(Date, "now").mockImplementation(poison("Date.now"));
  vi.spyOn(Math, "random").mockImplementation(poison("Math.random"));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("answers a question with every door to the world shut", async () => {
  const { loadMethods, run } = await import("../methods/registry.ts");
  const { methods } = await import("../methods/index.ts");
  // Code must load before the globals are removed.
  await loadMethods();
  const { openRunFile, writeRunFile } = await import("../log/file.ts");
  const { foldTrace } = await import("../folds/trace.ts");
  const { foldLedger } = await import("../folds/ledger.ts");
  const fakes = await import("../testing/fakes.ts");
  for (const name of poisoned)
    vi.stubGlobal(name, new Proxy(poison(name), { get: poison(name), construct: poison(name) }));
  const outcomes: string[] = [];
  for (const method of methods.all) {
    const ports = fakes.fakePorts(
      fakes.fakeModel("small", ({ purpose }) => (purpose === "read" ? "Vienna" : "What is X?")),
    );
    const request = {
      runId: "r",
      question: "Q?",
      settings: { ...fakes.fakeSettings, method: method.id },
    };
    const events = await fakes.collect(run(request, ports, new fakes.FakeSignal()));
    foldLedger(openRunFile(writeRunFile(events)));
    outcomes.push(foldTrace(events).outcome);
  }
  vi.unstubAllGlobals();
  expect(outcomes).toEqual(methods.all.map(() => "answered"));
});
