import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stages } from "../../log/types.ts";
import { defaultRunSettings } from "../../session/presets.ts";
import { eightCombinations } from "../combinations.ts";
import { shippedReports } from "../shipped/shipped-report.ts";
import { roughEstimate, type ShippedUsage } from "./rough-estimate.ts";

const eight = eightCombinations(defaultRunSettings, stages);
const [allSmall, concluding] = eight;
if (allSmall === undefined || concluding === undefined) throw new Error("there are eight");

const price = {
  inputPerMillion: 1,
  outputPerMillion: 10,
  cachedInputPerMillion: null,
  source: "here",
  asOf: "2026-01-01",
};
const usage: ShippedUsage = {
  method: defaultRunSettings.method,
  combinations: [
    { id: "SSS", promptTokens: 0, generatedTokens: 0, seconds: { mean: 2, low: 1, high: 3 } },
    { id: "SSL", promptTokens: 500, generatedTokens: 50, seconds: { mean: 3, low: 2, high: 5 } },
  ],
};
const asked = { usage, questions: 12, price, tookHere: [9, 4, 5] };

describe("an estimate before anything like it was run", () => {
  it("takes the report's tokens at today's price, and this device's seconds in its proportions", () => {
    const rough = roughEstimate({ ...asked, configurations: [allSmall, concluding] });
    expect(rough?.usd).toBeCloseTo((12 * (500 * 1 + 50 * 10)) / 1e6, 12);
    // The median of three runs is 5 s; the other setup took 1.5 times as long.
    expect(rough?.seconds).toBeCloseTo(12 * (5 + 7.5), 9);
    expect(rough?.secondsThere).toEqual({ low: 1, high: 5 });
  });

  it("knows no time before the device answered one, and no money without a price", () => {
    const rough = roughEstimate({
      ...asked,
      configurations: [allSmall, concluding],
      price: null,
      tookHere: [],
    });
    expect(rough).toMatchObject({ usd: null, seconds: null });
  });

  it("costs nothing, whatever the price, where the large model is not asked", () => {
    const rough = roughEstimate({ ...asked, configurations: [allSmall], price: null });
    expect(rough?.usd).toBe(0);
  });

  it("is none where the report says nothing of a setup", () => {
    const deciding = {
      ...allSmall,
      settings: { ...allSmall.settings, plan: "decide" as const },
    };
    for (const configurations of [
      [],
      [deciding],
      [allSmall, ...eight.slice(-1)],
      [{ ...allSmall, small: "another" }],
      [{ ...allSmall, settings: { ...allSmall.settings, method: "ircot" as const } }],
    ]) {
      expect(roughEstimate({ ...asked, configurations })).toBeNull();
    }
  });

  it("rests on the report that the lab opens with, of the settings that the page begins with", () => {
    const [first] = shippedReports.parse(
      JSON.parse(readFileSync("public/examples/reports.json", "utf8")),
    );
    const shipped = first?.usage;
    if (shipped == null) throw new Error("the first report tells what it took");
    const rough = roughEstimate({ ...asked, usage: shipped, configurations: eight });
    expect(rough?.usd).toBeGreaterThan(0);
    expect(rough?.seconds).toBeGreaterThan(0);
  });
});
