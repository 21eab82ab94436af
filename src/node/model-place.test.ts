import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findModel } from "./model-place.ts";

const entry = (id: string, role: string, more: object = {}) => ({
  id,
  title: id,
  role,
  engine: "transformers",
  path: id,
  dtype: { wasm: "q8", webgpu: null, cpu: "q8" },
  bytes: 1,
  memoryMB: 1,
  contextTokens: 8192,
  parameters: 1,
  licence: "MIT",
  source: "made up",
  needsF16: false,
  externalDataChunks: null,
  files: [{ path: "config.json", bytes: 1, sha256: "0" }],
  ...more,
});
const hub = { ...entry("from-hub", "small-lm"), path: undefined, repository: "someone/from-hub" };

let models = "";
beforeAll(async () => {
  models = await mkdtemp(join(tmpdir(), "hopwise-models-"));
  const list = [hub, entry("tuned", "small-lm", { skills: true }), entry("old", "small-lm")];
  await writeFile(join(models, "catalogue.json"), JSON.stringify({ version: 1, models: list }));
  await mkdir(join(models, "built"));
  await writeFile(join(models, "built/config.json"), "{}");
  await mkdir(join(models, "base"));
  await writeFile(join(models, "base/config.json"), JSON.stringify({ hopwise_skills: false }));
});
afterAll(() => rm(models, { recursive: true }));

describe("the model that a command uses", () => {
  it("is the first embedded one of its role, or another by its id", async () => {
    expect((await findModel(models, "small-lm", undefined)).model.id).toBe("tuned");
    const { model, modelsFolder } = await findModel(models, "small-lm", "old");
    expect([model.id, model.skills, modelsFolder]).toEqual(["old", undefined, models]);
  });

  it("may be a folder that no catalogue knows: with the skills, and nothing to compare", async () => {
    const { model, modelsFolder } = await findModel(models, "small-lm", join(models, "built/"));
    expect(model).toMatchObject({ id: "built", path: "built", files: [], skills: true });
    expect([model.contextTokens, modelsFolder]).toEqual([8192, models]);
  });

  it("has no skills where its folder says so", async () => {
    const { model } = await findModel(models, "small-lm", join(models, "base"));
    expect(model).toMatchObject({ id: "base", skills: false });
  });

  it.each(["nobody", "from-hub", "./nowhere"])("is refused as %s", async (wanted) => {
    await expect(findModel(models, "small-lm", wanted)).rejects.toMatchObject({
      code: "model-unknown",
    });
  });
});
