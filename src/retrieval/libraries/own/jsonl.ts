import { AppError } from "../../../log/errors.ts";
import { parseRow } from "../corpus-row.ts";
import { decodeText } from "./decode.ts";
import type { Parse } from "./document.ts";
import { DocumentText } from "./document-text.ts";

const maxLineLength = 2_000_000;

export const parseJsonl: Parse = async (bytes, { maxCharacters }) => {
  const text = new DocumentText(maxCharacters);
  const ids = new Set<string>();
  let number = 0;
  for (const line of decodeText(bytes).split("\n")) {
    number += 1;
    if (text.full) break;
    if (line.trim() === "") continue;
    const row = line.length > maxLineLength ? "line-too-long" : parseRow(line, number);
    if (typeof row === "string") text.badRow(number, row);
    else if (ids.has(row.id)) text.badRow(number, "duplicate-id");
    else {
      ids.add(row.id);
      text.row(number, row.title === "" ? [] : [row.title], row.text);
    }
  }
  if (ids.size === 0 && number > 0) throw new AppError("document-damaged", { reason: "no-row" });
  return text.finish();
};
