import { describe, expect, it } from "vitest";
import { rewriterVariants, tunedVariants } from "../../../src/evaluation/combinations.ts";
import { stages } from "../../../src/log/types.ts";
import { defaultSettings } from "../../../src/methods/coop-llm/presets.ts";
import { tableTwoRows } from "../../../src/methods/coop-llm/table-two.ts";
import {
  printedAllLarge,
  printedRoiWarning,
  printedTableFour,
  printedTableThree,
  printedTableTwo,
  printedTuningGains,
} from "./coop-llm-tables.ts";

const usdPerInputToken = 0.001 / 1000;
const usdPerOutputToken = 0.002 / 1000;

describe("the printed tables", () => {
  it("cost what their tokens cost at the printed prices, to rounding", () => {
    const cells = [
      ...printedTableTwo.flatMap(({ cells: row }) => Object.values(row)),
      printedAllLarge.cell,
    ];
    expect(cells).toHaveLength(19);
    for (const { inputTokens, outputTokens, usd } of cells) {
      const cost = (inputTokens ?? 0) * usdPerInputToken + (outputTokens ?? 0) * usdPerOutputToken;
      expect(Math.abs(cost - (usd ?? 0))).toBeLessThan(0.000011);
    }
  });

  it("agree with each other where both print a figure", () => {
    const [, vicuna] = printedTableThree.rows;
    const at7B = printedTableTwo.slice(0, 3).map(({ cells }) => cells["7B"].accuracy);
    expect(vicuna?.cells.slice(0, 3).map(({ accuracy }) => accuracy)).toEqual(at7B);
    expect(printedTableFour.map(({ hotpotQa }) => hotpotQa)).toEqual([
      0.178, 0.197, 0.189, 0.192, 0.204, 0.223,
    ]);
  });

  it("tell what QLoRA brings, with the large model in both", () => {
    const gains = printedTuningGains().map(({ title, gain }) => [title, Number(gain.toFixed(3))]);
    expect(gains).toEqual([
      ["Alpaca-7B", 0.048],
      ["Vicuna-7B", 0.045],
      ["Llama2-7B-chat", 0.04],
    ]);
  });

  it("give the paper's own warning: by ROI, all-large beats cooperation at 7B and 13B", () => {
    const roi = (title: string) =>
      printedRoiWarning()
        .filter((row) => row.title === title)
        .map((row) => Number((100 * row.roi).toFixed(1)));
    expect(roi("LaLM+SmLM")).toEqual([10.3, 15.9, 2.3]);
    expect(roi("CoopLLM")).toEqual([31.8, 64.8, 41.4]);
    expect(roi("w/oDecision")).toEqual([25.6, 56.8, 34.1]);
    expect(roi("SearChain, GPT")).toEqual([88.1, 66.8, 30.6]);
  });
});

it("names its configurations as the printed rows do, so that they stand side by side", () => {
  const printed = [...printedTableTwo, ...printedTableThree.columns, ...printedTableFour];
  const wanted = printed.flatMap(({ configuration }) => configuration ?? []);
  const own = [
    ...tableTwoRows,
    ...rewriterVariants(defaultSettings),
    ...tunedVariants(defaultSettings, stages, { small: null, encoder: null }),
  ];
  expect(wanted.filter((id) => !own.some((one) => one.id === id))).toEqual([]);
});
