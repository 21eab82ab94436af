import { expect, it } from "vitest";
import { asOf } from "./as-of.ts";

it.each([
  [
    "The chief of state of France is President Emmanuel Macron (since 14 May 2017).",
    "Emmanuel Macron",
    { kind: "since", date: "14 May 2017" },
  ],
  [
    "The population of France is 68,512,806 (2025 est.). Population by sex: male: 33,627,639.",
    "68,512,806",
    { kind: "in", year: "2025", isEstimate: true },
  ],
  [
    "Electricity of France by source: fossil fuels 7.9%, nuclear 63.9%, solar 4.5% (2023 est.).",
    "63.9%",
    { kind: "in", year: "2023", isEstimate: true },
  ],
  [
    "Operational nuclear reactors of France: 57 (2025).",
    "57",
    { kind: "in", year: "2025", isEstimate: false },
  ],
  [
    "Operational since 1957, nuclear reactors of France number 57 (2025).",
    "57",
    { kind: "in", year: "2025", isEstimate: false },
  ],
  [
    "The key ports of St. Nazaire are 3 (2024).",
    "St. Nazaire",
    { kind: "in", year: "2024", isEstimate: false },
  ],
  ["The currency of China is Renminbi: 7.189 per US dollar (2024 est.).", "China", null],
  ["The capital of France is Paris. Nuclear reactors: 57 (2025).", "Paris", null],
  ["National holiday: Independence Day, 17 February (2008).", "17 February", null],
  ["The currency of Peru is nuevo sol (PEN).", "nuevo sol", null],
  ["The capital of France is Paris.", "London", null],
  ["The capital of France is Paris (2025).", "", null],
])("%s: when %s was so", (text, answer, expected) => {
  expect(asOf(text, answer)).toEqual(expected);
});
