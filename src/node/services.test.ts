import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadSearchServices } from "../retrieval/search-services/tool.ts";
import { FakeSignal } from "../testing/fakes.ts";
import { UsageError } from "./run-settings.ts";
import { loadRouter, loadTools, readTools } from "./services.ts";

const services = await loadSearchServices();
const brave = { kind: "brave", apiKey: "$BRAVE" };
const wiki = { kind: "wikipedia", id: "wiki-de", baseUrl: "https://de.wikipedia.org" };
const read = (value: unknown, environment = {}) =>
  readTools(
    typeof value === "string" ? value : JSON.stringify(value),
    "tools.json",
    environment,
    services,
  );

describe("a file of search services", () => {
  it("is read by the tools' own forms, keys from the environment", () => {
    const [first, second] = read([wiki, brave], { BRAVE: "secret-1" });
    expect(first).toMatchObject({ id: "wiki-de", usdPerThousand: 0 });
    expect(second).toMatchObject({ id: "brave", apiKey: "secret-1", usdPerThousand: null });
  });

  it.each([
    ["{", /not JSON/u],
    [{}, /not a list/u],
    [[wiki, { kind: "oracle" }], /entry 2 is no search service/u],
    [[{ kind: "searxng" }], /entry 1 is no search service \(baseUrl\)/u],
    [[{ kind: "brave", apiKey: "" }], /apiKey/u],
    [[brave], /no BRAVE/u],
    [[wiki, wiki], /two services are named "wiki-de"/u],
  ])("refuses %j in words", (value, sentence) => {
    expect(() => read(value)).toThrow(UsageError);
    expect(() => read(value)).toThrow(sentence);
  });

  it("never tells a key that stands in a wrong entry", () => {
    const wrong = [{ kind: "brave", apiKey: "secret key", id: "none" }];
    expect(() => read(wrong)).toThrow(UsageError);
    expect(() => read(wrong)).not.toThrow(/secret/u);
  });
});

describe("files that are named", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hopwise-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const encoderId = async () => "encoder@1";
  const embedder = { embed: async () => [Float32Array.of(1, 0)] };

  it("give services by flag or environment, and none without", async () => {
    const path = join(folder, "tools.json");
    await writeFile(path, JSON.stringify([wiki]));
    const ids = (tools: Awaited<ReturnType<typeof loadTools>>) => tools.map(({ ref }) => ref.id);
    expect(ids(await loadTools(path, {}))).toEqual(["wiki-de"]);
    expect(ids(await loadTools(undefined, { HOPWISE_TOOLS_FILE: path }))).toEqual(["wiki-de"]);
    expect(await loadTools(undefined, {})).toEqual([]);
    await expect(loadTools(join(folder, "nowhere.json"), {})).rejects.toThrow(/cannot be read/u);
  });

  it("give a router that predicts from the question's vector", async () => {
    const path = join(folder, "router.json");
    await writeFile(path, JSON.stringify(policy));
    const router = await loadRouter(path, {}, embedder, encoderId);
    const { none, bm25 } = (await router?.predict("q", new FakeSignal())) ?? {};
    expect(router).toMatchObject({ toolIds: ["none", "bm25"], lambda: 0.5, trainedOn: 3 });
    expect(none).toBeGreaterThan(0.7);
    expect(bm25).toBeLessThan(0.3);
    expect(await loadRouter(undefined, {}, embedder, encoderId)).toBeNull();
    const other = loadRouter(path, {}, embedder, async () => "encoder@2");
    await expect(other).rejects.toMatchObject({
      code: "router-data-invalid",
      params: { reason: "encoder" },
    });
  });
});

/** The first tool scores high where the first component does. */
const policy = {
  version: 2,
  encoder: "encoder@1",
  toolIds: ["none", "bm25"],
  predictor: { version: 1, inputs: 2, hidden: 0, outputs: 2, parameters: [1, 0, -1, 0, 0, 0] },
  lambda: 0.5,
  pMin: null,
  prices: { none: 0, bm25: 0 },
  trainedOn: 3,
  matching: "token-f1",
  k: 2,
  alpha: 0.5,
};
