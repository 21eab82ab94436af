/** A library of the command line is one object and one line: this one is defined here alone. */
import { expect, it } from "vitest";
import { foldTrace } from "../folds/trace.ts";
import { firstMethod } from "../methods/index.ts";
import { run } from "../methods/registry.ts";
import { openPassages } from "../retrieval/libraries/corpus-library.ts";
import { collect, FakeSignal, fakeEmbedder, fakeModel, fakePorts } from "../testing/fakes.ts";
import { type EmbeddedLibrary, embeddedLibraries } from "./embedded-libraries.ts";
import { helpText } from "./help.ts";
import { openLibrary } from "./node-ports.ts";

const passages = [
  { id: "toy:1", title: "Norland", text: "The capital of Norland is Nordby." },
  { id: "toy:2", title: "Sudmark", text: "The capital of Sudmark is Sudby." },
];

const toy: EmbeddedLibrary = {
  id: "toy-land",
  open: ({ encoder }) =>
    openPassages(
      {
        id: "toy-land",
        title: "Toy land",
        edition: "a test's",
        passages: passages.length,
        visibility: "public",
      },
      passages,
      encoder,
    ),
};

embeddedLibraries.add(toy);

it("is in the help, opened by its id, and searched by a run", async () => {
  expect(helpText(firstMethod)).toContain("|toy-land|FILE");
  const { retriever } = await openLibrary("toy-land", fakeEmbedder, new FakeSignal());
  expect(retriever.library.title).toBe("Toy land");
  const settings = firstMethod.presets.at(-1)?.settings;
  if (settings === undefined) throw new RangeError("it has no preset");
  const small = fakeModel("small", ({ purpose }) =>
    purpose === "plan" ? "[Unsolved Query]: What is the capital of Norland?" : "Nordby",
  );
  const ports = { ...fakePorts(small), retriever };
  const question = "What is the capital of Norland?";
  const events = await collect(run({ runId: "r", question, settings }, ports, new FakeSignal()));
  const trace = foldTrace(events);
  expect(trace.start?.library.id).toBe("toy-land");
  expect([...trace.passages.keys()]).toContain("toy:1");
});
