/** A library needs one object and one line. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { foldTrace } from "../folds/trace.ts";
import { firstMethod } from "../methods/index.ts";
import { run } from "../methods/registry.ts";
import { embeddedLibraries } from "../retrieval/libraries/embedded-libraries.ts";
import { openEmbedded } from "../retrieval/libraries/node.ts";
import { collect, FakeSignal, fakeEmbedder, fakeModel, fakePorts } from "../testing/fakes.ts";
import { toyFiles, toyLibrary } from "../testing/toy-library.ts";
import { helpText } from "./help.ts";

// The build lists only real libraries.
vi.mock("../shared/integrity/own-files.generated.json", async (original) => {
  const { toyHashes } = await import("../testing/toy-library.ts");
  return { default: { ...(await original<{ default: object }>()).default, ...toyHashes } };
});

embeddedLibraries.add(toyLibrary);

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function built(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "hopwise-toy-"));
  folders.push(root);
  const folder = join(root, "public/library", toyLibrary.id);
  await mkdir(folder, { recursive: true });
  for (const [name, text] of toyFiles) await writeFile(join(folder, name), text);
  return root;
}

async function openById(id: string, root: string) {
  const library = embeddedLibraries.find(id);
  if (library === null) throw new RangeError(`there is no library "${id}"`);
  return openEmbedded(library, { root, encoder: fakeEmbedder });
}

it("is in the help, opened by its id, and searched by a run", async () => {
  expect(helpText(firstMethod)).toContain("|toy-land|FILE");
  const { retriever } = await openById("toy-land", await built());
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

it("is not opened when a file of it is not the one that was built", async () => {
  const root = await built();
  await writeFile(join(root, "public/library", toyLibrary.id, "passages.jsonl"), "{}\n");
  await expect(openById("toy-land", root)).rejects.toMatchObject({ code: "integrity-failed" });
});
