import { type BadRow, type Delimiter, importLimits } from "./format.ts";

export async function tableParser() {
  return (await import("papaparse")).default;
}

export type PlacedCells = { line: number } & (
  | { ok: true; cells: readonly string[] }
  | { ok: false; reason: BadRow["reason"]; params: BadRow["params"] }
);

export async function tableRows(
  text: string,
  { delimiter, quotes = true }: { delimiter: Delimiter; quotes?: boolean },
  take: (row: PlacedCells) => void,
): Promise<void> {
  const papa = await tableParser();
  let line = 1;
  let cursor = 0;
  papa.parse<string[]>(text, {
    delimiter,
    // Papa Parse's fast mode does not know quotation marks.
    ...(quotes ? {} : { fastMode: true }),
    step: ({ data: cells, errors, meta }) => {
      const at = line;
      line += lineBreaks(text, cursor, meta.cursor);
      cursor = meta.cursor;
      if (cells.every((cell) => cell.trim() === "")) return;
      const length = cells.reduce((sum, cell) => sum + cell.length, 0);
      if (errors.some(({ type }) => type === "Quotes")) {
        take({ line: at, ok: false, reason: "quotes-open", params: {} });
      } else if (length > importLimits.maxRowLength) {
        const params = { limit: importLimits.maxRowLength };
        take({ line: at, ok: false, reason: "too-large", params });
      } else take({ line: at, ok: true, cells });
    },
  });
}

function lineBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) {
    count += 1;
  }
  return count;
}
