import { describe, expect, it } from "vitest";
import { helpedBy, misledBy } from "./rates.ts";

const golds = ["Danube"];

describe("misled by retrieval", () => {
  it("is a right answer without and a wrong one with it", () => {
    const without = "The river is the Danube.";
    expect(misledBy({ without, with: "Rhine", golds, retrievals: 2 })).toBe(true);
    expect(misledBy({ without, with: "Danube", golds, retrievals: 2 })).toBe(false);
  });

  it("is not retrieval's fault where nothing was searched", () => {
    expect(misledBy({ without: "Danube", with: "Rhine", golds, retrievals: 0 })).toBe(false);
  });

  it("cannot be told without an answer that was right before", () => {
    expect(misledBy({ without: null, with: "Rhine", golds, retrievals: 1 })).toBeNull();
    expect(misledBy({ without: "Rhine", with: "Elbe", golds, retrievals: 1 })).toBeNull();
    expect(misledBy({ without: "I know it", with: "x", golds: ["no"], retrievals: 1 })).toBeNull();
  });
});

describe("helped by retrieval", () => {
  it("is a wrong answer without and a right one with it", () => {
    expect(helpedBy({ without: "Rhine", with: "Danube", golds, retrievals: 1 })).toBe(true);
    expect(helpedBy({ without: "Rhine", with: "Danube", golds, retrievals: 0 })).toBe(false);
    expect(helpedBy({ without: "Rhine", with: "Elbe", golds, retrievals: 1 })).toBe(false);
    expect(helpedBy({ without: "Danube", with: "Danube", golds, retrievals: 1 })).toBeNull();
  });

  it("goes by the language of the question", () => {
    const chinese = { golds: ["多瑙河"], retrievals: 1, language: "zh" };
    expect(helpedBy({ without: "莱茵河", with: "是多瑙河。", ...chinese })).toBe(true);
    expect(helpedBy({ without: "是多瑙河。", with: "多瑙河", ...chinese })).toBeNull();
  });
});
