import { describe, expect, it } from "vitest";
import { help, readArguments, UsageError } from "./arguments.ts";

describe("the command line", () => {
  it("answers on this machine alone unless a large model is set", () => {
    const given = readArguments(["Which", "sea?"]);
    expect(given.question).toBe("Which sea?");
    expect(given.library).toBe("factbook");
    expect(given.settings(false)).toMatchObject({
      plan: "small",
      solve: "small",
      summarise: "small",
    });
    expect(given.settings(true)).toMatchObject({
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
    expect(given.settings(true)).toMatchObject({
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
    expect(given.settings(false)).toMatchObject({
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
    expect(() => readArguments(["q", `${flag}=${value}`]).settings(false)).toThrow(UsageError);
  });

  it("refuses presets and methods that do not exist", () => {
    expect(() => readArguments(["q", "--preset=x"]).settings(false)).toThrow(/no preset "x"/u);
    expect(() => readArguments(["q", "--method=x"]).settings(false)).toThrow(/no method "x"/u);
  });

  it("explains every flag it takes", () => {
    const { help: asked } = readArguments(["--help"]);
    expect(asked).toBe(true);
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
    ]) {
      expect(help).toContain(flag);
    }
  });
});
