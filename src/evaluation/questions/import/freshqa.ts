/** FreshQA's table has a warning above the heading, and up to ten answers in columns. */
import { bad, good } from "./convert.ts";
import type { Converted, Take } from "./format.ts";
import { tableRows } from "./table-rows.ts";

const maxLinesAbove = 20;

/** The columns may be in any order. */
function isHeading(cells: readonly string[]): boolean {
  return ["question", "false_premise", "answer_0"].every((name) => cells.includes(name));
}

export function isFreshQa(text: string): boolean {
  const lines = text.slice(0, 10_000).split("\n", maxLinesAbove);
  return lines.some((line) => isHeading(namesOf(line.split(","))));
}

function namesOf(cells: readonly string[]): string[] {
  return cells.map((cell) => cell.trim().replace(/^"(.*)"$/u, "$1"));
}

export async function readFreshQa(text: string, take: Take): Promise<boolean> {
  let names: string[] = [];
  await tableRows(text, { delimiter: "," }, (row) => {
    if (names.length > 0) {
      take(row.line, row.ok ? fromCells(names, row.cells) : bad(row.reason, row.params));
    } else if (row.ok && isHeading(namesOf(row.cells))) names = namesOf(row.cells);
  });
  return names.length > 0;
}

function fromCells(names: readonly string[], cells: readonly string[]): Converted {
  const cell = (name: string) => (cells[names.indexOf(name)] ?? "").trim();
  const [id, hops] = [cell("id"), cell("num_hops")];
  const type = cell("false_premise") === "TRUE" ? "false-premise" : cell("fact_type");
  return good({
    id: id === "" ? null : id,
    dataset: "freshqa",
    question: cell("question"),
    answers: names.filter((name) => answerColumn.test(name)).map(cell),
    ...(type === "" ? {} : { type }),
    ...(hops === "" ? {} : { level: hops }),
  });
}

const answerColumn = /^answer_\d$/u;
