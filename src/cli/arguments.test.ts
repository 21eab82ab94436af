import { describe, expect, it } from "vitest";
import { firstMethod, methods } from "../methods/index.ts";
import type { Configured } from "../node/run-settings.ts";
import { readArguments, UsageError } from "./arguments.ts";
import { helpText } from "./help.ts";

const alone: Configured = { large: false, heads: true, tools: [], routerTools: null };
const withLarge = { ...alone, large: true };
const wiki = {
  id: "wiki",
  title: "Wiki",
  destination: "https://w.example",
  usdPerThousand: 0,
  visibility: "private" as const,
};

describe("the command line", () => {
  it("answers on this machine alone unless a large model is set", () => {
    const given = readArguments(["Which", "sea?"]);
    expect(given.question).toBe("Which sea?");
    expect(given.library).toBe("factbook");
    expect(given.settings(alone)).toMatchObject({
      plan: "small",
      solve: "small",
      summarise: "small",
    });
    expect(given.settings(withLarge)).toMatchObject({
      plan: "decide",
      solve: "small",
      summarise: "decide",
    });
  });

  it("lets single flags win over the preset", () => {
    const given = readArguments(
      "q --preset searchain-large --solve small --rewriter keyword --retrieval bm25 --k 3 --theta 0.7 --rounds 2".split(
        " ",
      ),
    );
    expect(given.settings(withLarge)).toMatchObject({
      plan: "large",
      solve: "small",
      rewriter: "keyword",
      retrieval: { mode: "bm25", k: 3 },
      confidenceThreshold: 0.7,
      maxRounds: 2,
    });
  });

  it("takes what is ours on top of the paper, and the switches, one by one", () => {
    const given = readArguments(
      "q --reader model --rerank on --evidence off --evidence-threshold 0.6 --switch-off repeatStop,emptySpanGuard".split(
        " ",
      ),
    );
    expect(given.settings(alone)).toMatchObject({
      reader: "model",
      rerank: true,
      evidence: false,
      evidenceThreshold: 0.6,
      switches: { repeatStop: false, emptySpanGuard: false, fillProcessedQueries: true },
    });
    expect(given.small).toBeUndefined();
    const other = readArguments(["q", "--small=smollm2", "--encoder", "models/.build/encoder"]);
    expect(other).toMatchObject({ small: "smollm2", encoder: "models/.build/encoder" });
  });

  it("takes a server for either tier, and for the small one no model beside it", () => {
    const given = readArguments(
      "q --small-preset ollama --small-model qwen2.5:0.5b --large-url http://localhost:8080/v1".split(
        " ",
      ),
    );
    expect(given.servers).toMatchObject({
      small: { preset: "ollama", model: "qwen2.5:0.5b", url: undefined },
      large: { url: "http://localhost:8080/v1", preset: undefined },
    });
    const both = ["q", "--small", "hopwise-lm", "--small-url", "http://localhost:8080/v1"];
    expect(() => readArguments(both)).toThrow(UsageError);
  });

  it.each([
    ["--reader", "nobody"],
    ["--rerank", "true"],
    ["--switch-off", "repeatStop,other"],
    ["--plan", "huge"],
    ["--solve", "decide"],
    ["--k", "none"],
    ["--k", "1000"],
    ["--theta", "2"],
    ["--cap", "-1"],
    ["--unknown", "x"],
  ])("refuses %s %s in words", (flag, value) => {
    expect(() => readArguments(["q", `${flag}=${value}`]).settings(alone)).toThrow(UsageError);
  });

  it("sets any setting by its path, after the flags", () => {
    const given = readArguments(
      "q --k 3 --set retrieval.k=5 --set gate.kind=judge --set gate.threshold=0.7 --set fallback.on=on --set source.tool=bm25".split(
        " ",
      ),
    );
    expect(given.settings(alone)).toMatchObject({
      retrieval: { k: 5 },
      gate: { kind: "judge", threshold: 0.7, by: "small" },
      fallback: { on: true },
      source: { choice: "fixed", tool: "bm25" },
    });
  });

  it.each([
    ["gate.kind", /PATH=VALUE/u],
    ["gate.mood=off", /no setting "gate.mood"/u],
    ["constructor=1", /no setting "constructor"/u],
    ["gate.kind=perhaps", /gate.kind is one of off, judge, self-knowledge/u],
    ["gate.threshold=2", /a number from 0 to 1/u],
    ["gate.threshold=", /a number from 0 to 1/u],
    ["retrieval.k=1.5", /a number from 1 to 20/u],
    ["fallback.on=true", /on or off/u],
    ["source.tool=nowhere", /one of library, none, bm25, dense, hybrid, wiki/u],
  ])("refuses --set %s and says what it can be", (set, sentence) => {
    const given = readArguments(["q", "--set", set]);
    expect(() => given.settings({ ...alone, tools: [wiki] })).toThrow(sentence);
  });

  it("asks the tool that was named, if it is there", () => {
    const given = readArguments(["q", "--tool", "wiki"]);
    expect(given.settings({ ...alone, tools: [wiki] }).source).toEqual({
      choice: "fixed",
      tool: "wiki",
    });
    expect(() => given.settings(alone)).toThrow(UsageError);
  });

  it("takes the first preset of any method that can run without a large model", () => {
    for (const { id, presets } of methods.all) {
      const settings = readArguments(["q", "--method", id]).settings(alone);
      expect(presets.map((preset) => preset.settings)).toContainEqual(settings);
      expect([settings.plan, settings.solve, settings.summarise]).not.toContain("large");
    }
  });

  it("refuses presets and methods that do not exist", () => {
    expect(() => readArguments(["q", "--preset=x"]).settings(alone)).toThrow(/no preset "x"/u);
    expect(() => readArguments(["q", "--method=x"]).settings(alone)).toThrow(/no method "x"/u);
  });

  it("explains every flag it takes", () => {
    const { help: asked, method } = readArguments(["--help"]);
    expect(asked).toBe(true);
    const help = helpText(method);
    for (const flag of [
      "--library",
      "--plan",
      "--solve",
      "--summarise",
      "--method",
      "--json",
      "--reader",
      "--rerank",
      "--evidence",
      "--switch-off",
      "--small",
      "--encoder",
      "--large-url",
      "--cap",
      "--set",
      "--tool",
      "--tools-file",
      "--router-file",
    ]) {
      expect(help).toContain(flag);
    }
  });

  it("explains every method, and the presets and settings of the one that is named", () => {
    for (const method of methods.all) {
      const help = helpText(method);
      for (const { id } of methods.all) expect(help).toContain(` ${id} `);
      for (const { id } of method.presets) expect(help).toContain(` ${id} `);
      for (const path of method.controls) expect(help).toContain(` ${path} `);
    }
    expect(helpText(firstMethod)).toMatch(/ confidenceThreshold +a number from 0 to 1\n/u);
  });
});
