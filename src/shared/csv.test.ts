import papa from "papaparse";
import { describe, expect, it } from "vitest";
import { csvOptions } from "./csv.ts";

const written = (cell: string | number) => papa.unparse([[cell]], csvOptions);

describe("cells of a CSV file", () => {
  it.each([
    "=1+1",
    " =1+1",
    "\u00a0=1+1",
    "\u3000=1+1",
    "\n=1+1",
    "\r\n=1+1",
    "\t=1+1",
    "\u200b=1+1",
    "\ufeff=1+1",
    "\u0000=1+1",
    "=1+1\nand a second line",
    "＝1+1",
    "﹦1+1",
    "＋1",
    "－1",
    "＠SUM(A1)",
    "@SUM(A1)",
    "-2+3",
    "+2",
    "\tx",
  ])("%j stays a text", (cell) => {
    expect(papa.parse<string[]>(written(cell)).data).toEqual([[`'${cell}`]]);
  });

  it.each(["Tallinn", "a = b", " spaced", "1960-11-28", "'quoted'", 3, -3])(
    "%j is left as it is",
    (cell) => {
      expect(papa.parse<string[]>(written(cell)).data).toEqual([[String(cell)]]);
    },
  );
});
