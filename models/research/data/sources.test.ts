import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../../../src/retrieval/libraries/factbook/repository.ts";
import { isSourceName, type SourceName } from "./allowed.ts";
import { devSplit, plainQuestion, readSource, sourceNames, trainHalfOfSquad } from "./sources.ts";

describe("the training sources", () => {
  it.each([
    "hotpotqa/dev_qa",
    "train/sciq_qa",
    "train/multirc_pairs",
    "slimplm/proxy_labels",
    "constructor",
  ])("refuse %s", async (name) => {
    expect(isSourceName(name)).toBe(false);
    // A caller without types could still request it.
    await expect(readSource("/nowhere", name as SourceName)).rejects.toThrow(
      "Not a training source",
    );
  });

  it("are all in the documentation, which names no others", async () => {
    const page = await readFile(join(repositoryRoot, "docs/training.md"), "utf8");
    const [used = "", left = ""] = page.split("## Left out");
    for (const name of sourceNames) expect(used, name).toContain(`\`${name}\``);
    for (const [, name = ""] of left.matchAll(/`(\w+\/\w+)`/g)) {
      expect(isSourceName(name), name).toBe(false);
    }
  });

  it("keep about 5 % of the questions for selection, the same ones however they are written", () => {
    const questions = Array.from({ length: 4000 }, (_, index) => `Question number ${index}?`);
    const kept = questions.filter(devSplit);
    expect(kept.length / questions.length).toBeGreaterThan(0.04);
    expect(kept.length / questions.length).toBeLessThan(0.06);
    expect(kept.every((question) => devSplit(question.toUpperCase().replace("?", "")))).toBe(true);
  });

  it("split SQuAD by article and refuse a row without one", () => {
    expect(trainHalfOfSquad({ article: "Imperialism" })).toBe(true);
    expect(trainHalfOfSquad({ article: "Force" })).toBe(false);
    expect(() => trainHalfOfSquad({})).toThrow("no article");
  });

  it("compare questions by their words", () => {
    expect(plainQuestion("  Who's “it”?! ")).toBe("who s it");
  });
});
