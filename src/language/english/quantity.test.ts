import { describe, expect, it } from "vitest";
import { parseQuantity } from "./quantity.ts";

describe("parseQuantity", () => {
  it.each([
    ["580,367 sq km", 580_367, "sq km"],
    ["1.568 million bbl/day", 1_568_000, "bbl/day"],
    ["Danakil Depression -125 m", -125, "m"],
    ["26.5%", 26.5, "%"],
    ["$92,000", 92_000, "$"],
    ["-$3.5 billion", -3_500_000_000, "$"],
    ["9,897,541 (July 2015 est.)", 9_897_541, ""],
    ["36,917.4 km", 36_917.4, "km"],
    ["12 years", 12, "years"],
    ["1200 m", 1200, "m"],
    ["855", 855, ""],
  ])("measures %s", (text, amount, unit) => {
    expect(parseQuantity(text)).toEqual({ amount, unit, day: null });
  });

  it.each([
    ["6 August 1962", 19_620_806],
    ["August 6, 1962", 19_620_806],
    ["August 6th, 1962", 19_620_806],
    ["born May 1962", 19_620_500],
    ["44 BC", -440_000],
  ])("dates %s", (text, day) => {
    expect(parseQuantity(text)).toEqual({ amount: null, unit: "", day });
  });

  it("takes a bare year for a date and for a number", () => {
    expect(parseQuantity("in 1962")).toEqual({ amount: 1962, unit: "", day: 19_620_000 });
  });

  it.each(["Mount Kenya", "", "Latvia 333 km, Russia 324 km", "from 1962 to 1965", "the two"])(
    "measures nothing in %j",
    (text) => {
      expect(parseQuantity(text)).toBeNull();
    },
  );
});
