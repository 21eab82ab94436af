import Papa from "papaparse";
import { decodeText } from "./decode.ts";
import type { Parse } from "./document.ts";
import { DocumentText, oneLine } from "./document-text.ts";

/** A longer cell means an unclosed quote, or no table. */
const maxCell = 100_000;
const maxTitle = 80;

export const parseCsv: Parse = async (bytes, { name, maxCharacters }) => {
  const text = new DocumentText(maxCharacters);
  let names: readonly string[] | null = null;
  let number = 0;
  Papa.parse<string[]>(decodeText(bytes), {
    skipEmptyLines: "greedy",
    step: ({ data, errors }, parser) => {
      number += 1;
      const broken = errors.some(({ type }) => type === "Quotes");
      if (broken || data.some((cell) => cell.length > maxCell)) {
        text.badRow(number, "quotes");
        return;
      }
      const cells = data.map(oneLine);
      if (number === 1 && isHeader(cells)) {
        names = cells;
        return;
      }
      const sentence = sayRow(cells, names);
      if (sentence !== "") text.row(number, [name, ...titleOf(cells)], sentence);
      if (text.full) parser.abort();
    },
  });
  return text.finish();
};

/** A header has distinct, non-empty, non-numeric names. */
function isHeader(cells: readonly string[]): boolean {
  const isName = (cell: string) => cell !== "" && !/^[-+]?[\d.,\s]+%?$/u.test(cell);
  return cells.length > 1 && cells.every(isName) && new Set(cells).size === cells.length;
}

function sayRow(cells: readonly string[], names: readonly string[] | null): string {
  const sentence = cells.flatMap((cell, column) => {
    const name = names?.[column] ?? "";
    if (cell === "") return [];
    return [name === "" ? cell : `${name}: ${cell}`];
  });
  return sentence.length === 0 ? "" : `${sentence.join("; ")}.`;
}

function titleOf(cells: readonly string[]): string[] {
  const cell = cells.find((one) => /\p{L}/u.test(one));
  return cell === undefined ? [] : [cell.slice(0, maxTitle)];
}
